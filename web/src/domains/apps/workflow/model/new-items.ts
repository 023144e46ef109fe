import {
  OCCASIONS,
  type Workflow,
  type WorkflowBranch,
  type WorkflowRule,
  type WorkflowStage,
} from '@caseloom/contract/apps/workflow'
import { addBranch, changeBranch, entriesOf, insertRule, newId, placeOfRule } from './workflow-tree.ts'

export const NO_WORKFLOW: Workflow = { stages: [] }

export function newStage(title: string): WorkflowStage {
  return { id: newId('stage'), title, on: [...OCCASIONS], branches: [] }
}

export function newRule(): WorkflowRule {
  return { id: newId('rule'), when: { all: [] }, actions: [], branches: [] }
}

/** A workflow with a new item, and its ID. */
export interface Added {
  workflow: Workflow
  id: string
}

export function addStage(workflow: Workflow, title: string, after: string | null): Added {
  const stage = newStage(title)
  const at = workflow.stages.findIndex(({ id }) => id === after)
  const stages = workflow.stages.toSpliced(at < 0 ? workflow.stages.length : at + 1, 0, stage)
  return { workflow: { ...workflow, stages }, id: stage.id }
}

/** Puts rules as a branch of their own into a stage or a rule. */
export function addRuleIn(workflow: Workflow, parent: string, rule = newRule()): Added {
  const branch: WorkflowBranch = { id: newId('branch'), rules: [rule] }
  return { workflow: addBranch(workflow, parent, branch), id: rule.id }
}

/** Adds a rule where the selection is: after a rule, in a stage; in the last stage without one. */
export function addRuleAt(
  workflow: Workflow,
  selected: string | null,
  firstStage: string,
  rule = newRule(),
): Added {
  const entry = entriesOf(workflow).get(selected ?? '')
  if (entry?.kind === 'rule' || entry?.kind === 'action') {
    const at = entry.kind === 'rule' ? entry.item.id : (entry.path.at(-1) ?? '')
    const place = placeOfRule(workflow, at)
    if (place !== null)
      return { workflow: insertRule(workflow, { ...place, at: place.at + 1 }, rule), id: rule.id }
  }
  const stage = entry?.kind === 'stage' ? entry.item : workflow.stages.at(-1)
  if (stage !== undefined) return addRuleIn(workflow, stage.id, rule)
  const started = addStage(workflow, firstStage, null)
  return addRuleIn(started.workflow, started.id, rule)
}

/** An `else` at the end of a rule's branch; null where there is one. */
export function addElse(workflow: Workflow, ruleId: string): Added | null {
  const place = placeOfRule(workflow, ruleId)
  const branch = place === null ? undefined : entriesOf(workflow).get(place.branch)
  if (branch?.kind !== 'branch' || branch.item.rules.at(-1)?.when === undefined) return null
  const id = newId('rule')
  const rule: WorkflowRule = { id, actions: [], branches: [] }
  const next = changeBranch(workflow, branch.item.id, (one) => ({ ...one, rules: [...one.rules, rule] }))
  return { workflow: next, id }
}
