import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type {
  FormItem,
  Workflow,
  WorkflowAction,
  WorkflowBranch,
  WorkflowRule,
} from '@caseloom/contract/apps/workflow'
import { formFieldsOf } from './compile.ts'
import { withoutUnreadable } from '@caseloom/contract/apps/message-names'
import { readsOf } from './test-reads.ts'
import { compileTest, expressionTest, type FormFields } from './tests.ts'

type Readable = (field: string) => boolean

/**
 * The part of a workflow that someone may see: rules whose conditions use only fields that they can read, and actions on
 * those. The others change nothing on their form; of them remains only how items are without them.
 */
export function readableWorkflow(
  workflow: Workflow,
  fields: readonly FieldInput[],
  readable: Readable,
  placed: (item: FormItem) => boolean = () => true,
): Workflow {
  const reading = { fields: formFieldsOf(fields, undefined), readable, placed }
  return {
    stages: workflow.stages.map((stage) => ({ ...stage, branches: branchesOf(stage.branches, reading) })),
  }
}

interface Reading {
  fields: FormFields
  readable: Readable
  /** Whether the reader's layout has a section, tab, or block. */
  placed: (item: FormItem) => boolean
}

function branchesOf(branches: readonly WorkflowBranch[], reading: Reading): WorkflowBranch[] {
  return branches.map(({ subject, ...branch }) => ({
    ...branch,
    ...(subject === undefined || !reading.readable(subject) ? {} : { subject }),
    rules: rulesOf(branch.rules, reading),
  }))
}

function rulesOf(rules: readonly WorkflowRule[], reading: Reading): WorkflowRule[] {
  const isSeen = (rule: WorkflowRule) =>
    rule.when === undefined || readsOf(compileTest(rule.when, reading.fields)).every(reading.readable)
  const isWhole = rules.every(isSeen)
  return rules.map((rule) => {
    if (!isSeen(rule) || (rule.when === undefined && !isWhole)) return hiddenRule(rule, reading)
    return {
      ...rule,
      actions: rule.actions.flatMap((action) => actionOf(action, reading)),
      branches: branchesOf(rule.branches, reading),
    }
  })
}

/** A rule that never applies: it only keeps how its items are without it. */
function hiddenRule({ id, actions, branches, off }: WorkflowRule, reading: Reading): WorkflowRule {
  return {
    id,
    ...(off === undefined ? {} : { off }),
    when: { any: [] },
    actions: actions
      .filter(({ do: verb }) => STARTING.has(verb))
      .flatMap((action) => actionOf(action, reading)),
    branches: branches.map((branch) => ({
      id: branch.id,
      rules: branch.rules.map((rule) => hiddenRule(rule, reading)),
    })),
  }
}

/** Verbs of which an item has another state while no rule applies them. */
const STARTING: ReadonlySet<WorkflowAction['do']> = new Set(['show', 'hide', 'collapse', 'expand', 'offer'])

function actionOf(action: WorkflowAction, { fields, readable, placed }: Reading): WorkflowAction[] {
  if ('items' in action) {
    const items = action.items.filter((item) => ('field' in item ? readable(item.field) : placed(item)))
    return items.length === 0 ? [] : [{ ...action, items }]
  }
  if ('fields' in action) {
    const own = action.fields.filter(readable)
    return own.length === 0 ? [] : [{ ...action, fields: own }]
  }
  if ('field' in action && !readable(action.field)) return []
  if (
    action.do === 'message' &&
    action.at !== undefined &&
    !('field' in action.at ? readable(action.at.field) : placed(action.at))
  )
    return []
  if (action.do === 'message') return [{ ...action, text: withoutUnreadable(action.text, readable) }]
  if ('to' in action && 'expression' in action.to) {
    const { record, before } = expressionTest(action.to.expression, fields).reading
    return [...record, ...before].every(readable) ? [action] : []
  }
  return 'to' in action && 'through' in action.to && !readable(action.to.through) ? [] : [action]
}
