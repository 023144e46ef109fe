import { useTranslation } from 'react-i18next'
import { DraftConflictDialog } from '../../../ui/draft/DraftConflictDialog.tsx'
import { workflowItem } from '../draft/merge-workflow.ts'
import type { AppDraft } from '../draft/app-draft.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'

const FIELD = 'field:'
const ITEM = 'workflow:'

/** After someone else published first: the parts that both changed, and a choice for each. */
export function AppConflict({ edited }: { edited: EditedApp }) {
  const { t } = useTranslation('apps')
  const label = (part: string): string => {
    if (part.startsWith(ITEM)) return t('parts.rule', { name: nameOf(edited.draft, part.slice(ITEM.length)) })
    return part.startsWith(FIELD)
      ? t('parts.field', { name: part.slice(FIELD.length) })
      : t(`parts.${part}`, { defaultValue: part })
  }
  const show = (draft: AppDraft, part: string): string => {
    if (part === 'layout') {
      const { layout } = draft
      return t('parts.list', { count: layout.length, fields: layout.flatMap(({ fields }) => fields).length })
    }
    const value = valueOf(draft, part)
    if (value === undefined) return t('parts.gone')
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return <DraftConflictDialog saving={edited.saved} labelOf={label} show={show} onResolve={edited.resolve} />
}

/** The name of a stage or rule; its ID where it has none. */
function nameOf({ workflow }: AppDraft, id: string): string {
  const item = workflowItem(workflow, id) ?? {}
  const name = 'title' in item ? item.title : 'name' in item ? item.name : undefined
  return typeof name === 'string' ? name : id
}

function valueOf(draft: AppDraft, part: string): unknown {
  if (part.startsWith(FIELD)) return draft.fields.find(({ key }) => key === part.slice(FIELD.length))
  if (part.startsWith(ITEM)) return workflowItem(draft.workflow, part.slice(ITEM.length))
  const parts: Record<string, unknown> = { ...draft }
  return parts[part]
}
