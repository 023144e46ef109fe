import { type Workflow, WorkflowAction, WorkflowRule, WorkflowStage } from '@caseloom/contract/apps/workflow'
import { printDocument, readDocument } from '@caseloom/playbook/document-text'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { addRuleAt, type Added } from './model/new-items.ts'
import { changeRule, copyOfRule, copyOfStage, entriesOf, newId } from './model/workflow-tree.ts'

/** A stage, rule, or action on the clipboard, as YAML: it can be pasted into another app. */
export type Clip =
  | { kind: 'stage'; item: WorkflowStage }
  | { kind: 'rule'; item: WorkflowRule }
  | { kind: 'action'; item: WorkflowAction }

export function clipOf(workflow: Workflow, id: string): Clip | null {
  const entry = entriesOf(workflow).get(id)
  if (entry === undefined || entry.kind === 'branch') return null
  const { kind, item } = entry
  // Kind and item come from one entry.
  return { kind, item } as Clip
}

export function clipText({ kind, item }: Clip): string {
  // A definition is JSON: only absent settings are undefined.
  return printDocument({ [kind]: JSON.parse(JSON.stringify(item)) as JsonValue })
}

/** Null for any other text. */
export function readClip(text: string): Clip | null {
  const read = readDocument(text)
  if (!read.ok || typeof read.value !== 'object' || read.value === null || Array.isArray(read.value))
    return null
  const { stage, rule, action } = read.value
  const asStage = WorkflowStage.safeParse(stage)
  if (asStage.success) return { kind: 'stage', item: asStage.data }
  const asRule = WorkflowRule.safeParse(rule)
  if (asRule.success) return { kind: 'rule', item: asRule.data }
  const asAction = WorkflowAction.safeParse(action)
  return asAction.success ? { kind: 'action', item: asAction.data } : null
}

/** Pastes a copy with new IDs: a stage after the stage, a rule after the rule, an action into the rule at `at`. */
export function pasteClip(workflow: Workflow, clip: Clip, at: string | null, firstStage: string): Added {
  const entry = entriesOf(workflow).get(at ?? '')
  if (clip.kind === 'stage') {
    const stage = copyOfStage(clip.item)
    const after = workflow.stages.findIndex(({ id }) => id === (entry?.path[0] ?? at))
    const stages = workflow.stages.toSpliced(after < 0 ? workflow.stages.length : after + 1, 0, stage)
    return { workflow: { ...workflow, stages }, id: stage.id }
  }
  if (clip.kind === 'rule') {
    const rule = copyOfRule({ when: { all: [] }, ...clip.item })
    return addRuleAt(workflow, at, firstStage, rule)
  }
  const action: WorkflowAction = { ...clip.item, id: newId('action') }
  const into =
    entry?.kind === 'rule' ? entry.item.id : entry?.kind === 'action' ? entry.path.at(-1) : undefined
  if (into !== undefined)
    return {
      workflow: changeRule(workflow, into, (rule) => ({ ...rule, actions: [...rule.actions, action] })),
      id: action.id,
    }
  const started = addRuleAt(workflow, at, firstStage)
  return {
    workflow: changeRule(started.workflow, started.id, (rule) => ({ ...rule, actions: [action] })),
    id: started.id,
  }
}
