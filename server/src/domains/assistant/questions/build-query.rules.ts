import { type Item, timeFilter, type Picked } from './grammar.rules.ts'
import { joinedConditions } from './join-conditions.rules.ts'
import type { Query } from './query.rules.ts'
import { isUnclear } from './scopes.rules.ts'
import type { TimePhrase } from './time-phrase.rules.ts'
import { type Subject, type SubjectField, valueTraits } from './subject.rules.ts'

type Of<Kind extends Item['kind']> = Extract<Item, { kind: Kind }>

function all<Kind extends Item['kind']>(items: readonly Item[], kind: Kind): Of<Kind>[] {
  // `kind` discriminates the union; the compiler can't narrow it through a parameter.
  return items.filter((item) => item.kind === kind) as Of<Kind>[]
}

/** What the items of a question ask together; null when they contradict each other or say too little. */
export function buildQuery(subject: Subject, items: readonly Item[]): Query | null {
  if (items.some(({ kind }) => kind === 'blocked') || isUnclear(items, subject)) return null
  const conditions = joinedConditions(items)
  const [measure, ...measures] = all(items, 'measure')
  const groups = all(items, 'group')
  const steps = all(items, 'step')
  const sorts = oneOrder(all(items, 'sort'))
  const limits = all(items, 'limit')
  const texts = all(items, 'text')
  const most = all(items, 'most')
  const tooMuch =
    measures.length > 0 ||
    groups.length + steps.length > 1 ||
    sorts.length > 1 ||
    limits.length > 1 ||
    texts.length > 1 ||
    all(items, 'count').length > 1 ||
    most.length > 1
  if (conditions === null || tooMuch) return null
  const [group] = groups
  const [step] = steps
  if (all(items, 'split').length > 0 && group === undefined && step === undefined) return null
  if (most.length > 0 && group === undefined) return null
  if (measure !== undefined && sorts.length > 0) return null
  // "The newest alert per source" wants one of each group, which no list returns.
  if (
    (group !== undefined || step !== undefined) &&
    sorts.some(({ field }) => field.key !== group?.field.key)
  )
    return null
  const [turn, ...turns] = all(items, 'turn')
  if (turns.length > 0 || (turn !== undefined && sorts.length === 0 && group === undefined)) return null
  const sort =
    turn === undefined || sorts[0] === undefined ? sorts[0] : { ...sorts[0], direction: turn.direction }
  const noun = all(items, 'noun')[0]
  const counts = all(items, 'count').length > 0
  const single = sort !== undefined && limits.length === 0 && noun !== undefined && !noun.plural && !counts
  const base: Query = {
    subject,
    picked: conditions,
    text: texts[0]?.text ?? '',
    sort: sort === undefined ? null : { field: sort.field, direction: sort.direction },
    limit: limits[0]?.count ?? (single ? 1 : null),
    single,
    show: measure !== undefined ? 'measure' : counts ? 'count' : 'list',
    measure: measure === undefined ? null : { of: measure.of, field: measure.field },
    group: group?.field ?? null,
    step: step?.unit ?? null,
    most: most[0]?.direction ?? (sort === undefined ? (turn?.direction ?? null) : null),
    compare: null,
  }
  return timed(base, items)
}

/** "By creation date, oldest first" says the order of one field twice: the later word is the nearer one. */
function oneOrder(sorts: Of<'sort'>[]): Of<'sort'>[] {
  const last = sorts.at(-1)
  return last !== undefined && sorts.every(({ field }) => field.key === last.field.key) ? [last] : sorts
}

/** Gives times without a field the one that they are of, and pairs those that are compared. */
function timed(query: Query, items: readonly Item[]): Query | null {
  const times = all(items, 'time').map(({ phrase }) => phrase)
  const versus = all(items, 'versus')
  if (items.some(({ kind }) => kind === 'comparing') && versus.length === 0) return null
  if (times.length > 1 || versus.length > 1) return null
  const field = timeFieldOf(query)
  if (field === null) return times.length === 0 && versus.length === 0 ? query : null
  const [time] = times
  const [against] = versus
  if (against !== undefined) return compared(query, { field, time, against: against.phrase })
  if (time === undefined) return query
  if (valueTraits(field).instant && isAhead(time)) return null
  const picked = {
    field: field.key,
    filter: timeFilter(field.key, time),
    label: `${field.label} ${time.label}`,
  }
  return { ...query, picked: [...query.picked, picked] }
}

/** What was recorded lies in the past. */
function isAhead({ tests }: TimePhrase): boolean {
  return tests.some(({ op, value }) => op === 'withinNext' || /^(?:next_|tomorrow)/.test(String(value)))
}

/** A figure over durations counts by when they ended; what is closed counts by when it was. */
export function timeFieldOf({ subject, measure, picked, sort }: Query): SubjectField | null {
  const find = (key: string | undefined) => subject.fields.find((one) => one.key === key)
  const duration =
    measure?.field ??
    (sort !== null && sort !== undefined && valueTraits(sort.field).span ? sort.field : undefined)
  const measured = find(duration?.measuredAt)
  if (measured !== undefined) return measured
  const isClosed = picked.some(
    ({ field, options }) =>
      field === subject.status?.key &&
      options?.negative === false &&
      options.keys.every((key) => key === 'closed'),
  )
  return (isClosed ? find('closed_at') : undefined) ?? find(subject.timeField) ?? null
}

interface Comparing {
  field: SubjectField
  time: TimePhrase | undefined
  against: TimePhrase | null
}

function compared(query: Query, { field, time, against }: Comparing): Query | null {
  if (query.group !== null || query.step !== null || query.sort !== null || query.limit !== null) return null
  const own = query.picked.filter((one) => one.field === field.key)
  if (own.length > 1) return null
  const stated = own[0] === undefined ? time : phraseOf(own[0], field)
  const now = stated ?? (against === null ? undefined : oneLater(against))
  const before = against ?? (now === undefined ? undefined : oneEarlier(now))
  if (now === undefined || before === undefined || now.label === before.label) return null
  return {
    ...query,
    picked: query.picked.filter((one) => one.field !== field.key),
    show: query.measure === null ? 'count' : 'measure',
    compare: { field: field.key, now, before },
  }
}

function phraseOf({ filter, label }: Picked, field: SubjectField): TimePhrase | undefined {
  const parts = 'all' in filter ? filter.all : [filter]
  const tests = parts.flatMap((part) => {
    if (!('op' in part) || (typeof part.value !== 'string' && !Array.isArray(part.value))) return []
    return [{ op: part.op, value: Array.isArray(part.value) ? part.value.map(String) : part.value }]
  })
  return tests.length === 0 ? undefined : { length: 0, tests, label: label.replace(`${field.label} `, '') }
}

const EARLIER: Readonly<Record<string, string>> = {
  today: 'yesterday',
  this_week: 'last_week',
  this_month: 'last_month',
  this_quarter: 'last_quarter',
  this_year: 'last_year',
}

function named(value: string): TimePhrase {
  return { length: 0, tests: [{ op: 'within', value }], label: value.replace('_', ' ') }
}

function periodOf({ tests }: TimePhrase): string | null {
  const [only] = tests
  return tests.length === 1 && only?.op === 'within' && typeof only.value === 'string' ? only.value : null
}

function oneEarlier(phrase: TimePhrase): TimePhrase | undefined {
  const earlier = EARLIER[periodOf(phrase) ?? '']
  return earlier === undefined ? undefined : named(earlier)
}

function oneLater(phrase: TimePhrase): TimePhrase | undefined {
  const period = periodOf(phrase)
  const later = Object.entries(EARLIER).find(([, value]) => value === period)?.[0]
  return later === undefined ? undefined : named(later)
}
