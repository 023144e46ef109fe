import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '../../../ui/ConflictDialog.tsx'
import type { AppDraft } from '../draft/app-draft.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'

/** After someone else published first: the parts that both changed, and a choice for each. */
export function AppConflict({ edited }: { edited: EditedApp }) {
  const { t } = useTranslation('apps')
  const { theirs } = edited
  if (theirs === null) return null
  const words = (part: string, value: unknown): string => {
    if (value === undefined) return t('parts.gone')
    if (part === 'layout') {
      // The part of this name is the form.
      const layout = value as AppDraft['layout']
      return t('parts.list', { count: layout.length, fields: layout.flatMap(({ fields }) => fields).length })
    }
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  const label = (part: string): string =>
    part.startsWith('field:')
      ? t('parts.field', { name: part.slice('field:'.length) })
      : t(`parts.${part}`, { defaultValue: part })
  return (
    <ConflictDialog
      opened
      conflicts={theirs.merged.conflicts.map(({ part, mine, theirs: other }) => ({
        key: part,
        label: label(part),
        mine: words(part, mine),
        theirs: words(part, other),
      }))}
      onResolve={(choices) =>
        edited.resolve(
          new Set(Object.entries(choices).flatMap(([part, choice]) => (choice === 'theirs' ? [part] : []))),
        )
      }
      onClose={edited.keepEditing}
      saving={edited.publishing}
    />
  )
}
