import type { Workflow, WorkflowBranch } from '@caseloom/contract/apps/workflow'
import { changeStage, entriesOf, newId, removeItem } from './workflow-tree.ts'

/** A rule as a branch of its own in a stage, first or last there; null for an else, which belongs to its branch. */
export function moveToStage(
  workflow: Workflow,
  id: string,
  to: { stage: string; at: 'start' | 'end' },
): Workflow | null {
  const entries = entriesOf(workflow)
  const entry = entries.get(id)
  if (entry?.kind !== 'rule' || entry.item.when === undefined || entries.get(to.stage)?.kind !== 'stage')
    return null
  const from = entries.get(entry.path.at(-1) ?? '')
  const subject = from?.kind === 'branch' ? from.item.subject : undefined
  const branch: WorkflowBranch = {
    id: newId('branch'),
    ...(subject === undefined ? {} : { subject }),
    rules: [entry.item],
  }
  return changeStage(removeItem(workflow, id), to.stage, (stage) => ({
    ...stage,
    branches: to.at === 'start' ? [branch, ...stage.branches] : [...stage.branches, branch],
  }))
}

/** Beyond the end of its stage, into the next one or the one before; null elsewhere. */
export function stepToStage(workflow: Workflow, id: string, step: -1 | 1): Workflow | null {
  const at = workflow.stages.findIndex(({ branches }) => {
    const outer = step === 1 ? branches.at(-1)?.rules.at(-1) : branches[0]?.rules[0]
    return outer?.id === id
  })
  const next = at === -1 ? undefined : workflow.stages[at + step]
  return next === undefined
    ? null
    : moveToStage(workflow, id, { stage: next.id, at: step === 1 ? 'start' : 'end' })
}
