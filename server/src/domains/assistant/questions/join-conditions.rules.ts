import type { Filter } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { condition, type Item, type Picked } from './grammar.rules.ts'

/** The conditions of the items and how they are joined; null where it is unclear what `or` or `and` joins. */
export function joinedConditions(items: readonly Item[]): Picked[] | null {
  const picked: Picked[] = []
  let last = -1
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'condition') continue
    const between = items.slice(last + 1, at)
    if (between.some(({ kind }) => kind === 'or')) {
      const before = picked.at(-1)
      if (before === undefined || !isClearOr(items, last, at)) return null
      picked.splice(-1, 1, either(before, item.picked))
    } else {
      const outcome = merged(
        picked,
        item.picked,
        between.some(({ kind }) => kind === 'and'),
      )
      if (outcome === 'contrary') return null
      if (outcome === 'apart') picked.push(item.picked)
    }
    last = at
  }
  return items.slice(last + 1).some(({ kind }) => kind === 'or') ? null : withoutImplied(picked)
}

/** "Open alerts in progress": what is in progress is open anyway, so that the second condition says it all. */
function withoutImplied(picked: readonly Picked[]): Picked[] {
  return picked.filter(({ field, filter }) => {
    if (!('op' in filter) || filter.op !== 'notIn' || !Array.isArray(filter.value)) return true
    const excluded = filter.value
    return !picked.some((other) => {
      const values = other.field === field ? valuesOf(other) : null
      return values !== null && values.every((value) => !excluded.includes(value))
    })
  })
}

/** Items that end what is said of a noun. */
const SEPARATES = new Set<Item['kind']>(['and', 'or', 'break', 'relative'])

/**
 * "Or" joins the two conditions beside it where nothing else may be meant: nothing comes between them, none of them is
 * one of several ("open critical alerts or unassigned ones"), and no denial is said of the first alone.
 */
function isClearOr(items: readonly Item[], first: number, second: number): boolean {
  const between = items.slice(first + 1, second)
  const [one, other] = [items[first], items[second]]
  if (one?.kind !== 'condition' || other?.kind !== 'condition') return false
  const isBeside = between.every(({ kind }) => ['or', 'noun', 'break', 'relative'].includes(kind))
  const isDenied = one.negated === true && other.negated !== true
  const isPart = isCondition(items[first - 1]) || isCondition(items[second + 1])
  const isOfNouns = items.slice(first + 1, second + 2).some(isNoun) && conditionsOf(items, first) > 1
  return isBeside && !isDenied && !isPart && !isOfNouns
}

const isCondition = (item: Item | undefined) => item?.kind === 'condition' || item?.kind === 'text'
const isNoun = ({ kind }: Item) => kind === 'noun' || kind === 'relative'

/** How many conditions are said of the noun whose last one is at a place. */
function conditionsOf(items: readonly Item[], at: number): number {
  const before = items.slice(0, at + 1)
  const start = before.findLastIndex(({ kind }) => SEPARATES.has(kind))
  return before.slice(start + 1).filter(isCondition).length
}

function either(one: Picked, other: Picked): Picked {
  const any: Filter[] = [...('any' in one.filter ? one.filter.any : [one.filter]), other.filter]
  return {
    field: one.field === other.field ? one.field : `${one.field}|${other.field}`,
    filter: { any },
    label: `${one.label} or ${other.label}`,
  }
}

/** Two values of a field that holds one are both wanted where "and" lists them; else they contradict each other. */
function merged(picked: Picked[], next: Picked, isListed: boolean): 'merged' | 'apart' | 'contrary' {
  if (picked.some(({ label }) => label === next.label)) return 'merged'
  const own = valuesOf(next)
  if (own === null) return 'apart'
  const at = picked.findIndex((one) => one.field === next.field && valuesOf(one) !== null)
  const before = picked[at]
  const values = before === undefined ? null : valuesOf(before)
  if (before === undefined || values === null) return 'apart'
  // "High alerts of Bob and critical ones of Carla" are two lists.
  if (!isListed || at !== picked.length - 1) return 'contrary'
  const keys = [...new Set([...values, ...own])]
  const said = next.label.replace(/^.* is /, '')
  picked.splice(at, 1, {
    field: before.field,
    filter: condition(before.field, 'in', keys),
    label: `${before.label} or ${said}`,
    ...(before.options === undefined ? {} : { options: { keys: keys.map(String), negative: false } }),
  })
  return 'merged'
}

/** The values of which a field is to have one; null for every other condition. */
function valuesOf({ filter }: Picked): readonly JsonValue[] | null {
  return 'op' in filter && filter.op === 'in' && Array.isArray(filter.value) ? filter.value : null
}
