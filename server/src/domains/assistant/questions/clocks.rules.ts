import { type Match, type Parse, type Rule, condition, conditionItem } from './grammar.rules.ts'
import { best } from './matches.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { type SubjectField, valueTraits } from './subject.rules.ts'
import { CLOCK_WORDS, type ClockWord } from '@caseloom/contract/values/case-fields'
import type { Filter } from '@caseloom/contract/values/filter'
import { negationAt } from './negations.rules.ts'

const SLA = [
  'its|their|the|our? sla|slas',
  'its|their|the|our? sla target|targets|deadline|time',
  'its|their|the|our? target|deadline',
  '',
]

const CLOCK_PHRASES: readonly [readonly ClockWord[], readonly string[], boolean][] = [
  [
    ['overdue'],
    [
      'over',
      'past',
      'beyond',
      'out of',
      'currently? over',
      'outside of?',
      'have|has run over',
      'running over',
      'exceeding',
    ],
    true,
  ],
  [
    ['overdue', 'missed'],
    [
      'breached',
      'breaching',
      'in breach of',
      'missed',
      'violated',
      'blown',
      'broke',
      'broken',
      'exceeded',
      'has|have breached',
      'failed',
      'that breached',
      'breach',
      'violating',
    ],
    true,
  ],
  [
    ['overdue'],
    ['overdue', 'past due', 'over due', 'late', 'running late', 'overdue for', 'overdue on'],
    false,
  ],
  [['overdue'], ['overdue|late for|on'], true],
  [
    ['overdue', 'missed'],
    [
      'breached',
      'in breach',
      'breached sla|slas',
      'sla|slas breached',
      'sla breach|breaches',
      'with a? sla breach',
      'sla is breached',
      'sla was breached',
    ],
    false,
  ],
  [['overdue'], ['sla|slas overdue', 'sla is overdue', 'overdue sla'], false],
  [
    ['warning'],
    [
      'about|going|close|likely to breach|miss|violate|exceed|run',
      'will soon? breach|miss|violate|exceed',
      'could|might soon? breach|miss',
      'at risk of|for',
      'close to',
      'running out of',
      'nearly|almost at',
      'soon over',
      'soon past',
      'close|near to? breaching|missing|violating',
      'at risk of breaching|missing|violating',
      'nearing',
      'approaching',
      'near|nearly|almost over',
      'likely to breach|miss',
      'in danger of breaching|missing',
      'soon to breach',
    ],
    true,
  ],
  [
    ['warning'],
    [
      'about to breach',
      'close to breaching',
      'near|nearing breach',
      'at risk',
      'sla at risk',
      'sla is at risk',
      'nearly|almost overdue',
      'about to be overdue',
      'about to become overdue',
      'going to breach soon?',
      'close to a? breach',
      'at risk of a? breach',
      'will soon? breach soon?',
      'will soon? be overdue soon?',
      'soon overdue',
      'soon to be overdue',
      'about to be late',
      'about to run over',
      'breaching|breach soon',
      'with sla warning|warnings',
      'in sla warning',
      'in the? warning',
      'nearing breach',
    ],
    false,
  ],
  [
    ['running', 'warning', 'overdue'],
    ['with a? running', 'running', 'still running', 'ticking', 'with a? ticking', 'active'],
    true,
  ],
  [['met'], ['met', 'that met', 'have met', 'has met', 'kept', 'made'], true],
  [['paused'], ['with paused', 'with a paused', 'paused', 'with an? paused'], true],
]

/** What is said of a clock after its name: `whose acknowledge clock was missed`. */
const STATES: readonly [readonly ClockWord[], readonly string[]][] = [
  [
    ['overdue', 'missed'],
    [
      'missed',
      'breached',
      'violated',
      'blown',
      'broken',
      'failed',
      'not met|kept|made',
      'exceeded',
      'was not met',
    ],
  ],
  [['overdue'], ['overdue', 'over', 'past', 'expired', 'run out', 'has run out']],
  [
    ['warning'],
    ['at risk', 'nearly over', 'close', 'in warning', 'about to be missed', 'almost over', 'in danger'],
  ],
  [['met'], ['met', 'kept', 'made', 'achieved', 'fulfilled']],
  [['paused'], ['paused', 'stopped', 'on hold']],
  [
    ['running', 'warning', 'overdue'],
    ['running', 'ticking', 'still running', 'active'],
  ],
]

/** Clocks: `over their SLA`, `about to breach`, `met the resolve target`, `resolve SLA breached`. */
export const clockRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const clocks = subject.fields.filter((field) => valueTraits(field).clock)
  if (clocks.length === 0) return null
  const negation = negationAt(parse, at)
  const matches: Match[] = []
  const lead = longestPhrase(tokens, at, ['whose', 'where the?', 'with the?', 'which', 'that'])
  const named = targetAt(parse, at + lead, clocks)
  for (const [words, phrases] of named.length === 0 ? [] : STATES) {
    const start = at + lead + named.length
    const is = longestPhrase(tokens, start, ['is|are|was|were', 'has|have been?', 'got'])
    const said = longestPhrase(tokens, start + is, phrases)
    if (said > 0)
      matches.push(
        clockMatch({ length: start + is + said - at, clocks: named.clocks, words, negative: false }),
      )
  }
  for (const [words, phrases, needsTail] of CLOCK_PHRASES) {
    const lead = longestPhrase(tokens, at + negation, phrases)
    if (lead > 0) {
      const tail = targetAt(parse, at + negation + lead, clocks)
      if (tail.length > 0 || !needsTail)
        matches.push(
          clockMatch({
            length: negation + lead + tail.length,
            clocks: tail.clocks,
            words,
            negative: negation > 0,
          }),
        )
    }
    // The clock may come first: "resolve target breached".
    const head = targetAt(parse, at, clocks)
    const is = longestPhrase(tokens, at + head.length, ['is', 'are', 'was'])
    const isState = words.includes('running') || words.includes('paused')
    const after =
      head.length === 0 || (needsTail && !isState) ? 0 : longestPhrase(tokens, at + head.length + is, phrases)
    if (after > 0)
      matches.push(
        clockMatch({ length: head.length + is + after, clocks: head.clocks, words, negative: false }),
      )
  }
  return best(matches)
}

/** The clocks that are named: `the resolve SLA`, `their SLA`. */
function targetAt(
  { tokens }: Parse,
  at: number,
  clocks: readonly SubjectField[],
): { length: number; clocks: readonly SubjectField[] } {
  const article = longestPhrase(tokens, at, ['its', 'their', 'the', 'our'])
  const named = clocks
    .map((field) => ({ field, length: longestName(tokens, at + article, clockNames(field)) }))
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => other.length - one.length)
  const [first] = named
  if (first !== undefined) return { length: article + first.length, clocks: [first.field] }
  return {
    length: longestPhrase(
      tokens,
      at,
      SLA.filter((phrase) => phrase !== ''),
    ),
    clocks,
  }
}

const CLOCK_STEMS: Readonly<Record<string, readonly string[]>> = {
  resolve: ['resolve', 'resolution', 'resolving'],
  acknowledge: ['acknowledge', 'acknowledgement', 'acknowledgment', 'acknowledging', 'response', 'ack'],
}

function clockNames({ label }: SubjectField): string[][] {
  const word = label.toLowerCase()
  return (CLOCK_STEMS[word] ?? [word]).flatMap((stem) =>
    ['sla', 'target', 'deadline', 'clock', 'time target', 'sla target'].map((noun) => [
      ...stem.split(' '),
      ...noun.split(' '),
    ]),
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

export function clockCondition(
  clocks: readonly SubjectField[],
  words: readonly ClockWord[],
  negative: boolean,
): Filter {
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
