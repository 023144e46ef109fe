import type { Item, Match, Parse, Tail } from './grammar.rules.ts'
import { longestPhrase } from './names.rules.ts'
import { type Subject, valueTraits } from './subject.rules.ts'
import { isExclusion, negationAt } from './negations.rules.ts'

const DEEDS =
  /^(?:assigned|reassigned|given|allocated|claimed|promoted|escalated|linked|attached|took|taken|picked|grabbed)$/

/** "No longer high" and "never assigned to Bob" describe the past: only states and timestamps record it. */
function wasOnce(
  { items }: Match,
  { tokens, subject }: Pick<Parse, 'tokens' | 'subject'>,
  at: number,
): boolean {
  if (longestPhrase(tokens, at, ['no longer', 'not any longer|more', 'never got|been?']) === 0) return false
  return items.some((item) => {
    if (item.kind !== 'condition') return false
    const { field, options, filter } = item.picked
    const isPerson = 'op' in filter && filter.op === 'notIn' && options === undefined
    return subject.kind === 'app' && field !== subject.status?.key && (options !== undefined || isPerson)
  })
}

/** Marks the conditions of a match with what its words leave unclear. */
export function withTails(match: Match, { tokens, subject }: Parse, at: number): readonly Item[] {
  const words = tokens.slice(at, at + match.length)
  const negated = negationAt({ tokens }, at) > 0
  const excluded = isExclusion(tokens, at)
  const isDeed = words.some(({ text }) => DEEDS.test(text))
  if (wasOnce(match, { tokens, subject }, at)) return [...match.items, { kind: 'blocked' }]
  return match.items.map((item): Item => {
    if (item.kind !== 'condition') return item
    const tail = excluded ? 'excluded' : (item.tail ?? (isDeed ? 'done' : stateTail(item, subject)))
    return { ...item, ...(negated ? { negated } : {}), ...(tail === undefined ? {} : { tail }) }
  })
}

function stateTail(
  { picked }: Extract<Item, { kind: 'condition' }>,
  { status, assignee, fields }: Subject,
): Tail | undefined {
  // Nor is the moment at which a clock ran out.
  const field = fields.find(({ key }) => key === picked.field)
  if (field !== undefined && valueTraits(field).clock) return 'done'
  const isFree = picked.field === assignee?.key && 'op' in picked.filter && picked.filter.op === 'empty'
  return isFree || picked.field === status?.key || picked.field === 'due' ? 'state' : undefined
}

/** Whether something is said where it may be meant of what was named just before it. */
export function isUnclear(items: readonly Item[], subject: Subject): boolean {
  return items.some((item, at) => {
    if (item.kind !== 'condition') return false
    if (isStepOf(items, at, subject)) return true
    if (item.tail === undefined) return false
    const rest = items.slice(at + 1)
    const end = rest.findIndex(({ kind }) => kind === 'and' || kind === 'or' || kind === 'break')
    const following = end < 0 ? rest : rest.slice(0, end)
    switch (item.tail) {
      case 'linked':
        return following.some(({ kind }) => kind === 'condition' || kind === 'time' || kind === 'text')
      case 'held':
        return following.some(
          (one) => one.kind === 'text' || (one.kind === 'condition' && isOfField(one, subject)),
        )
      case 'excluded':
        return following.some(({ kind }) => kind === 'condition' || kind === 'text')
      case 'done':
        return following[0]?.kind === 'time'
      case 'state':
        return isSinceState(items, at, subject)
      default:
        return item.tail satisfies never
    }
  })
}

/** "Alerts acknowledged per day" counts by that moment, and steps are those of the creation. */
function isStepOf(items: readonly Item[], at: number, { fields, timeField }: Subject): boolean {
  const [item, next] = [items[at], items[at + 1]]
  if (item?.kind !== 'condition' || next?.kind !== 'step' || item.picked.field === timeField) return false
  return fields.some(
    (field) => field.key === item.picked.field && valueTraits(field).instant && field.stamp !== undefined,
  )
}

/** A person or a text may as well be said of what a field holds. */
function isOfField({ picked }: Extract<Item, { kind: 'condition' }>, { fields }: Subject): boolean {
  const field = fields.find(({ key }) => key === picked.field)
  if (field === undefined) return false
  const { users, text } = valueTraits(field)
  return users || text || field.kind === 'actor'
}

/** "In triage since Monday" asks when the state began, "done this week" when it was reached: neither is recorded. */
function isSinceState(items: readonly Item[], at: number, { kind, closed }: Subject): boolean {
  const [item, next] = [items[at], items[at + 1]]
  const states =
    item?.kind === 'condition' && item.picked.options?.negative === false ? item.picked.options.keys : []
  const time = items.find(
    (one, place) => one.kind === 'time' && place > at && items[place - 1]?.kind !== 'break',
  )
  const isSince = next?.kind === 'time' && next.phrase.label.startsWith('since ')
  if (item?.kind === 'condition' && item.picked.field === 'due') return isSince
  if (kind === 'tasks')
    return time !== undefined && states.length > 0 && states.every((key) => closed.includes(key))
  const isAfterNoun = items.some((one, place) => one.kind === 'noun' && place < at)
  return kind === 'app' && isAfterNoun && isSince
}

/** Whether "every Monday" or "each weekend" is meant, which is more than one of them. */
export function isRepeated(tokens: Parse['tokens'], at: number): boolean {
  return at > 0 && longestPhrase(tokens, at - 1, ['every|each']) > 0
}
