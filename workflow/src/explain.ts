import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import { aspectOf, type CompiledAction, type CompiledRule, type CompiledWorkflow } from './compile.ts'
import { Evaluation, rerun } from './evaluate.ts'
import type { Aspect, FormOutcome } from './form-context.ts'
import { same, type Test } from './tests.ts'

/** A condition by its rule and its place in the rule's condition. */
export interface ConditionPlace {
  rule: string
  path: string
}

/** A condition that decided an item: had it come out the other way, the item would be another. */
export interface DecidingCondition extends ConditionPlace {
  reads: readonly string[]
  actual: JsonValue
  holds: boolean
}

/** What is explained: an aspect of an item, the options of a field, its value, or a message. */
export type Subject =
  | { item: string; aspect: Aspect }
  | { options: string }
  | { value: string }
  | { message: string }

/** The conditions that decided: exactly those of which the opposite, all else as it is, changes the subject. */
export function decidingConditions(outcome: FormOutcome, subject: Subject): DecidingCondition[] {
  if (!(outcome instanceof Evaluation)) return []
  const { compiled, context } = outcome
  const present = stateOf(outcome, subject)
  const relevant = relevantRules(compiled, subject)
  return outcome.trace.flatMap((entry, index) => {
    const rule = compiled.rules[index]
    if (rule === undefined || !relevant.has(rule)) return []
    return entry.operands.flatMap((operand) => {
      const flipped = withFlipped(compiled, rule, operand.path)
      const other = rerun(outcome, flipped, context)
      if (same(stateOf(other, subject), present)) return []
      const { path, reads, actual, holds } = operand
      return [{ rule: entry.rule, path, reads, actual, holds }]
    })
  })
}

/** Rules that can decide a subject: those that act on it, what they depend on, and those that set what these read. */
export function relevantRules({ rules }: CompiledWorkflow, subject: Subject): Set<CompiledRule> {
  const found = new Set<CompiledRule>()
  const read = new Set<string>()
  const add = (rule: CompiledRule): void => {
    if (found.has(rule)) return
    found.add(rule)
    for (const key of [...rule.reads, ...rule.actions.flatMap((one) => one.reads)]) read.add(key)
    if (rule.parent !== null) add(rule.parent)
    for (const other of rule.earlier) add(other)
  }
  for (const rule of rules) if (rule.actions.some((one) => actsOn(one, subject))) add(rule)
  // What a set of a rule depends on can only come before it.
  for (const rule of rules.toReversed())
    if (rule.actions.some(({ action }) => setsOne(action, read))) add(rule)
  return found
}

function setsOne(action: WorkflowAction, fields: ReadonlySet<string>): boolean {
  return (action.do === 'set' || action.do === 'default') && fields.has(action.field)
}

function actsOn({ action, items }: CompiledAction, subject: Subject): boolean {
  if ('item' in subject) return items.includes(subject.item) && aspectOf(action.do)?.[0] === subject.aspect
  if ('options' in subject) return action.do === 'options' && action.field === subject.options
  if ('value' in subject) return setsOne(action, new Set([subject.value]))
  return action.id === subject.message
}

/** The state of a subject, as it is compared. */
export function stateOf(outcome: FormOutcome, subject: Subject): JsonValue {
  if ('item' in subject) return outcome.items.get(subject.item)?.[subject.aspect]?.value ?? null
  if ('options' in subject) return [...(outcome.options.get(subject.options) ?? [])]
  if ('value' in subject)
    return Object.hasOwn(outcome.values, subject.value) ? [outcome.values[subject.value] ?? null] : null
  return outcome.messages.some(({ action }) => action === subject.message)
}

/** The workflow in which one condition comes out the other way. */
export function withFlipped(compiled: CompiledWorkflow, rule: CompiledRule, path: string): CompiledWorkflow {
  if (rule.test === null) return compiled
  const test = flip(rule.test, path === '' ? [] : path.split('.'))
  const copies = new Map<CompiledRule, CompiledRule>()
  for (const one of compiled.rules)
    copies.set(one, {
      ...one,
      ...(one === rule ? { test } : {}),
      parent: one.parent === null ? null : (copies.get(one.parent) ?? one.parent),
      earlier: one.earlier.map((other) => copies.get(other) ?? other),
    })
  return { ...compiled, rules: [...copies.values()] }
}

function flip(test: Test, path: readonly string[]): Test {
  const [, at, ...rest] = path
  if (at === undefined || !('parts' in test)) return { kind: 'none', parts: [test] }
  return { ...test, parts: test.parts.map((part, index) => (index === Number(at) ? flip(part, rest) : part)) }
}
