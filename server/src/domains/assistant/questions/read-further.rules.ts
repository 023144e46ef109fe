import { timeFieldOf } from './build-query.rules.ts'
import { type Item, type Picked, timeFilter, type World } from './grammar.rules.ts'
import type { Query } from './query.rules.ts'
import { type Meaning, readAs, type Reading } from './read-question.rules.ts'
import { valueTraits } from './subject.rules.ts'
import type { Token } from './tokens.rules.ts'

const GROWS = new Set<Item['kind']>([
  'condition',
  'text',
  'time',
  'group',
  'step',
  'sort',
  'limit',
  'count',
  'measure',
  'most',
  'versus',
  'turn',
])

/** Reads a follow-up question. Its conditions replace earlier ones on the same field. */
export function readFurther(tokens: readonly Token[], before: Query, world: World): Meaning {
  const reading = readAs(before.subject, tokens, world)
  const next = reading.query
  // "Also the critical ones" adds to what was asked, which nothing here can.
  if (tokens.some(({ text }) => /^(?:also|too|additionally|plus)$/.test(text)))
    return { query: null, nearest: reading }
  if (next === null || !reading.items.some(({ kind }) => GROWS.has(kind)))
    return { query: null, nearest: reading }
  const own = next.picked.map((one) => retimed(one, { reading, before }))
  const fields = new Set(own.map(({ field }) => field))
  const shows = reading.items.some(({ kind }) => kind === 'count' || kind === 'measure')
  return {
    nearest: reading,
    query: {
      subject: before.subject,
      picked: [...before.picked.filter(({ field }) => !fields.has(field)), ...own],
      text: next.text === '' ? before.text : next.text,
      sort: next.sort ?? (next.group === null && next.step === null ? before.sort : null),
      limit: next.limit ?? (next.sort === null && next.group === null ? before.limit : null),
      single: next.single,
      show: shows || next.compare !== null ? next.show : before.show,
      measure: next.measure ?? before.measure,
      group: next.group ?? (next.step === null && !isCount(reading) ? before.group : null),
      step: next.step ?? (next.group === null && !isCount(reading) ? before.step : null),
      most: next.most ?? (next.group === null ? before.most : null),
      compare: next.compare,
    },
  }
}

/** "And today?" after "alerts closed yesterday" is a time of their closing; of a measure it is that of the measure. */
function retimed(picked: Picked, { reading, before }: { reading: Reading; before: Query }): Picked {
  const time = reading.items.find((item) => item.kind === 'time')
  if (time === undefined || reading.query === null || picked.field !== timeFieldOf(reading.query)?.key)
    return picked
  const said = before.picked.flatMap(({ field }) =>
    before.subject.fields.filter((one) => one.key === field && valueTraits(one).instant),
  )
  const field =
    said.length === 1 ? said[0] : timeFieldOf({ ...before, measure: reading.query.measure ?? before.measure })
  return field === undefined || field === null
    ? picked
    : {
        field: field.key,
        filter: timeFilter(field.key, time.phrase),
        label: `${field.label} ${time.phrase.label}`,
      }
}

function isCount({ items }: Reading): boolean {
  return items.some(({ kind }) => kind === 'count')
}
