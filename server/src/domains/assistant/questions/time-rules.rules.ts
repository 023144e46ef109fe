import type { Filter } from '@caseloom/contract/filter'
import { CLOCK_WORDS, type ClockWord } from '@caseloom/contract/case-fields'
import { condition, conditionItem, type Match, type Parse, type Picked, type Rule, timeFilter } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import type { SubjectField } from './subject.rules.ts'
import { amountAt, numberOf, timeAt } from './time-words.rules.ts'
import { negationAt, skipped } from './value-rules.rules.ts'

function best(matches: readonly Match[]): Match | null {
  return matches.toSorted((one, other) => other.length - one.length)[0] ?? null
}

/** `created yesterday`, `closed in the last 7 days`, `not updated since monday`, `not acknowledged`. */
export const stampRule: Rule = (parse, at) => {
  const { tokens, subject, world } = parse
  const negation = negationAt(parse, at)
  const start = at + negation
  return best(
    subject.fields
      .filter(({ kind }) => kind === 'instant' || kind === 'date')
      .flatMap((field): Match[] => {
        const named = longestName(tokens, start, field.names)
        if (named === 0) return []
        const between = longestPhrase(tokens, start + named, ['is', 'was'])
        const time = timeAt(tokens, start + named, world.clock) ?? timeAt(tokens, start + named + between, world.clock)
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
  const option = status?.options.find(({ key, names }) => key === 'closed' && names.some((name) => field.key.startsWith(name.join('_'))))
  if (status === null || option === undefined || field.stamp === undefined) return null
  return {
    field: status.key,
    filter: condition(status.key, 'in', [option.key]),
    label: `${status.label} is ${option.label}`,
    options: { keys: [option.key], negative: false },
  }
}

function presence({ tokens }: Parse, field: SubjectField, { negation, named }: { negation: number; named: number }): Match[] {
  if (field.stamp === undefined || field.key === 'closed_at' || tokens.length === 0) return []
  const op = negation > 0 ? 'empty' : 'notEmpty'
  const label = `${negation > 0 ? 'Not ' : ''}${negation > 0 ? field.label.toLowerCase() : field.label}`
  return [{ length: negation + named, items: [conditionItem({ field: field.key, filter: condition(field.key, op), label })] }]
}

const UNLOOKED = ['that? nobody has? looked at yet?', 'that? nobody has? acknowledged yet?', 'that? no one has? looked at yet?', 'that? no one has? acknowledged yet?', 'not yet? been? looked at', 'unacknowledged', 'not yet? been? acknowledged', 'unacked']

/** `unacknowledged`, `that nobody looked at`. */
export const unlookedRule: Rule = ({ tokens, subject }, at) => {
  const field = subject.fields.find(({ key, stamp }) => key === 'acknowledged_at' && stamp !== undefined)
  const length = longestPhrase(tokens, at, UNLOOKED)
  if (field === undefined || length === 0) return null
  const picked = { field: field.key, filter: condition(field.key, 'empty'), label: 'Not acknowledged' }
  return { length, items: [conditionItem(picked)] }
}

/** A time without a field: the grammar decides later what it is a time of. */
export const timeRule: Rule = ({ tokens, world }, at) => {
  const phrase = timeAt(tokens, at, world.clock)
  return phrase === null ? null : { length: phrase.length, items: [{ kind: 'time', phrase }] }
}

const SLA = ['its|their|the|our? sla|slas', 'its|their|the|our? sla target|targets|deadline|time', 'its|their|the|our? target|deadline', '']
const CLOCK_PHRASES: readonly [readonly ClockWord[], readonly string[], boolean][] = [
  [['overdue'], ['over', 'past', 'beyond', 'out of', 'currently? over', 'outside of?', 'have|has run over', 'running over', 'exceeding'], true],
  [['overdue', 'missed'], ['breached', 'breaching', 'in breach of', 'missed', 'violated', 'blown', 'broke', 'broken', 'exceeded', 'has|have breached', 'failed', 'that breached', 'breach', 'violating'], true],
  [['overdue'], ['overdue', 'past due', 'over due'], false],
  [['overdue', 'missed'], ['breached', 'in breach', 'breached sla|slas', 'sla|slas breached', 'sla breach|breaches', 'with a? sla breach', 'sla is breached', 'sla was breached'], false],
  [['overdue'], ['sla|slas overdue', 'sla is overdue', 'overdue sla'], false],
  [['warning'], ['about|going to breach|miss|violate', 'close|near to? breaching|missing|violating', 'at risk of breaching|missing|violating', 'nearing', 'approaching', 'near|nearly|almost over', 'likely to breach|miss', 'in danger of breaching|missing', 'soon to breach'], true],
  [['warning'], ['about to breach', 'close to breaching', 'near|nearing breach', 'at risk', 'sla at risk', 'sla is at risk', 'nearly|almost overdue', 'about to be overdue', 'about to become overdue', 'going to breach soon?', 'close to a? breach', 'at risk of a? breach'], false],
  [['met'], ['met', 'that met', 'have met', 'has met', 'kept', 'made'], true],
  [['paused'], ['with paused', 'with a paused', 'paused', 'with an? paused'], true],
]

/** Clocks: `over their SLA`, `about to breach`, `met the resolve target`, `resolve SLA breached`. */
export const clockRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const clocks = subject.fields.filter(({ kind }) => kind === 'clock')
  if (clocks.length === 0) return null
  const negation = negationAt(parse, at)
  const matches: Match[] = []
  for (const [words, phrases, needsTail] of CLOCK_PHRASES) {
    const lead = longestPhrase(tokens, at + negation, phrases)
    if (lead > 0) {
      const tail = targetAt(parse, at + negation + lead, clocks)
      if (tail.length > 0 || !needsTail) matches.push(clockMatch({ length: negation + lead + tail.length, clocks: tail.clocks, words, negative: negation > 0 }))
    }
    // The clock may come first: "resolve target breached".
    const head = targetAt(parse, at, clocks)
    const is = longestPhrase(tokens, at + head.length, ['is', 'are', 'was'])
    const after = head.length === 0 || needsTail ? 0 : longestPhrase(tokens, at + head.length + is, phrases)
    if (after > 0) matches.push(clockMatch({ length: head.length + is + after, clocks: head.clocks, words, negative: false }))
  }
  return best(matches)
}

/** The clocks that are named: `the resolve SLA`, `their SLA`. */
function targetAt({ tokens }: Parse, at: number, clocks: readonly SubjectField[]): { length: number; clocks: readonly SubjectField[] } {
  const article = longestPhrase(tokens, at, ['its', 'their', 'the', 'our'])
  const named = clocks
    .map((field) => ({ field, length: longestName(tokens, at + article, clockNames(field)) }))
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => other.length - one.length)
  const [first] = named
  if (first !== undefined) return { length: article + first.length, clocks: [first.field] }
  return { length: longestPhrase(tokens, at, SLA.filter((phrase) => phrase !== '')), clocks }
}

const CLOCK_STEMS: Readonly<Record<string, readonly string[]>> = {
  resolve: ['resolve', 'resolution', 'resolving'],
  acknowledge: ['acknowledge', 'acknowledgement', 'acknowledgment', 'acknowledging', 'response', 'ack'],
}

function clockNames({ label }: SubjectField): string[][] {
  const word = label.toLowerCase()
  return (CLOCK_STEMS[word] ?? [word]).flatMap((stem) =>
    ['sla', 'target', 'deadline', 'clock', 'time target', 'sla target'].map((noun) => [...stem.split(' '), ...noun.split(' ')]),
  )
}

interface ClockAsked {
  length: number
  clocks: readonly SubjectField[]
  words: readonly ClockWord[]
  negative: boolean
}

const SAID: Readonly<Record<ClockWord, string>> = {
  idle: 'idle',
  running: 'running',
  warning: 'at risk',
  overdue: 'overdue',
  paused: 'paused',
  met: 'met',
  missed: 'missed',
}

export function clockCondition(clocks: readonly SubjectField[], words: readonly ClockWord[], negative: boolean): Filter {
  const each = clocks.map(({ key }): Filter => condition(key, negative ? 'notIn' : 'in', [...words]))
  const [only] = each
  if (each.length === 1 && only !== undefined) return only
  return negative ? { all: each } : { any: each }
}

function clockMatch({ length, clocks, words, negative }: ClockAsked): Match {
  const said = CLOCK_WORDS.filter((word) => words.includes(word)).map((word) => SAID[word])
  const names = clocks.map(({ label }) => label).join(' or ')
  const picked = {
    field: clocks[0]?.key ?? '',
    filter: clockCondition(clocks, words, negative),
    label: `${names} SLA is ${negative ? 'not ' : ''}${said.join(' or ')}`,
  }
  return { length, items: [conditionItem(picked)] }
}

const GREATER = ['over', 'above', 'more than', 'greater than', 'higher than', 'longer than', 'exceeding', 'of more than', 'of over']
const LESS = ['under', 'below', 'less than', 'lower than', 'smaller than', 'shorter than', 'of less than', 'fewer than', 'of under']
const LEAST = ['at least', 'no less than', 'of at least']
const MOST = ['at most', 'no more than', 'up to', 'of at most', 'within']
const EQUAL = ['of', 'is', 'equal to', 'equals', 'exactly', 'of exactly', 'is exactly']

/** Numbers and durations: `score over 80`, `time to close under 2 hours`, `score between 20 and 40`. */
export const amountRule: Rule = ({ tokens, subject }, at) => {
  const lead = longestPhrase(tokens, at, ['with an?', 'with', 'whose', 'where the?', 'having an?'])
  return best(
    subject.fields
      .filter(({ kind }) => kind === 'number' || kind === 'duration')
      .flatMap((field): Match[] => {
        const named = longestName(tokens, at + lead, field.names)
        if (named === 0) return []
        const is = longestPhrase(tokens, at + lead + named, ['is', 'was', 'are', 'of'])
        const compared = comparedAmount(tokens, at + lead + named + is, field) ?? comparedAmount(tokens, at + lead + named, field)
        if (compared === null) return []
        const skip = comparedAmount(tokens, at + lead + named + is, field) === null ? 0 : is
        const { length, op, value, said } = compared
        const picked = { field: field.key, filter: condition(field.key, op, value), label: `${field.label} ${said}` }
        return [{ length: lead + named + skip + length, items: [conditionItem(picked)] }]
      }),
  )
}

interface Compared {
  length: number
  op: 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'between'
  value: number | number[]
  said: string
}

function comparedAmount(tokens: Parse['tokens'], at: number, field: SubjectField): Compared | null {
  const between = longestPhrase(tokens, at, ['between'])
  if (between > 0) {
    const first = valueAt(tokens, at + 1, field)
    const second = first === null ? null : valueAt(tokens, at + 2 + first.length, field)
    if (first === null || second === null || tokens[at + 1 + first.length]?.text !== 'and') return null
    const length = 2 + first.length + second.length
    return { length, op: 'between', value: [first.value, second.value], said: `between ${first.said} and ${second.said}` }
  }
  for (const [phrases, marks, op, word] of [
    [GREATER, ['>'], 'gt', 'over'],
    [LESS, ['<'], 'lt', 'under'],
    [LEAST, ['>='], 'gte', 'at least'],
    [MOST, ['<='], 'lte', 'at most'],
    [EQUAL, ['='], 'eq', 'is'],
  ] as const) {
    const mark = marks.some((one) => one === tokens[at]?.text) ? 1 : 0
    const lead = Math.max(mark, longestPhrase(tokens, at, phrases))
    const found = lead === 0 ? null : valueAt(tokens, at + lead, field)
    if (found !== null) return { length: lead + found.length, op, value: found.value, said: `${word} ${found.said}` }
  }
  return null
}

const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400, w: 604_800 }

function valueAt(tokens: Parse['tokens'], at: number, field: SubjectField): { length: number; value: number; said: string } | null {
  if (field.kind === 'duration') {
    const amount = amountAt(tokens, at)
    const seconds = amount === null ? undefined : SECONDS[amount.unit]
    if (amount === null || seconds === undefined) return null
    return { length: amount.length, value: amount.amount * seconds, said: `${amount.amount}${amount.unit}` }
  }
  const value = numberOf(tokens[at])
  return value === null ? null : { length: 1, value, said: String(value) }
}

const TOOK: readonly [string, RegExp][] = [
  ['to acknowledge', /acknowledge/],
  ['to close', /close/],
  ['to be closed', /close/],
  ['to resolve', /resolve/],
  ['to be resolved', /resolve/],
]

/** `took longer than 4 hours to close`, `took more than a day to resolve`. */
export const tookRule: Rule = ({ tokens, subject }, at) => {
  const lead = longestPhrase(tokens, at, ['that? took', 'taking', 'that? needed'])
  if (lead === 0) return null
  for (const field of subject.fields.filter(({ kind }) => kind === 'duration')) {
    const compared = comparedAmount(tokens, at + lead, field)
    if (compared === null) continue
    const end = at + lead + compared.length
    const [said] = TOOK.filter(([phrase, form]) => form.test(field.key) && longestPhrase(tokens, end, [phrase]) > 0)
    if (said === undefined) continue
    const { op, value } = compared
    const picked = { field: field.key, filter: condition(field.key, op, value), label: `${field.label} ${compared.said}` }
    return { length: end + longestPhrase(tokens, end, [said[0]]) - at, items: [conditionItem(picked)] }
  }
  return null
}

/** Articles and auxiliaries after a negation are the negation's own. */
export const afterNegation = skipped
