import type {
  Workflow,
  WorkflowAction,
  WorkflowBranch,
  WorkflowRule,
  WorkflowStage,
} from '@caseloom/contract/apps/workflow'

/** A row of the tree; branches have none, their subject is part of the titles of their rules. */
export type WorkflowRow = { id: string; level: number; branch: WorkflowBranch | null; open?: boolean } & (
  | { kind: 'stage'; item: WorkflowStage }
  | { kind: 'rule'; item: WorkflowRule }
  | { kind: 'action'; item: WorkflowAction }
)

/** The rows in document order, without those inside of folded ones. */
export function rowsOf(workflow: Workflow, folded: ReadonlySet<string>): WorkflowRow[] {
  return workflow.stages.flatMap((stage): WorkflowRow[] => {
    const open = !folded.has(stage.id)
    const row: WorkflowRow = { id: stage.id, kind: 'stage', item: stage, level: 1, branch: null, open }
    return [row, ...(open ? stage.branches.flatMap((branch) => branchRows(branch, 2, folded)) : [])]
  })
}

function branchRows(branch: WorkflowBranch, level: number, folded: ReadonlySet<string>): WorkflowRow[] {
  return branch.rules.flatMap((rule): WorkflowRow[] => {
    const isOpen = !folded.has(rule.id)
    const hasInside = rule.actions.length + rule.branches.length > 0
    const row: WorkflowRow = { id: rule.id, kind: 'rule', item: rule, level, branch }
    const inside = level + 1
    return [
      hasInside ? { ...row, open: isOpen } : row,
      ...(isOpen
        ? rule.actions.map(
            (action): WorkflowRow => ({ id: action.id, kind: 'action', item: action, level: inside, branch }),
          )
        : []),
      ...(isOpen ? rule.branches.flatMap((nested) => branchRows(nested, inside, folded)) : []),
    ]
  })
}
