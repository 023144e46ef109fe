import type { Match, MeasureOf, Parse, Rule } from './grammar.rules.ts'
import { best, say } from './matches.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import type { SubjectField } from './subject.rules.ts'
import { timeAt } from './time-words.rules.ts'

const COUNTS = [
  'how many',
  'how many of',
  'the? number of',
  'count',
  'count of?',
  'the? count of',
  'the? total number of',
  'what is the number of',
  'what is the count of',
  'total number of',
  'the? total of',
  'how many is that',
  'how many are that|those|these|they|there',
  'how many of them|these|those',
  'are there any',
  'is there any',
  'do we have any',
  'is there an?',
  'a count of',
  'figure for',
]

export const countRule: Rule = ({ tokens }, at) => say(longestPhrase(tokens, at, COUNTS), { kind: 'count' })

const MEASURES: readonly [MeasureOf, readonly string[]][] = [
  ['average', ['average', 'the? average', 'mean', 'the? mean', 'avg', 'on average', 'typical']],
  [
    'max',
    [
      'longest',
      'the? longest',
      'max',
      'maximum',
      'the? maximum',
      'the? max',
      'highest',
      'the? highest',
      'largest',
      'slowest',
      'the? worst',
      'worst',
    ],
  ],
  [
    'min',
    [
      'shortest',
      'the? shortest',
      'min',
      'minimum',
      'the? minimum',
      'the? min',
      'lowest',
      'the? lowest',
      'smallest',
      'fastest',
      'the? best',
      'best',
    ],
  ],
  ['sum', ['total', 'the? total', 'sum of', 'the? sum of', 'summed', 'combined', 'overall']],
]

const HOW_LONG = [
  'how long does it take us? to',
  'how long do we take to',
  'how long do we need to',
  'how long did it take us? to',
  'how long did we take to',
  'how long does it take us? on average to',
  'how long do we take on average to',
  'on average how long do we take to',
  'on average how long does it take us? to',
  'how long do we usually take to',
  'how fast do we',
  'how quickly do we',
  'how long on average does it take us? to',
  'how long on average do we take to',
  'how long does it usually take us? to',
  'how fast are we at',
  'how fast do we usually',
  'how long do analysts take to',
]

export const VERBS: readonly [RegExp, readonly string[]][] = [
  [/acknowledge/, ['acknowledge', 'acknowledging', 'pick up', 'ack']],
  [/close/, ['close', 'closing', 'close out']],
  [/resolve/, ['resolve', 'resolving', 'solve']],
]

/** `average time to close`, `MTTR`, `how long do we take to acknowledge`. */
export const measureRule: Rule = ({ tokens, subject }, at) => {
  const fields = subject.fields.filter(({ kind }) => kind === 'duration' || kind === 'number')
  const matches: (Match | null)[] = []
  for (const field of fields) {
    const mean = meanNames(field)
    for (const [of, phrases] of MEASURES) {
      const lead = longestPhrase(tokens, at, phrases)
      const named = lead === 0 ? 0 : longestName(tokens, at + lead, field.names)
      if (named > 0) matches.push(say(lead + named, { kind: 'measure', of, field }))
    }
    matches.push(say(longestName(tokens, at, mean), { kind: 'measure', of: 'average', field }))
    if (field.kind === 'duration') matches.push(spent(tokens, at, field), howLong(tokens, at, field))
  }
  return best(matches)
}

function meanNames({ names }: SubjectField): (readonly string[])[] {
  return names.filter((name) => /^mtt[ar]$/.test(name.join(' '))).flatMap((name) => [name, ['mean', ...name]])
}

function howLong(tokens: Parse['tokens'], at: number, field: SubjectField): Match | null {
  const lead = longestPhrase(tokens, at, HOW_LONG)
  const [, verbs] = VERBS.find(([form]) => form.test(field.key)) ?? []
  const verb = lead === 0 || verbs === undefined ? 0 : longestPhrase(tokens, at + lead, verbs)
  return verb === 0 ? null : say(lead + verb, { kind: 'measure', of: 'average', field })
}

function spent(tokens: Parse['tokens'], at: number, field: SubjectField): Match | null {
  const lead = longestPhrase(tokens, at, ['the? total time spent|taken'])
  const [, verbs] = VERBS.find(([form]) => form.test(field.key)) ?? []
  const to = lead === 0 ? 0 : longestPhrase(tokens, at + lead, ['to', 'on'])
  const verb = lead === 0 || verbs === undefined ? 0 : longestPhrase(tokens, at + lead + to, verbs)
  return verb === 0 ? null : say(lead + to + verb, { kind: 'measure', of: 'sum', field })
}

const VERSUS = [
  'compared with|to',
  'versus',
  'vs',
  'against',
  'in comparison with|to',
  'relative to',
  'than',
  'compare with|to',
  'compared against',
  'as compared to|with',
  'next to',
  'v',
]

const BEFORE = [
  'the week|month|quarter|day|year before',
  'the previous week|month|quarter|day|year',
  'the prior week|month|quarter|day|year',
  'the last one',
  'the one before',
  'the period before',
  'the preceding week|month',
]

/** `compared with last week`, `vs the week before`. */
export const versusRule: Rule = ({ tokens, world }, at) => {
  const lead = longestPhrase(tokens, at, VERSUS)
  if (lead === 0) return null
  const before = longestPhrase(tokens, at + lead, BEFORE)
  if (before > 0) return say(lead + before, { kind: 'versus', phrase: null })
  const phrase = timeAt(tokens, at + lead, world.clock)
  return phrase === null ? null : say(lead + phrase.length, { kind: 'versus', phrase })
}

const COMPARING = [
  'are|were we getting|seeing|having|handling more|fewer|less',
  'do|did we get|have|see more|fewer|less',
  'are there more|fewer|less',
  'did',
  'compare',
  'get|got better|worse|faster|slower|lower|higher',
  'is',
  'how do|does',
  'more|fewer|less',
  'how does',
  'has improved?',
  'better|worse',
  'improve|improved',
  'gone|go up|down',
]

/** Words that compare; without what is compared they ask for nothing. */
export const comparingRule: Rule = ({ tokens }, at) => {
  const length = longestPhrase(
    tokens,
    at,
    COMPARING.filter((phrase) => !['did', 'is'].includes(phrase)),
  )
  return say(length, { kind: 'comparing' })
}
