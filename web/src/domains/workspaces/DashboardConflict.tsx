import { useTranslation } from 'react-i18next'
import { DraftConflictDialog } from '../../ui/draft/DraftConflictDialog.tsx'
import type { Draft } from './dashboard-draft.ts'
import type { useDraft } from './useDraft.ts'

export function DashboardConflict({ edited }: { edited: ReturnType<typeof useDraft> }) {
  const { t } = useTranslation('workspaces')
  // The parts are the fields of a draft.
  const fieldOf = (part: string) => part as keyof Draft
  const show = (of: Draft, part: string): string => {
    const field = fieldOf(part)
    if (field === 'widgets')
      return of.widgets.map(({ title, kind }) => title || t(`form.looks.${kind}`)).join(', ')
    if (field === 'sharing') return t(of.sharing === null ? 'sharing.open' : 'sharing.chosen')
    return field === 'range' ? t(`ranges.${of.range}`) : of[field]
  }
  return (
    <DraftConflictDialog
      saving={edited.saved}
      labelOf={(part) => t(`dashboards.fields.${fieldOf(part)}`)}
      show={show}
      onResolve={edited.resolve}
    />
  )
}
