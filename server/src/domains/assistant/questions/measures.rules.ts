import {
  conditionItem,
  type Item,
  type Match,
  type MeasureOf,
  type Parse,
  type Rule,
} from './grammar.rules.ts'
import { best, say } from './matches.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { type SubjectField, valueTraits } from './subject.rules.ts'
import { timeAt } from './time-phrases.rules.ts'
import { peopleAt, pickPeople } from './people.rules.ts'
import { pickOptions } from './values.rules.ts'

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
  'volume of?',
  'the? volume of',
  'amount of',
  'the? amount of',
  'the? total amount of',
]

export const countRule: Rule = ({ tokens }, at) => say(longestPhrase(tokens, at, COUNTS), { kind: 'count' })

const MEASURES: readonly [MeasureOf, readonly string[]][] = [
  [
    'average',
    [
      'average',
      'the? average',
      'mean',
      'the? mean',
      'avg',
      'the? avg',
      'on average',
      'our? average|mean|avg of?',
      'the? overall average|mean',
      'usual',
    ],
  ],
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
  ['median', ['median', 'the? median', 'typical', 'the? typical']],
  ['p95', ['p95', 'the? p95', 'p95 of|for the?']],
  ['sum', ['total', 'the? total', 'sum of', 'the? sum of', 'summed', 'combined', 'overall']],
]

const HOW_LONG = [
  'how long',
  'how fast',
  'how quickly|quick|soon|speedily',
  'how much time',
  'the? time it takes|took',
  'on average how long|fast|quickly',
  'average|mean|avg time it takes|took',
]
/** What may stand between `how long` and the verb. */
const MEANWHILE = [
  'do|does|did|is|are|was|were|has|have|will',
  'it|we|us|our|the|a|an|they|them|team|analysts|people|everyone|someone',
  'take|takes|took|taken|need|needs|needed|require|spend|spent|until|till|for|before|to|be|get|getting|in|at',
  'usually|typically|normally|generally|commonly|currently',
  'on average',
]

export const VERBS: readonly [RegExp, readonly string[]][] = [
  [/acknowledge/, ['acknowledge', 'acknowledging', 'acknowledged', 'pick up', 'picked up', 'ack', 'acked']],
  [/close/, ['close', 'closing', 'closed', 'close out', 'closed out', 'closure']],
  [/resolve/, ['resolve', 'resolving', 'resolved', 'solve', 'solved', 'resolution']],
]

/** `average time to close`, `MTTR`, `how long do we take to acknowledge`. */
export const measureRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const fields = subject.fields.filter((one) => valueTraits(one).decimal)
  const matches: (Match | null)[] = []
  for (const field of fields) {
    const mean = meanNames(field)
    for (const [of, phrases] of MEASURES) {
      const lead = Math.max(longestPhrase(tokens, at, phrases), of === 'p95' ? ninetyFifth(tokens, at) : 0)
      const named = lead === 0 ? 0 : longestName(tokens, at + lead, field.names)
      if (named > 0) matches.push(say(lead + named, { kind: 'measure', of, field }))
    }
    matches.push(say(longestName(tokens, at, mean), { kind: 'measure', of: 'average', field }))
    if (valueTraits(field).span) matches.push(spent(tokens, at, field), howLong(parse, at, field))
  }
  return best(matches)
}

/** `95th percentile of`: a number, which no phrase holds. */
function ninetyFifth(tokens: Parse['tokens'], at: number): number {
  const article = longestPhrase(tokens, at, ['the'])
  if (tokens[at + article]?.kind !== 'number' || tokens[at + article]?.text !== '95') return 0
  const noun = longestPhrase(tokens, at + article + 1, ['percentile of? the?', 'percentile for the?'])
  return noun === 0 ? 0 : article + 1 + noun
}

function meanNames({ names }: SubjectField): (readonly string[])[] {
  return names.filter((name) => /^mtt[ar]$/.test(name.join(' '))).flatMap((name) => [name, ['mean', ...name]])
}

/** `alerts on average`: what is measured comes after the verb, and how after that. */
function usuallyAt({ tokens, subject }: Parse, at: number, items: Item[]): number {
  const noun = longestName(tokens, at, subject.names)
  const usually = longestPhrase(tokens, at + noun, ['on average', 'usually|typically|normally|generally'])
  if (usually === 0) return 0
  if (noun > 0) items.push({ kind: 'noun', plural: true })
  return noun + usually
}

function howLong(parse: Parse, at: number, field: SubjectField): Match | null {
  const { tokens, subject } = parse
  const lead = longestPhrase(tokens, at, HOW_LONG)
  const [, verbs] = VERBS.find(([form]) => form.test(field.key)) ?? []
  if (lead === 0 || verbs === undefined) return null
  const items: Item[] = [{ kind: 'measure', of: 'average', field }]
  for (let end = at + lead; ; ) {
    const verb = longestPhrase(tokens, end, verbs)
    if (verb > 0) return { length: end + verb + usuallyAt(parse, end + verb, items) - at, items }
    const noun = longestName(tokens, end, subject.names)
    const people = subject.assignee === null ? null : peopleAt(parse, end)
    const step = Math.max(noun, longestPhrase(tokens, end, MEANWHILE), people?.length ?? 0)
    if (step === 0) return null
    if (people !== null && subject.assignee !== null) items.push(pickPeople(subject.assignee, people, false))
    if (noun > 0) items.push({ kind: 'noun', plural: true })
    end += step
  }
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
  'as opposed to',
  'when compared with|to|against',
  'as against',
]

const BEFORE = [
  'last',
  'the last',
  'the previous',
  'before',
  'the time before',
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
  const compares = tokens
    .slice(0, at)
    .some(({ text }) => ['compare', 'comparing', 'comparison', 'difference', 'compared'].includes(text))
  const joint = compares ? longestPhrase(tokens, at, ['with', 'to', 'and', 'against', 'from']) : 0
  const lead = Math.max(joint, longestPhrase(tokens, at, VERSUS))
  if (lead === 0) return null
  const before = longestPhrase(tokens, at + lead, BEFORE)
  const isEnd = tokens[at + lead + before] === undefined
  if (before > 0 && (before > 1 || isEnd)) return say(lead + before, { kind: 'versus', phrase: null })
  const phrase = timeAt(tokens, at + lead, world.clock)
  return phrase === null ? null : say(lead + phrase.length, { kind: 'versus', phrase })
}

const COMPARING = [
  'compare|comparing the? number|count|amount of?',
  'a? comparison of|between',
  'the? difference in|of|between',
  'the? change in|of',
  'how has|have|did|does|do',
  'changed|change|develop|developed|evolve|evolved',
  'are|is there more|fewer|less',
  'have|had we had|got|seen|received more|fewer|less',
  'did|do we receive more|fewer|less',
  'are|is it|they up|down',
  'up or down',
  'more or less|fewer',
  'going|gone|went|go up|down',
  'increased|decreased|risen|dropped|fallen|grown',
  'rise|rising|drop|dropping|fall|falling|grow|growing|increasing|decreasing',
  'an increase|decrease|rise|drop in|of',
  'are|is|was|were faster|slower|higher|lower',
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

const CLOSING = [
  'did|do we close more|fewer|less',
  'are|were we closing more|fewer|less',
  'have we closed more|fewer|less',
]

/** Words that compare; without what is compared they ask for nothing. */
export const comparingRule: Rule = ({ tokens, subject }, at) => {
  const length = longestPhrase(
    tokens,
    at,
    COMPARING.filter((phrase) => !['did', 'is'].includes(phrase)),
  )
  const closing = longestPhrase(tokens, at, CLOSING)
  const option = subject.status?.options.find(({ key }) => key === 'closed')
  if (closing > length && subject.status !== null && option !== undefined)
    return say(closing, { kind: 'comparing' }, conditionItem(pickOptions(subject.status, [option], false)))
  return say(length, { kind: 'comparing' })
}
