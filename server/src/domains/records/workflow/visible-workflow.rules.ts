import type { Workflow, WorkflowBranch, WorkflowRule } from '@caseloom/contract/apps/workflow'
import type { CompiledRule, CompiledWorkflow } from '@caseloom/workflow/compile'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { withoutUnreadable } from '@caseloom/contract/apps/message-names'
import type { FormState } from '@caseloom/contract/apps/workflow-runs'

/** Whether a reader can read a field. */
export type Readable = (field: string) => boolean

/** IDs of the rules that depend on something the reader can’t read. */
export function hiddenRules({ rules }: CompiledWorkflow, readable: Readable): ReadonlySet<string> {
  return new Set(rules.flatMap((rule) => ([...rule.decides].every(readable) ? [] : [rule.placed.rule.id])))
}

/**
 * The workflow without what the reader may not see: a hidden rule keeps its place and ID alone, and an action whose value
 * is made of hidden fields or that is about one is left out.
 */
export function visibleWorkflow(
  workflow: Workflow,
  compiled: CompiledWorkflow,
  { hidden, readable }: { hidden: ReadonlySet<string>; readable: Readable },
): Workflow {
  const byId = new Map(compiled.rules.map((rule) => [rule.placed.rule.id, rule]))
  const shown = (rule: WorkflowRule): WorkflowRule => {
    const known = byId.get(rule.id)
    if (known === undefined || hidden.has(rule.id))
      return { id: rule.id, off: true, actions: [], branches: [] }
    const actions = visibleActions(rule, known, readable)
    return { ...rule, actions, branches: rule.branches.map(inBranch) }
  }
  const inBranch = ({ id, subject, rules }: WorkflowBranch): WorkflowBranch => ({
    id,
    ...(subject === undefined || !readable(subject) ? {} : { subject }),
    rules: rules.map(shown),
  })
  return { stages: workflow.stages.map((stage) => ({ ...stage, branches: stage.branches.map(inBranch) })) }
}

function visibleActions(
  rule: WorkflowRule,
  known: CompiledRule,
  readable: Readable,
): WorkflowRule['actions'] {
  const open = new Set(
    known.actions.flatMap(({ action, reads, items }) =>
      reads.every(readable) && items.every((item) => isReadableItem(item, readable)) ? [action.id] : [],
    ),
  )
  return rule.actions
    .filter(({ id, off }) => off !== true && open.has(id))
    .map((action) =>
      action.do === 'message' ? { ...action, text: withoutUnreadable(action.text, readable) } : action,
    )
}

const FIELD = 'field:'

/** True for a field that the reader can read, and for everything that is no field. */
export function isReadableItem(item: string, readable: Readable): boolean {
  return !item.startsWith(FIELD) || readable(item.slice(FIELD.length))
}

/** A form about which rules say nothing. */
export const PLAIN_FORM: FormState = { items: {}, options: {}, values: {}, messages: [], blocks: false }

/** The form as a reader may see it. */
export function formState(
  compiled: CompiledWorkflow,
  outcome: FormOutcome,
  { hidden, readable }: { hidden: ReadonlySet<string>; readable: Readable },
): FormState {
  const open = new Set(
    compiled.rules.flatMap(({ placed, actions }) =>
      hidden.has(placed.rule.id) ? [] : actions.map(({ action }) => action.id),
    ),
  )
  const items = [...outcome.items].flatMap(([item, state]) => {
    if (!isReadableItem(item, readable)) return []
    const aspects = Object.entries(state).map(([aspect, { value, by }]) => [
      aspect,
      { value, by: by.filter((id: string) => open.has(id)) },
    ])
    return [[item, Object.fromEntries(aspects)] as const]
  })
  return {
    items: Object.fromEntries(items),
    options: Object.fromEntries(
      [...outcome.options].flatMap(([field, keys]) => (readable(field) ? [[field, [...keys]]] : [])),
    ),
    values: Object.fromEntries(Object.entries(outcome.values).filter(([field]) => readable(field))),
    messages: outcome.messages
      .filter(({ rule }) => !hidden.has(rule))
      .map(({ parts, ...message }) => ({
        ...message,
        ...(parts === undefined ? {} : { parts: [...parts] }),
      })),
    blocks: outcome.messages.some(({ level, rule }) => level === 'error' && !hidden.has(rule)),
  }
}
