import type { Item, Match, Parse, Rule } from './grammar.rules.ts'
import { topRule } from './sorting.rules.ts'
import { best, say, withLead } from './matches.rules.ts'
import { VERBS } from './measures.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { optionsAt } from './named-options.rules.ts'
import { type SubjectField, valueTraits } from './subject.rules.ts'
import { openRule } from './open.rules.ts'
import { timeAt } from './time-phrases.rules.ts'
import { WEEKDAYS } from './named-days.rules.ts'
import { numberOf } from './time-amounts.rules.ts'

const NEWEST = [
  'newest',
  'freshest',
  'from newest|latest',
  'from the newest|latest',
  'the? freshest',
  'the? very latest|newest',
  'latest',
  'most recent',
  'the? newest',
  'the? latest',
  'the? most recent',
  'recent',
  'youngest',
]

const OLDEST = [
  'that? has|have been? sitting|waiting|lying around? the? longest',
  'that? is|are sitting|waiting|lying around? the? longest',
  'sitting|waiting|lying around? for? the? longest',
  'that? has|have been around the? longest',
  'oldest',
  'earliest',
  'the? oldest',
  'the? earliest',
  'the? very first|oldest',
  'from oldest|earliest',
  'from the oldest|earliest',
]

const WORST = [
  'most severe',
  'the? most severe',
  'worst',
  'the? worst',
  'highest severity',
  'the? highest severity',
  'most critical',
  'the? most critical',
  'the? severest',
  'most serious',
  'the? most serious',
  'highest sev',
  'most severe ones',
]

const MILDEST = ['least severe', 'the? least severe', 'lowest severity', 'the? lowest severity']

/** `oldest`, `latest 5`, `last 3`, `most severe`, `most recently closed`, `slowest to close`. */
export const superlativeRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const created = fieldOf(parse, 'created_at')
  const severity = subject.fields.find(({ display }) => display === 'severity')
  const matches: (Match | null)[] = []
  const add = (length: number, field: SubjectField | undefined, direction: 'asc' | 'desc') => {
    if (length > 0 && field !== undefined) matches.push(counted(parse, { at, length, field, direction }))
  }
  add(longestPhrase(tokens, at, NEWEST), created, 'desc')
  add(longestPhrase(tokens, at, OLDEST), created, 'asc')
  add(longestPhrase(tokens, at, WORST), severity, 'desc')
  add(longestPhrase(tokens, at, MILDEST), severity, 'asc')
  const longest = longestPhrase(tokens, at, [
    'the? longest open',
    'that? has|have been open the longest',
    'that? is|are open the? longest',
    'open the? longest',
    'open for the longest',
    'open for the? longest time',
    'open longest',
    'open for longest',
    'that? has|have been open for? longest',
  ])
  const isOpen =
    longest === 0
      ? null
      : openRule(
          parse,
          tokens.findIndex(({ text }, place) => place >= at && text === 'open'),
        )
  if (isOpen !== null && created !== undefined)
    matches.push({
      length: longest,
      items: [...isOpen.items, { kind: 'sort', field: created, direction: 'asc' }],
    })
  const number = numberOf(tokens[at])
  if (number !== null && number >= 1 && Number.isInteger(number)) {
    for (const [phrases, field, direction] of [
      [NEWEST, created, 'desc'],
      [OLDEST, created, 'asc'],
      [WORST, severity, 'desc'],
    ] as const) {
      const length = longestPhrase(tokens, at + 1, phrases)
      if (length > 0 && field !== undefined)
        matches.push({
          length: 1 + length,
          items: [
            { kind: 'sort', field, direction },
            { kind: 'limit', count: number },
          ],
        })
    }
  }
  matches.push(
    lastFew(parse, at),
    recently(parse, at),
    afterwards(parse, at),
    tookLongest(parse, at),
    extreme(parse, at),
  )
  return best(matches)
}

function fieldOf({ subject }: Parse, key: string): SubjectField | undefined {
  return subject.fields.find((one) => one.key === key)
}

interface Counted {
  at: number
  length: number
  field: SubjectField
  direction: 'asc' | 'desc'
}

/** A number after a superlative says how many. */
function counted({ tokens }: Parse, { at, length, field, direction }: Counted): Match {
  const sort: Item = { kind: 'sort', field, direction }
  const first = longestPhrase(tokens, at + length, [
    'first',
    'ones? first',
    'ones? on top',
    'ones? at the top',
    'to oldest|newest|latest|earliest',
    'one first',
  ])
  if (first > 0) return { length: length + first, items: [sort] }
  const number = numberOf(tokens[at + length])
  if (number === null || number < 1 || !Number.isInteger(number)) return { length, items: [sort] }
  return { length: length + 1, items: [sort, { kind: 'limit', count: number }] }
}

/** `last 5` and `first 5`, where no unit of time follows. */
function lastFew(parse: Parse, at: number): Match | null {
  const { tokens } = parse
  if (topRule(parse, at) !== null) return null
  const created = fieldOf(parse, 'created_at')
  const lead = longestPhrase(tokens, at, ['the? last', 'the? first', 'last', 'first'])
  const word = tokens[at + lead - 1]?.text
  const number = numberOf(tokens[at + lead])
  if (lead === 0 || created === undefined || tokens[at + lead]?.unit !== undefined) return null
  if (timeAt(tokens, at, parse.world.clock) !== null) return null
  const direction = word === 'last' ? 'desc' : 'asc'
  if (number !== null && number >= 1 && Number.isInteger(number))
    return {
      length: lead + 1,
      items: [
        { kind: 'sort', field: created, direction },
        { kind: 'limit', count: number },
      ],
    }
  // "the first alert", "the last case": one of them, unless a time is meant.
  const noun = longestName(tokens, at + lead + adjectiveAt(parse, at + lead), parse.subject.names)
  const isTime = WEEKDAYS.includes(tokens[at + lead]?.text ?? '')
  return noun === 0 || isTime ? null : { length: lead, items: [{ kind: 'sort', field: created, direction }] }
}

/** "Last failed run": one of those, but the last closed alert is the one that was closed last. */
function adjectiveAt(parse: Parse, at: number): number {
  const { status } = parse.subject
  const found = optionsAt(parse, at)
  return found === null || (parse.subject.kind === 'app' && found.field === status) ? 0 : found.length
}

/** `most recently closed`, `last updated`, `least recently updated`. */
function recently({ tokens, subject }: Parse, at: number): Match | null {
  const desc = longestPhrase(tokens, at, [
    'the? most recently',
    'most recently',
    'the? latest',
    'latest',
    'the? newest',
    'the? last',
    'the? very last',
  ])
  const asc = longestPhrase(tokens, at, [
    'the? least recently',
    'least recently',
    'the? longest ago',
    'not recently',
  ])
  const lead = Math.max(desc, asc)
  if (lead === 0) return null
  return best(
    subject.fields
      .filter((field) => valueTraits(field).instant)
      .map((field) => {
        const named = longestName(tokens, at + lead, field.names)
        // "Last seen yesterday" is a time, "the last closed alert" an order.
        const isTime = field.names.some((name) => name[0] === 'last') && tokens[at]?.text === 'last'
        const length = isTime && desc === 1 ? 0 : named
        return say(withLead(lead, length), { kind: 'sort', field, direction: asc > desc ? 'asc' : 'desc' })
      }),
  )
}

const LAST = ['last', 'most recently', 'latest', 'most recent', 'last of all']
const FIRST = ['first', 'least recently', 'longest ago', 'earliest']

/** `updated last`, `closed most recently`: the order after its field. */
function afterwards({ tokens, subject, world }: Parse, at: number): Match | null {
  return best(
    subject.fields
      .filter((field) => valueTraits(field).instant)
      .map((field) => {
        const named = longestName(tokens, at, field.names)
        if (named === 0 || timeAt(tokens, at + named, world.clock) !== null) return null
        const last = longestPhrase(tokens, at + named, LAST)
        const first = longestPhrase(tokens, at + named, FIRST)
        const tail = Math.max(last, first)
        return say(tail === 0 ? 0 : named + tail, {
          kind: 'sort',
          field,
          direction: first > last ? 'asc' : 'desc',
        })
      }),
  )
}

const TOOK: readonly ['asc' | 'desc', readonly string[]][] = [
  [
    'desc',
    [
      'that? took us? the? longest',
      'took the? most time',
      'slowest',
      'the? slowest',
      'needed the? longest',
      'longest',
    ],
  ],
  [
    'asc',
    [
      'that? took us? the? shortest',
      'fastest',
      'the? fastest',
      'quickest',
      'the? quickest',
      'that? took us? the? least time',
    ],
  ],
]

/** `slowest to close`, `that took us longest to acknowledge`, `fastest closed`. */
function tookLongest({ tokens, subject }: Parse, at: number): Match | null {
  const matches: (Match | null)[] = []
  for (const [direction, phrases] of TOOK) {
    const lead = longestPhrase(tokens, at, phrases)
    if (lead === 0) continue
    for (const field of subject.fields.filter((one) => valueTraits(one).span)) {
      const [, verbs = []] = VERBS.find(([form]) => form.test(field.key)) ?? []
      const time = longestPhrase(tokens, at + lead, ['time'])
      const noun = longestName(tokens, at + lead, subject.names)
      for (const gap of new Set([0, time, noun])) {
        const to = longestPhrase(tokens, at + lead + gap, ['to', 'to be'])
        const verb = longestPhrase(tokens, at + lead + gap + to, [
          ...verbs,
          ...verbs.map((one) => (one.endsWith('e') ? `${one}d` : `${one}ed`)),
        ])
        if (verb === 0 || (to === 0 && gap > 0)) continue
        const items: Item[] = [{ kind: 'sort', field, direction }]
        if (noun > 0 && gap === noun)
          items.push({ kind: 'noun', plural: tokens[at + lead]?.text !== tokens[at + lead]?.lemma })
        matches.push({ length: lead + gap + to + verb, items })
      }
    }
  }
  return best(matches)
}

/** `highest score`, `lowest score`, in front of a noun: an order of records. */
function extreme({ tokens, subject }: Parse, at: number): Match | null {
  const desc = longestPhrase(tokens, at, ['with the? highest|largest|biggest', 'with the? longest|most'])
  const asc = longestPhrase(tokens, at, ['with the? lowest|smallest', 'with the? shortest|least'])
  const lead = Math.max(desc, asc)
  if (lead === 0) return null
  return best(
    subject.fields
      .filter((field) => valueTraits(field).decimal || field.display === 'severity')
      .map((field) =>
        say(withLead(lead, longestName(tokens, at + lead, field.names)), {
          kind: 'sort',
          field,
          direction: asc > desc ? 'asc' : 'desc',
        }),
      ),
  )
}
