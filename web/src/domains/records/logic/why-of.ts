import type { AppView } from '@caseloom/contract/apps/apps'
import type { When, WorkflowAction, WorkflowRule, WorkflowStage } from '@caseloom/contract/apps/workflow'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import type { Subject } from '@caseloom/workflow/explain'
import type { Decision, FormOutcome, Operand } from '@caseloom/workflow/form-context'
import { withFieldRules } from '@caseloom/workflow/from-fields'
import { placedTests } from '../../../field-types/workflow/placed-tests.ts'

/** What about an item asks for a reason, most telling first. */
export type WhyAspect =
  | 'required'
  | 'optional'
  | 'readOnly'
  | 'editable'
  | 'set'
  | 'options'
  | 'hidden'
  | 'shown'
  | 'collapsed'
  | 'expanded'
  | 'absent'
  | 'offered'
  | 'message'

export interface WhyTest {
  test: When
  operand: Operand
}

export interface WhyAnswer {
  aspect: WhyAspect | null
  /** The rule that decided, with those that it is nested in, outermost first; empty when none did. */
  rules: readonly WorkflowRule[]
  stage: WorkflowStage | null
  tests: readonly WhyTest[]
  /** What one of these rules would change, had it applied. */
  without: boolean
  /** Someone without permission to read a condition sees only that it exists. */
  isUnreadable: boolean
}

export type Reading = Pick<FormOutcome, 'items' | 'options' | 'messages'>

/** What rules decided about an item, such as `field:status` or `message:a1`; without its reasons, which take longer. */
export function aspectsOf(outcome: Reading, item: string, wrote: ReadonlySet<string>): WhyAspect[] {
  const [kind, name] = split(item)
  if (kind === 'message') return outcome.messages.some(({ action }) => action === name) ? ['message'] : []
  const { required, readOnly, visible, collapsed, offered } = outcome.items.get(item) ?? {}
  const either = (decision: Decision | undefined, yes: WhyAspect, no: WhyAspect) =>
    decision === undefined ? [] : [decision.value ? yes : no]
  if (kind === 'button') return either(offered ?? visible, 'offered', 'absent')
  return [
    ...either(byRule(required), 'required', 'optional'),
    ...either(byRule(readOnly), 'readOnly', 'editable'),
    ...(kind === 'field' && wrote.has(name) ? (['set'] as const) : []),
    ...(kind === 'field' && outcome.options.has(name) ? (['options'] as const) : []),
    ...either(visible, 'shown', 'hidden'),
    ...either(byRule(collapsed), 'collapsed', 'expanded'),
  ]
}

function byRule(decision: Decision | undefined): Decision | undefined {
  return (decision?.by.length ?? 0) > 0 ? decision : undefined
}

/** The kind of an item and its name, which can have a colon itself. */
export function split(item: string): [string, string] {
  const at = item.indexOf(':')
  return [item.slice(0, at), item.slice(at + 1)]
}

/** What the search for smaller changes is about. */
export function subjectOf(item: string, aspect: WhyAspect, outcome: Reading): Subject {
  const [, name] = split(item)
  if (aspect === 'message') return { message: name }
  if (aspect === 'set') return { value: name }
  if (aspect === 'options') return { options: name }
  if (aspect === 'required' || aspect === 'optional') return { item, aspect: 'required' }
  if (aspect === 'readOnly' || aspect === 'editable') return { item, aspect: 'readOnly' }
  if (aspect === 'collapsed' || aspect === 'expanded') return { item, aspect: 'collapsed' }
  const isOffered = outcome.items.get(item)?.offered !== undefined
  return { item, aspect: isOffered ? 'offered' : 'visible' }
}

interface Found {
  action: WorkflowAction
  /** The rule of the action, with those around it, outermost first. */
  rules: readonly WorkflowRule[]
  stage: WorkflowStage
}

/** Every action with where it is, those that settings of fields stand for among them. */
function* actionsOf(app: Pick<AppView, 'workflow' | 'applets' | 'fields'>): Generator<Found> {
  for (const stage of withFieldRules(wholeWorkflow(app) ?? { stages: [] }, app.fields).stages)
    for (const branch of stage.branches) yield* actionsIn(branch.rules, [], stage)
}

function* actionsIn(
  list: readonly WorkflowRule[],
  above: readonly WorkflowRule[],
  stage: WorkflowStage,
): Generator<Found> {
  for (const rule of list) {
    const rules = [...above, rule]
    for (const action of rule.actions) yield { action, rules, stage }
    for (const branch of rule.branches) yield* actionsIn(branch.rules, rules, stage)
  }
}

/** The action that decided last, by its ID. */
function decidedBy(outcome: FormOutcome, item: string, aspect: WhyAspect, verbOf: (id: string) => string) {
  const [, name] = split(item)
  if (aspect === 'message') return name
  if (aspect === 'set' || aspect === 'options') {
    const verbs = aspect === 'set' ? ['set', 'default'] : ['options']
    return outcome.trace
      .flatMap(({ actions }) => actions)
      .findLast(({ id, item: one }) => one === `field:${name}` && verbs.includes(verbOf(id)))?.id
  }
  const subject = subjectOf(item, aspect, outcome)
  return 'aspect' in subject ? outcome.items.get(item)?.[subject.aspect]?.by.at(-1) : undefined
}

/** Verbs that would give an item what it has no rule for now. */
const OPPOSITE: Partial<Record<WhyAspect, readonly WorkflowAction['do'][]>> = {
  hidden: ['show'],
  shown: ['hide'],
  absent: ['offer', 'show'],
}

function isAbout(action: WorkflowAction, item: string): boolean {
  const [kind, name] = split(item)
  if ('items' in action)
    return action.items.some((one) =>
      Object.entries(one).some(([key, value]) => key === kind && value === name),
    )
  return 'button' in action && kind === 'button' && action.button === name
}

/** Why an item is as the form shows it. */
export function whyOf(app: AppView, outcome: FormOutcome, item: string, aspect: WhyAspect | null): WhyAnswer {
  const nothing = { aspect: null, rules: [], stage: null, tests: [], without: false, isUnreadable: false }
  if (aspect === null) return nothing
  const all = [...actionsOf(app)]
  const verbs = new Map<string, string>(all.map(({ action }) => [action.id, action.do]))
  const id = decidedBy(outcome, item, aspect, (one) => verbs.get(one) ?? '')
  const decider = id === undefined ? undefined : all.find(({ action }) => action.id === id)
  const wanted = OPPOSITE[aspect] ?? []
  const found = decider ?? all.find(({ action }) => wanted.includes(action.do) && isAbout(action, item))
  if (found === undefined) return { ...nothing, aspect, isUnreadable: true }
  const { rules, stage } = found
  const without = decider === undefined
  return {
    aspect,
    rules,
    stage,
    without,
    tests: testsOf(rules, outcome),
    isUnreadable: rules.some(isUnreadable),
  }
}

function testsOf(rules: readonly WorkflowRule[], outcome: FormOutcome): WhyTest[] {
  return rules.flatMap((rule) => {
    const operands = outcome.trace.find((entry) => entry.rule === rule.id)?.operands ?? []
    return (rule.when === undefined ? [] : placedTests(rule.when)).flatMap(({ path, test }) => {
      const operand = operands.find((one) => one.path === path)
      return operand === undefined ? [] : [{ test, operand }]
    })
  })
}

/** What the reader may not see of a workflow is left as a rule that never applies. */
function isUnreadable({ when, name }: WorkflowRule): boolean {
  return name === undefined && when !== undefined && 'any' in when && when.any.length === 0
}
