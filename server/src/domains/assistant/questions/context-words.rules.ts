import { type Item, type Parse, type Rule } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { peopleAt } from './people.rules.ts'
import { timeAt } from './time-phrases.rules.ts'
import { numberOf } from './time-amounts.rules.ts'
import { negationAt } from './negations.rules.ts'
import { optionsAt } from './named-options.rules.ts'

const NARROWS =
  /^(?:filter|filters|filtered|filtering|narrow|narrowed|restrict|restricted|limit|limited|reduce|reduced)$/
const SORTS = /^(?:sort|sorted|sorting|order|ordered|rank|ranked|arrange|arranged)$/
const GROUPS =
  /^(?:group|grouped|grouping|break|broken|split|divide|divided|bucket|bucketed|chart|plot|graph|tally|segment|segmented|summarize|summarise|aggregate|aggregated)$/

/** Whether one of these words precedes a position. */
function saidBefore({ tokens }: Pick<Parse, 'tokens'>, at: number, form: RegExp): boolean {
  return tokens.slice(0, at).some(({ kind, text }) => kind === 'word' && form.test(text))
}

/** Whether what follows is wanted in that order: `sort … by severity`. */
export function isSorting(parse: Pick<Parse, 'tokens'>, at: number): boolean {
  return saidBefore(parse, at, SORTS) && !saidBefore(parse, at, GROUPS)
}

const LINGERS = [
  'sitting',
  'stuck',
  'waiting',
  'remaining',
  'left',
  'staying',
  'lying',
  'hanging',
  'lingering',
  'that? remain',
  'that? remains',
  'that? stay',
  'that? sit',
  'that? are sitting|stuck|waiting|lying|hanging',
  'landed',
  'ended up',
  'currently',
  'which? have|has reached',
  'to',
  'as an?|the?',
  'as being',
]

/** Filler words, ignored only next to something that was understood: `filter … by medium`, `sitting in triage`. */
export const contextRule: Rule = (parse, at) => {
  const { tokens } = parse
  if (tokens[at]?.kind !== 'word') return null
  const length = Math.max(
    narrowing(parse, at),
    leading(parse, at),
    lingering(parse, at),
    topping(parse, at),
    due(parse, at),
    whatIsNew(parse, at),
    comingPer(parse, at),
    at === 0 ? longestPhrase(tokens, 0, ['where is|are']) : 0,
  )
  // "Done tasks due this week": the time is said of the due date.
  if (length > 0) return { length, items: due(parse, at) === length ? [{ kind: 'break' }] : [] }
  return arranging(parse, at)
}

function narrowing(parse: Parse, at: number): number {
  const { tokens } = parse
  const verb = NARROWS.test(tokens[at]?.text ?? '') ? 1 : 0
  const start = at + verb
  if (verb === 0 && !saidBefore(parse, at, NARROWS)) return 0
  const lead = longestPhrase(tokens, start, ['by', 'to', 'on', 'for', 'down to', 'with', 'using', 'down'])
  const said = start + lead
  const value = said + negationAt(parse, said)
  const only = longestPhrase(tokens, value, ['only', 'just', 'the'])
  const fits =
    optionsAt(parse, value + only) !== null ||
    peopleAt(parse, value + only) !== null ||
    timeAt(tokens, value + only, parse.world.clock) !== null ||
    fieldAt(parse, value + only) > 0
  if (fits && lead > 0) return verb + lead
  return verb
}

function fieldAt({ tokens, subject }: Parse, at: number): number {
  return Math.max(0, ...subject.fields.map(({ names }) => longestName(tokens, at, names)))
}

/** `where severity is high`, `whose source is github`: the field says it all. */
function leading(parse: Parse, at: number): number {
  const lead = longestPhrase(
    parse.tokens,
    at,
    [
      'where the? their? its?',
      'whose',
      'with their|its|the? ',
      'and whose',
      'for which the?',
      'that? have|has the?',
      'having the?',
      'with',
    ].map((phrase) => phrase.trim()),
  )
  return lead > 0 && fieldAt(parse, at + lead) > 0 ? lead : 0
}

function lingering(parse: Parse, at: number): number {
  const { tokens } = parse
  const lead = longestPhrase(tokens, at, LINGERS)
  if (lead === 0) return 0
  if (tokens[at]?.text === 'as') return optionsAt(parse, at + lead) === null ? 0 : lead
  const into = longestPhrase(tokens, at + lead, ['in', 'on', 'at', 'as', 'under'])
  const isTo = tokens[at]?.text === 'to'
  if (into === 0 && tokens[at + lead - 1]?.text !== 'currently') return 0
  const found = isTo ? null : optionsAt(parse, at + lead + into)
  return found === null ? 0 : lead
}

/** `top 10 newest`: the number and the order are said by what follows. */
function topping({ tokens }: Parse, at: number): number {
  const lead = longestPhrase(tokens, at, ['the? top', 'the'])
  if (lead === 0) return 0
  const number = numberOf(tokens[at + lead]) === null ? 0 : 1
  const next = longestPhrase(tokens, at + lead + number, [
    'newest|latest|oldest|earliest|worst|slowest|fastest|longest|youngest',
    'most|least severe|recent|critical|recently',
    'highest|lowest',
  ])
  return next > 0 && (number > 0 || tokens[at + lead - 1]?.text === 'top') ? lead : 0
}

/** A time alone is one of the due date where that is the time of the subject: `due today`, `due for me today`. */
function due({ tokens, subject, world }: Parse, at: number): number {
  if (subject.timeField !== 'due') return 0
  const lead = longestPhrase(tokens, at, ['that? is|are? due', 'due'])
  const isTimed = tokens.some((_token, place) => place > at && timeAt(tokens, place, world.clock) !== null)
  return lead > 0 && isTimed ? lead : 0
}

/** `what is new since yesterday` asks what was created, not what is still untouched. */
function whatIsNew({ tokens, world }: Parse, at: number): number {
  const lead = longestPhrase(tokens, at, ['what is|are new', 'anything|something|everything new'])
  const isTimed = tokens.some((_token, place) => place > at && timeAt(tokens, place, world.clock) !== null)
  return lead > 0 && tokens[at + lead - 1]?.text === 'new' && isTimed ? lead : 0
}

/** `alerts detected per day`: they are counted by when they came in anyway. */
function comingPer({ tokens }: Parse, at: number): number {
  const came = longestPhrase(tokens, at, ['that? were? created|detected|opened|raised|reported|received'])
  return longestPhrase(tokens, at + came, [
    'per|by|each|every hour|day|week|month',
    'daily|weekly|monthly|hourly',
  ]) > 0
    ? came
    : 0
}

/** Verbs of ordering and grouping, with what they order by somewhere behind them. */
function arranging({ tokens }: Parse, at: number) {
  const text = tokens[at]?.text ?? ''
  const rest = tokens.slice(at + 1)
  const by = rest.some((token) => ['by', 'per', 'into', 'across', 'over'].includes(token.text))
  if (!by) return null
  if (SORTS.test(text)) return { length: 1, items: [] }
  const how = longestPhrase(tokens, at, ['how are|is|were|was|do|does|did the?'])
  const isSplit = rest.some(
    (token) => GROUPS.test(token.text) || /^(?:distributed|spread|sorted|look)$/.test(token.text),
  )
  if (how > 0 && isSplit) return { length: how, items: [{ kind: 'split' } as const] }
  if (!GROUPS.test(text)) return null
  const tail = longestPhrase(tokens, at + 1, ['down', 'up', 'out'])
  const split: Item = { kind: 'split' }
  return { length: 1 + tail, items: [split] }
}
