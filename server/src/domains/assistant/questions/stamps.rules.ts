import {
  type Match,
  type Parse,
  type Picked,
  type Rule,
  condition,
  conditionItem,
  timeFilter,
} from './grammar.rules.ts'
import { best } from './matches.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { isRepeated } from './scopes.rules.ts'
import { type SubjectField, valueTraits } from './subject.rules.ts'
import { timeAt } from './time-phrases.rules.ts'
import { negationAt } from './negations.rules.ts'

/** `created yesterday`, `closed in the last 7 days`, `not updated since monday`, `not acknowledged`. */
export const stampRule: Rule = (parse, at) => {
  const { tokens, subject, world } = parse
  const negation = negationAt(parse, at)
  const start = at + negation
  return best(
    subject.fields
      .filter((field) => valueTraits(field).instant || valueTraits(field).day)
      .flatMap((field): Match[] => {
        const named = longestName(tokens, start, field.names)
        if (named === 0) return []
        const between = longestPhrase(tokens, start + named, ['is', 'was'])
        const time =
          timeAt(tokens, start + named, world.clock) ?? timeAt(tokens, start + named + between, world.clock)
        const gap = timeAt(tokens, start + named, world.clock) === null ? between : 0
        if (time !== null) {
          const length = negation + named + gap + time.length
          return [{ length, items: stampItems(parse, field, { time, negative: negation > 0 }) }]
        }
        return presence(parse, field, { negation, named })
      }),
  )
}

interface Stamped {
  time: NonNullable<ReturnType<typeof timeAt>>
  negative: boolean
}

function stampItems(parse: Parse, field: SubjectField, { time, negative }: Stamped) {
  const plain = timeFilter(field.key, time)
  const own = conditionItem({
    field: field.key,
    filter: negative ? { not: plain } : plain,
    label: `${field.label} ${negative ? 'not ' : ''}${time.label}`,
  })
  const closing = negative ? null : closedBy(parse, field)
  return closing === null ? [own] : [conditionItem(closing), own]
}

/** "Closed yesterday" is closed now as well: whatever was opened again is not. */
function closedBy({ subject }: Parse, field: SubjectField): Picked | null {
  const { status } = subject
  const option = status?.options.find(
    ({ key, names }) => key === 'closed' && names.some((name) => field.key.startsWith(name.join('_'))),
  )
  if (status === null || option === undefined || field.stamp === undefined) return null
  return {
    field: status.key,
    filter: condition(status.key, 'in', [option.key]),
    label: `${status.label} is ${option.label}`,
    options: { keys: [option.key], negative: false },
  }
}

function presence(
  { tokens }: Parse,
  field: SubjectField,
  { negation, named }: { negation: number; named: number },
): Match[] {
  if (field.stamp === undefined || field.key === 'closed_at' || tokens.length === 0) return []
  const op = negation > 0 ? 'empty' : 'notEmpty'
  const label = `${negation > 0 ? 'Not ' : ''}${negation > 0 ? field.label.toLowerCase() : field.label}`
  return [
    {
      length: negation + named,
      items: [conditionItem({ field: field.key, filter: condition(field.key, op), label })],
    },
  ]
}

const UNLOOKED = [
  'that? nobody has? looked at yet?',
  'that? nobody has? acknowledged yet?',
  'that? no one has? looked at yet?',
  'that? no one has? acknowledged yet?',
  'not yet? been? looked at',
  'unacknowledged',
  'not yet? been? acknowledged',
  'unacked',
]

/** `unacknowledged`, `that no one has checked`. */
export const unlookedRule: Rule = ({ tokens, subject }, at) => {
  const field = subject.fields.find(({ key, stamp }) => key === 'acknowledged_at' && stamp !== undefined)
  const length = longestPhrase(tokens, at, UNLOOKED)
  if (field === undefined || length === 0) return null
  const picked = { field: field.key, filter: condition(field.key, 'empty'), label: 'Not acknowledged' }
  return { length, items: [conditionItem(picked)] }
}

/** A time without a field: the grammar decides later what it is a time of. */
export const timeRule: Rule = ({ tokens, world }, at) => {
  const phrase = isRepeated(tokens, at) ? null : timeAt(tokens, at, world.clock)
  return phrase === null ? null : { length: phrase.length, items: [{ kind: 'time', phrase }] }
}
