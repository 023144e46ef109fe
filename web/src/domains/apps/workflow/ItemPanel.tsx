import { entriesOf } from './model/workflow-tree.ts'
import { useWorkflow } from './model/editor-context.ts'
import { RulePanel } from './RulePanel.tsx'
import { StagePanel } from './StagePanel.tsx'
import type { Trial } from './trial/useTrial.ts'
import type { ItemActions } from './useItemActions.ts'
import classes from './ItemPanel.module.css'

interface ItemPanelProps {
  actions: ItemActions
  /** Null while nothing is tried. */
  trial: Trial | null
  onClose: () => void
}

/** The panel of the selected item; an action is edited in the panel of its rule. */
export function ItemPanel({ actions, trial, onClose }: ItemPanelProps) {
  const { workflow, selected } = useWorkflow()
  const entries = entriesOf(workflow)
  const entry = entries.get(selected ?? '')
  if (entry === undefined || entry.kind === 'branch') return null
  const rule = entry.kind === 'action' ? entries.get(entry.path.at(-1) ?? '') : entry
  return (
    <div className={classes.panel}>
      {entry.kind === 'stage' && (
        <StagePanel key={entry.item.id} stage={entry.item} actions={actions} onClose={onClose} />
      )}
      {rule?.kind === 'rule' && (
        <RulePanel
          key={rule.item.id}
          rule={rule.item}
          action={entry.kind === 'action' ? entry.item.id : null}
          actions={actions}
          trial={trial}
          onClose={onClose}
        />
      )}
    </div>
  )
}
