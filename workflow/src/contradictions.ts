import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { FieldTest, When, WorkflowAction } from '@caseloom/contract/apps/workflow'
import { aspectOf, itemsOf } from './compile.ts'
import type { Checking } from './checking.ts'
import type { FormFields } from './tests.ts'
import type { Path, PlacedRule } from './walk.ts'

/**
 * Branches that no record can reach, and actions on the same item that can be asked for together. Both are warnings: the
 * outcome is defined, but probably not meant.
 */
export function contradictionProblems(checking: Checking): void {
  const dead = new Set<PlacedRule>()
  for (const one of checking.rules) {
    if (one.off) continue
    if (one.parent !== null && dead.has(one.parent)) {
      dead.add(one)
      continue
    }
    const reason = deadReason(one, checking)
    if (reason === null) continue
    dead.add(one)
    const path: Path = one.rule.when === undefined ? one.path : [...one.path, 'when']
    checking.report({ code: 'dead_branch', path, message: reason, items: [one.rule.id], severity: 'warning' })
  }
  conflicts(checking, dead)
}

function deadReason(one: PlacedRule, { fields }: Checking): string | null {
  const { when } = one.rule
  if (when === undefined) {
    const always = one.earlier.find(({ rule, off }) => !off && isAlways(rule.when))
    return always === undefined ? null : `This else is never reached: "${nameOf(always)}" always applies`
  }
  const around = ancestors(one).flatMap(({ rule, earlier }) =>
    rule.when === undefined
      ? earlier
          .filter(({ off }) => !off)
          .flatMap((other) => (other.rule.when === undefined ? [] : [{ none: [other.rule.when] }]))
      : [rule.when],
  )
  const clash = impossible([...around, when], fields)
  return clash === null ? null : `This rule never applies: ${clash}`
}

function ancestors({ parent }: PlacedRule): PlacedRule[] {
  return parent === null ? [] : [...ancestors(parent), parent]
}

function nameOf({ rule }: PlacedRule): string {
  return rule.name ?? rule.id
}

/** Holds for every record. */
function isAlways(when: When | undefined): boolean {
  if (when === undefined) return false
  if ('all' in when) return when.all.every(isAlways)
  if ('any' in when) return when.any.some(isAlways) || hasBoth(when.any)
  return 'none' in when && when.none.every((part) => 'any' in part && part.any.length === 0)
}

/** A test and its opposite: one of them holds. */
function hasBoth(parts: readonly When[]): boolean {
  const tests = parts.filter(isFieldTest)
  return tests.some(
    (one) =>
      one.op === 'empty' &&
      tests.some((other) => other.op === 'notEmpty' && other.field === one.field && other.at === one.at),
  )
}

function isFieldTest(when: When): when is FieldTest {
  return 'field' in when && 'op' in when
}

/** Why conditions can't hold together; null when that isn't certain. */
function impossible(conditions: readonly When[], { own }: FormFields): string | null {
  const facts = conditions.flatMap((when) => factsOf(when, true))
  if (facts.includes('never')) return 'a group without conditions never holds'
  const tests = facts.filter((fact) => fact !== 'never')
  /** Of one option among several, nothing else can be. */
  const isSingle = (key: string) => {
    const field = own.get(key)
    if (field === undefined) return false
    const { options, several } = fieldTraits(field)
    return options && !several
  }
  for (const [at, fact] of tests.entries())
    for (const other of tests.slice(at + 1))
      if (clash(fact, other, isSingle(fact.test.field))) return `${wordsOf(fact)} and ${wordsOf(other)}`
  return null
}

interface Fact {
  test: FieldTest
  holds: boolean
}

/** What must hold of single fields for a condition to hold. */
function factsOf(when: When, holds: boolean): (Fact | 'never')[] {
  if ('all' in when) return holds ? when.all.flatMap((part) => factsOf(part, true)) : one(when.all, false)
  if ('none' in when) return holds ? when.none.flatMap((part) => factsOf(part, false)) : one(when.none, true)
  if ('any' in when) {
    if (holds && when.any.length === 0) return ['never']
    return holds ? one(when.any, true) : when.any.flatMap((part) => factsOf(part, false))
  }
  return isFieldTest(when) ? [{ test: when, holds }] : []
}

/** One of several has to hold: certain only of a single one. */
function one(parts: readonly When[], holds: boolean): (Fact | 'never')[] {
  const [first, ...others] = parts
  return first !== undefined && others.length === 0 ? factsOf(first, holds) : []
}

function clash(a: Fact, b: Fact, isSingle: boolean): boolean {
  if (a.test.field !== b.test.field || timeOf(a.test) !== timeOf(b.test)) return false
  if (sameTest(a.test, b.test)) return a.holds !== b.holds
  const [first, second] = [allowed(a), allowed(b)]
  if (first.isEmpty !== undefined && second.isEmpty !== undefined && first.isEmpty !== second.isEmpty)
    return true
  return isSingle && (excludes(first, second) || excludes(second, first))
}

function excludes({ values }: Allowed, { values: others, refused }: Allowed): boolean {
  if (values === undefined) return false
  if (others !== undefined) return !values.some((value) => others.includes(value))
  return refused !== undefined && values.every((value) => refused.includes(value))
}

function timeOf({ at = 'now' }: FieldTest): 'now' | 'before' {
  return at === 'before' ? 'before' : 'now'
}

function sameTest(a: FieldTest, b: FieldTest): boolean {
  return (
    a.op === b.op &&
    (a.at ?? 'now') === (b.at ?? 'now') &&
    JSON.stringify(a.value) === JSON.stringify(b.value)
  )
}

interface Allowed {
  isEmpty?: boolean
  values?: readonly string[]
  refused?: readonly string[]
}

/** What a fact leaves of a field, for comparisons that name their values. */
function allowed({ test: { op, value = null, at = 'now' }, holds }: Fact): Allowed {
  // That something did not become so leaves everything open.
  if (at === 'becomes' && !holds) return {}
  const values = textsOf(value)
  if (op === 'empty' || op === 'notEmpty') return { isEmpty: (op === 'empty') === holds }
  if (values === null) return {}
  const isPositive = op === 'eq' || op === 'in'
  if (!isPositive && op !== 'ne' && op !== 'notIn') return {}
  return isPositive === holds ? { isEmpty: false, values } : { refused: values }
}

function textsOf(value: JsonValue): string[] | null {
  const list = Array.isArray(value) ? value : [value]
  // Moving values, and those that stand for the actor, are not known here.
  const isPlain = list.every(
    (item) => typeof item === 'number' || (typeof item === 'string' && item !== 'me'),
  )
  return isPlain ? list.map(String) : null
}

function wordsOf({ test, holds }: Fact): string {
  const value = test.value === undefined ? '' : ` ${JSON.stringify(test.value)}`
  return `${holds ? '' : 'not '}“${test.field} ${test.op}${value}”`
}

interface Placed {
  one: PlacedRule
  action: WorkflowAction
  path: Path
}

/** Opposite actions on the same item in rules of which neither is nested in the other and that can hold together. */
function conflicts({ rules, fields, report }: Checking, dead: ReadonlySet<PlacedRule>): void {
  const byItem = new Map<string, Placed[]>()
  for (const one of rules) {
    if (one.off || dead.has(one)) continue
    for (const [at, action] of one.rule.actions.entries()) {
      const aspect = aspectOf(action.do)?.[0]
      if (aspect === undefined || action.off === true) continue
      for (const item of itemsOf(action)) {
        const name = `${item} ${aspect}`
        const list = byItem.get(name) ?? []
        const placed = { one, action, path: [...one.path, 'actions', at] }
        const other = list.find((earlier) => isConflict(earlier, placed, fields))
        if (other !== undefined)
          report({
            code: 'contradiction',
            path: placed.path,
            message: `“${other.action.do}” in "${nameOf(other.one)}" and “${action.do}” here can apply to ${item} together; the later one wins`,
            items: [action.id, one.rule.id, other.action.id, other.one.rule.id],
            severity: 'warning',
          })
        byItem.set(name, [...list, placed])
      }
    }
  }
}

function isConflict(a: Placed, b: Placed, fields: FormFields): boolean {
  if (a.action.do === b.action.do || ancestors(b.one).includes(a.one)) return false
  if (b.one.rule.when === undefined && b.one.earlier.includes(a.one)) return false
  const conditions = [a.one, b.one].flatMap((one) =>
    [...ancestors(one), one].flatMap(({ rule }) => (rule.when === undefined ? [] : [rule.when])),
  )
  return impossible(conditions, fields) === null
}
