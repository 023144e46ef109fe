import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import { aspectOf, itemsOf } from './compile.ts'
import { type Checking, namesOf, ruleName } from './checking.ts'
import { type Fact, factsOf, impossible, isAlways, isBefore } from './impossible.ts'
import { setsOf } from './order-problems.ts'
import { conditionSentence, itemLabel } from './sentences.ts'
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

function deadReason(one: PlacedRule, checking: Checking): string | null {
  const { fields, parts } = checking
  const { when } = one.rule
  if (when === undefined) {
    const always = one.earlier.find(({ rule, off }) => !off && isAlways(rule.when))
    return always === undefined
      ? null
      : `This else is never reached: the rule “${ruleName(always.rule, parts)}” always applies`
  }
  const clash = impossible([...factsAround(one, checking), ...factsOf(when)], fields)
  if (clash === null) return null
  if (clash === 'never') return 'This rule never applies: a group without conditions never holds'
  const [first, second] = clash.map(({ test, holds }) =>
    conditionSentence(holds ? test : { none: [test] }, namesOf(parts)),
  )
  return `This rule never applies: “${first}” and “${second}” can’t both be true`
}

/** What must hold for a rule to be reached; of a field that rules before it there may have set, nothing is certain. */
function factsAround(one: PlacedRule, { rules }: Checking): Fact[] {
  const around = ancestors(one)
  const [root] = around
  if (root === undefined) return []
  const set = new Set(rules.slice(rules.indexOf(root), rules.indexOf(one)).flatMap(setsOf))
  const conditions = around.flatMap(({ rule, earlier }) =>
    rule.when === undefined
      ? earlier
          .filter(({ off }) => !off)
          .flatMap((other) => (other.rule.when === undefined ? [] : [{ none: [other.rule.when] }]))
      : [rule.when],
  )
  return conditions
    .flatMap((when) => factsOf(when))
    .filter((fact) => fact === 'never' || isBefore(fact.test) || !set.has(fact.test.field))
}

function ancestors({ parent }: PlacedRule): PlacedRule[] {
  return parent === null ? [] : [...ancestors(parent), parent]
}

interface Placed {
  one: PlacedRule
  action: WorkflowAction
  path: Path
}

/** Opposite actions on the same item in rules of which neither is nested in the other and that can hold together. */
function conflicts({ rules, fields, parts, report }: Checking, dead: ReadonlySet<PlacedRule>): void {
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
            message: `“${verbOf(other.action)}” in the rule “${ruleName(other.one.rule, parts)}” and “${verbOf(action)}” here can apply to ${itemName(item, parts)} together; the later one wins`,
            items: [action.id, one.rule.id, other.action.id, other.one.rule.id],
            severity: 'warning',
          })
        byItem.set(name, [...list, placed])
      }
    }
  }
}

function verbOf({ do: verb }: WorkflowAction): string {
  return verb.replace('_', '-')
}

/** The words for an item by its name, such as `field:status`. */
function itemName(name: string, parts: Checking['parts']): string {
  const at = name.indexOf(':')
  const [kind, key] = [name.slice(0, at), name.slice(at + 1)]
  return kind === 'field' ? itemLabel({ field: key }, namesOf(parts)) : `the ${kind} ${key}`
}

function isConflict(a: Placed, b: Placed, fields: Checking['fields']): boolean {
  if (a.action.do === b.action.do || ancestors(b.one).includes(a.one)) return false
  if (b.one.rule.when === undefined && b.one.earlier.includes(a.one)) return false
  const facts = [a.one, b.one].flatMap((one) =>
    [...ancestors(one), one].flatMap(({ rule }) => (rule.when === undefined ? [] : factsOf(rule.when))),
  )
  return impossible(facts, fields) === null
}
