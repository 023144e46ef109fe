import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '../../ui/ConflictDialog.tsx'
import { type Draft, differences, draftOf } from './dashboard-draft.ts'
import type { useDraft } from './useDraft.ts'

export function DashboardConflict({ edited }: { edited: ReturnType<typeof useDraft> }) {
  const { t } = useTranslation('workspaces')
  const { draft, theirs } = edited
  if (draft === null || theirs === null) return null
  const other = draftOf(theirs)
  const words = (of: Draft, field: keyof Draft): string => {
    if (field === 'widgets')
      return of.widgets.map(({ title, kind }) => title || t(`form.kinds.${kind}`)).join(', ')
    if (field === 'sharing') return t(of.sharing === null ? 'sharing.open' : 'sharing.chosen')
    return field === 'range' ? t(`ranges.${of.range}`) : of[field]
  }
  return (
    <ConflictDialog
      opened
      conflicts={differences(draft, other).map((field) => ({
        key: field,
        label: t(`dashboards.fields.${field}`),
        mine: words(draft, field),
        theirs: words(other, field),
      }))}
      onResolve={(choices) => {
        const taken = differences(draft, other).filter((field) => choices[field] === 'theirs')
        edited.resolve({ ...draft, ...Object.fromEntries(taken.map((field) => [field, other[field]])) })
      }}
      onClose={edited.keepEditing}
      saving={edited.saving}
    />
  )
}
