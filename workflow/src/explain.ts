import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import { aspectOf, type CompiledAction, type CompiledRule, type CompiledWorkflow } from './compile.ts'
import { Evaluation, rerun } from './evaluate.ts'
import type { Aspect, FormOutcome } from './form-context.ts'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { leafReads, leavesOf } from './test-reads.ts'
import { type Leaf, same, type Test } from './tests.ts'

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
function relevantRules({ rules }: CompiledWorkflow, subject: Subject): Set<CompiledRule> {
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

/** One change to the record that makes a subject another. */
export interface Flip {
  changes: readonly { field: string; from: JsonValue; to: JsonValue }[]
  result: JsonValue
}

const MAX_FLIPS = 3
/** Evaluations that a search may make. */
const MAX_TRIALS = 2_000

/**
 * The smallest changes of fields that the actor can read which make the subject another: at most three, smallest first.
 * They have the same result in `others` too: evaluations that may as well have been the one that is explained.
 */
export function smallestFlips(
  outcome: FormOutcome,
  subject: Subject,
  others: readonly FormOutcome[] = [],
): Flip[] {
  if (!(outcome instanceof Evaluation)) return []
  const { compiled, context } = outcome
  const present = stateOf(outcome, subject)
  const candidates = candidatesOf([...relevantRules(compiled, subject)], outcome)
  const flips: Flip[] = []
  let trials = 0
  const attempt = (changes: Flip['changes']): boolean => {
    trials += 1
    const record = { ...context.record, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }
    const trial = rerun(outcome, compiled, { ...context, record })
    if (!isKnown(trial, outcome)) return false
    const result = stateOf(trial, subject)
    if (same(result, present)) return false
    const isSure = others.every((other) => {
      if (!(other instanceof Evaluation)) return false
      const changed = rerun(other, compiled, { ...other.context, record })
      return isKnown(changed, other) && same(stateOf(changed, subject), result)
    })
    if (!isSure) return false
    flips.push({ changes, result })
    return true
  }
  const used = new Set<string>()
  for (const { field, from, values } of candidates)
    for (const to of values) {
      if (flips.length >= MAX_FLIPS || trials >= MAX_TRIALS) return flips
      if (attempt([{ field, from, to }])) {
        used.add(field)
        break
      }
    }
  const rest = candidates.filter(({ field }) => !used.has(field))
  for (const [at, one] of rest.entries())
    for (const other of rest.slice(at + 1))
      pair: for (const to of one.values)
        for (const second of other.values) {
          if (flips.length >= MAX_FLIPS || trials >= MAX_TRIALS) return flips
          const changes = [
            { field: one.field, from: one.from, to },
            { field: other.field, from: other.from, to: second },
          ]
          if (attempt(changes)) break pair
        }
  return flips
}

/** What tables say of another value isn't known, nor what another rule would take from linked records. */
function isKnown(trial: FormOutcome, base: Evaluation): boolean {
  if (!(trial instanceof Evaluation)) return false
  return trial.asked.size <= base.asked.size && trial.untaken.isSubsetOf(base.untaken)
}

interface Candidate {
  field: string
  from: JsonValue
  values: readonly JsonValue[]
}

/** Values of fields that conditions distinguish: those that they name, others beside them, options, and nothing. */
function candidatesOf(rules: readonly CompiledRule[], { compiled, context }: Evaluation): Candidate[] {
  const named = new Map<string, JsonValue[]>()
  for (const rule of rules) {
    for (const key of [...rule.reads, ...rule.actions.flatMap((one) => one.reads)])
      named.set(key, named.get(key) ?? [])
    for (const [field, values] of namedValues(rule))
      named.set(field, [...(named.get(field) ?? []), ...values])
  }
  const linked = new Set(rules.flatMap(linkedKeys))
  return [...named].flatMap(([field, own]) => {
    const definition = compiled.fields.own.get(field)
    if (definition === undefined || !context.actor.readable(field)) return []
    // What other links would have said isn't known.
    if (context.linkedThen !== undefined && linked.has(field)) return []
    const from = context.record[field] ?? null
    const values: JsonValue[] = [...own, ...valuesOf(definition), null]
    const other = values.filter(
      (value, at) => !same(value, from) && values.findIndex((one) => same(one, value)) === at,
    )
    return other.length === 0 ? [] : [{ field, from, values: other }]
  })
}

/** Reference fields that decide a rule, or from which it takes values, by their linked records. */
function linkedKeys({ test, actions }: CompiledRule): string[] {
  const leaves = test === null ? [] : leavesOf(test)
  return [
    ...leaves.flatMap(({ test: leaf }) => (leaf.kind === 'linked' ? [leaf.key] : [])),
    ...actions.flatMap(({ action }) => ('to' in action && 'through' in action.to ? [action.to.through] : [])),
  ]
}

function valuesOf(field: FieldInput): JsonValue[] {
  if (!('options' in field)) return []
  const keys = field.options.map(({ key }) => key)
  return fieldTraits(field).several ? keys.map((key) => [key]) : keys
}

function namedValues({ test, placed }: CompiledRule): [string, JsonValue[]][] {
  const { when } = placed.rule
  if (test === null || when === undefined) return []
  return leavesOf(test).flatMap(({ test: leaf, path }) => {
    const value = valueAt(when, path)
    return leafReads(leaf).map((field): [string, JsonValue[]] => [field, boundaryValues(leaf, value)])
  })
}

/** The value of the condition at a place. */
function valueAt(when: object, path: string): JsonValue {
  let found: unknown = when
  for (const part of path === '' ? [] : path.split('.'))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined
  const value: unknown = typeof found === 'object' && found !== null ? Reflect.get(found, 'value') : undefined
  // Conditions are JSON by their schema.
  return (value ?? null) as JsonValue
}

function boundaryValues(leaf: Leaf, value: JsonValue): JsonValue[] {
  if (leaf.kind !== 'field' || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((one): JsonValue[] => {
    if (typeof one === 'number') return [one, one + 1, one - 1]
    return one === 'me' ? [] : [one]
  })
}
