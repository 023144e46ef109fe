import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import { type Checking, namesOf, ruleName } from './checking.ts'
import { itemLabel } from './sentences.ts'
import { leavesOf } from './test-reads.ts'
import { compileTest, expressionTest } from './tests.ts'
import type { PlacedRule } from './walk.ts'

/** Rules that read what a later rule sets: in a circle, which is named with its way, or merely too early. */
export function orderProblems(checking: Checking): void {
  const active = checking.rules.filter(({ off }) => !off)
  const sets = active.map((one) => setsOf(one))
  const reads = active.map((one) => readsNow(one, checking))
  /** By which fields the values of fields are decided. */
  const feeds = new Map<string, Set<string>>()
  for (const [at] of active.entries())
    for (const target of sets[at] ?? []) {
      const sources = feeds.get(target) ?? new Set<string>()
      for (const key of reads[at] ?? []) sources.add(key)
      feeds.set(target, sources)
    }
  const label = (field: string) => itemLabel({ field }, namesOf(checking.parts))
  const last = new Map<string, number>()
  for (const [at, keys] of sets.entries()) for (const key of keys) last.set(key, at)
  for (const [at, one] of active.entries())
    for (const key of reads[at] ?? []) {
      const setAt = last.get(key) ?? -1
      if (setAt <= at) continue
      const setter = active[setAt]
      const way = wayBack(key, sets[at] ?? [], feeds)
      const later = setter === undefined ? '' : ruleName(setter.rule, checking.parts)
      const message =
        way === null
          ? `This rule reads ${label(key)}, which the later rule “${later}” sets. Move it after that rule, or read the value before the change.`
          : `Rules depend on each other in a cycle: ${way.map(label).join(' → ')}. Read one of them before the change.`
      checking.report({
        code: way === null ? 'reads_later' : 'cycle',
        path: [...one.path, one.rule.when === undefined ? 'actions' : 'when'],
        message,
        items: [one.rule.id, ...(setter === undefined ? [] : [setter.rule.id])],
      })
    }
}

/** From what a rule sets back to the field that it reads; null when nothing leads there. */
function wayBack(
  key: string,
  set: readonly string[],
  feeds: ReadonlyMap<string, ReadonlySet<string>>,
): string[] | null {
  const queue: string[][] = [[key]]
  const seen = new Set([key])
  for (let way = queue.shift(); way !== undefined; way = queue.shift()) {
    const [head = ''] = way
    for (const source of feeds.get(head) ?? []) {
      if (set.includes(source)) return [key, source, ...way]
      if (seen.has(source)) continue
      seen.add(source)
      queue.push([source, ...way])
    }
  }
  return null
}

/** The fields that a rule sets. */
export function setsOf({ rule }: PlacedRule): string[] {
  return rule.actions.flatMap((action) => (isSet(action) && action.off !== true ? [action.field] : []))
}

function isSet(action: WorkflowAction): action is WorkflowAction & { do: 'set' | 'default' } {
  return action.do === 'set' || action.do === 'default'
}

/** Fields whose present values the rule reads, in its own condition or in what it computes. */
function readsNow({ rule }: PlacedRule, { fields }: Checking): string[] {
  const own =
    rule.when === undefined
      ? []
      : leavesOf(compileTest(rule.when, fields)).flatMap(({ test }) => {
          if (test.kind === 'field') return test.at === 'before' ? [] : [test.field.source]
          if (test.kind === 'table') return test.test.at === 'before' ? [] : [test.test.field]
          if (test.kind === 'changed') return [test.key]
          return test.kind === 'expression' ? test.reading.record : []
        })
  const computed = rule.actions.flatMap((action) =>
    isSet(action) && 'expression' in action.to
      ? expressionTest(action.to.expression, fields).reading.record
      : [],
  )
  return [...new Set([...own, ...computed])]
}
