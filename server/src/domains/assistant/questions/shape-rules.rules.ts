import { type Item, type Match, type MeasureOf, type Parse, type Rule, type Unit } from './grammar.rules.ts'
import { longestName, longestPhrase, phraseLength } from './names.rules.ts'
import type { SubjectField } from './subject.rules.ts'
import { numberOf, timeAt, WEEKDAYS } from './time-words.rules.ts'
import { openRule } from './value-rules.rules.ts'

function best(matches: readonly (Match | null)[]): Match | null {
  return matches.filter((one) => one !== null).toSorted((one, other) => other.length - one.length)[0] ?? null
}

function say(length: number, ...items: readonly Item[]): Match | null {
  return length === 0 ? null : { length, items }
}

/** The noun of the app: `alerts`, `case records`. */
export const nounRule: Rule = ({ tokens, subject }, at) => {
  const length = longestName(tokens, at, subject.names)
  if (length === 0) return null
  const last = tokens[at + length - 1]
  const tail = longestPhrase(tokens, at + length, ['records|record|entries|queue|list'])
  const plural = last === undefined || last.text !== last.lemma || tail > 0
  return say(length + tail, { kind: 'noun', plural })
}

const COUNTS = ['how many', 'how many of', 'the? number of', 'count', 'count of?', 'the? count of', 'the? total number of', 'what is the number of', 'what is the count of', 'total number of', 'the? total of', 'how many is that', 'how many are that|those|these|they|there', 'how many of them|these|those', 'are there any', 'is there any', 'do we have any', 'is there an?', 'a count of', 'figure for']

export const countRule: Rule = ({ tokens }, at) => say(longestPhrase(tokens, at, COUNTS), { kind: 'count' })

const MEASURES: readonly [MeasureOf, readonly string[]][] = [
  ['average', ['average', 'the? average', 'mean', 'the? mean', 'avg', 'on average', 'typical']],
  ['max', ['longest', 'the? longest', 'max', 'maximum', 'the? maximum', 'the? max', 'highest', 'the? highest', 'largest', 'slowest', 'the? worst', 'worst']],
  ['min', ['shortest', 'the? shortest', 'min', 'minimum', 'the? minimum', 'the? min', 'lowest', 'the? lowest', 'smallest', 'fastest', 'the? best', 'best']],
  ['sum', ['total', 'the? total', 'sum of', 'the? sum of', 'summed', 'combined', 'overall']],
]
const HOW_LONG = ['how long does it take us? to', 'how long do we take to', 'how long do we need to', 'how long did it take us? to', 'how long did we take to', 'how long does it take us? on average to', 'how long do we take on average to', 'on average how long do we take to', 'on average how long does it take us? to', 'how long do we usually take to', 'how fast do we', 'how quickly do we', 'how long on average does it take us? to', 'how long on average do we take to', 'how long does it usually take us? to', 'how fast are we at', 'how fast do we usually', 'how long do analysts take to']
const VERBS: readonly [RegExp, readonly string[]][] = [
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

const BY = ['by', 'per', 'for each|every', 'each', 'every', 'grouped by', 'group by', 'broken down by', 'split by', 'by each', 'across', 'counted by', 'summed up by', 'for each of the', 'group them by', 'break down by', 'and by', 'now by', 'split them by', 'broken out by']
const UNITS: readonly [Unit, readonly string[], readonly string[]][] = [
  ['hour', ['hour'], ['hourly', 'hour by hour']],
  ['day', ['day', 'date'], ['daily', 'day by day', 'over time']],
  ['week', ['week'], ['weekly', 'week by week']],
  ['month', ['month'], ['monthly', 'month by month']],
]
const GROUPED = new Set<SubjectField['kind']>(['option', 'options', 'user', 'users', 'group', 'groups', 'actor', 'texts', 'technique', 'techniques'])

function isGroup({ kind, key }: SubjectField, title: string): boolean {
  return GROUPED.has(kind) || (kind === 'text' && key !== title)
}

/** `by severity`, `per day`, `for each analyst`. */
export const groupRule: Rule = ({ tokens, subject }, at) => {
  const matches: (Match | null)[] = UNITS.map(([unit, , alone]) => say(longestPhrase(tokens, at, alone), { kind: 'step', unit }))
  const lead = longestPhrase(tokens, at, BY)
  if (lead === 0) return best(matches)
  for (const [unit, names] of UNITS) matches.push(say(withLead(lead, longestPhrase(tokens, at + lead, names)), { kind: 'step', unit }))
  const article = phraseLength(tokens, at + lead, 'the|their')
  for (const field of subject.fields.filter((one) => isGroup(one, subject.titleField))) {
    const named = longestName(tokens, at + lead + article, field.names)
    matches.push(say(withLead(lead + article, named), { kind: 'group', field }))
  }
  const who = subject.assignee === null ? 0 : longestPhrase(tokens, at + lead, ['analyst', 'analysts', 'person', 'people', 'user', 'owner', 'assignee', 'head', 'colleague'])
  if (subject.assignee !== null) matches.push(say(withLead(lead, who), { kind: 'group', field: subject.assignee }))
  return best(matches)
}

const withLead = (lead: number, length: number) => (length === 0 ? 0 : lead + length)

const MOST = ['has|have|had|got|with|sent|sends|produced|produces|raised|raises|handles|handled the? most', 'has|have|had|with the? largest|highest number of', 'has|have|had the? biggest number of', 'has|have|had the? highest count of?', 'owns the? most', 'closed the? most', 'closes the? most', 'the most', 'has|have|had the? most of', 'causes|caused the? most', 'generates|generated the? most', 'sees|saw the? most', 'appears|appear the? most|most often', 'most often', 'most frequently', 'is|are most common|frequent|noisy', 'is the? noisiest']
const FEWEST = ['has|have|had|got|with|sent|sends|produced|produces|raised|handles|handled the? fewest|least', 'has|have|had|with the? lowest|smallest number of', 'the fewest', 'the least', 'owns the? fewest', 'closed the? fewest']

/** `which source has the most`, `who has the fewest`, `most common disposition`, `top 5 sources`. */
export const mostRule: Rule = ({ tokens, subject }, at) => {
  const matches: (Match | null)[] = []
  const groups = subject.fields.filter((one) => isGroup(one, subject.titleField))
  const which = longestPhrase(tokens, at, ['which', 'what'])
  const common = longestPhrase(tokens, at, ['most common', 'the? most common', 'most frequent', 'the? most frequent', 'commonest', 'the? commonest', 'noisiest', 'the? noisiest', 'busiest', 'the? busiest'])
  const rare = longestPhrase(tokens, at, ['least common', 'the? least common', 'rarest', 'the? rarest', 'least frequent', 'the? least frequent'])
  const top = longestPhrase(tokens, at, ['top', 'the? top'])
  const count = top === 0 ? null : numberOf(tokens[at + top])
  for (const field of groups) {
    const named = (start: number) => longestName(tokens, start, field.names)
    const group: Item = { kind: 'group', field }
    if (which > 0) matches.push(ranked(tokens, at, { head: which + named(at + which), has: named(at + which) > 0, field }))
    if (common > 0) matches.push(say(withLead(common, named(at + common)), group, { kind: 'most', direction: 'desc' }))
    if (rare > 0) matches.push(say(withLead(rare, named(at + rare)), group, { kind: 'most', direction: 'asc' }))
    if (count !== null && Number.isInteger(count) && count > 0) {
      const length = named(at + top + 1)
      const tail = longestPhrase(tokens, at + top + 1 + length, ['by', 'with', 'by number of', 'by count of', 'with the? most'])
      matches.push(say(length === 0 ? 0 : top + 1 + length + tail, group, { kind: 'most', direction: 'desc' }, { kind: 'limit', count }))
    }
  }
  if (subject.assignee !== null) {
    const who = longestPhrase(tokens, at, ['who', 'which analyst|person|colleague'])
    matches.push(ranked(tokens, at, { head: who, has: who > 0, field: subject.assignee }))
  }
  return best(matches)
}

interface Ranked {
  head: number
  has: boolean
  field: SubjectField
}

function ranked(tokens: Parse['tokens'], at: number, { head, has, field }: Ranked): Match | null {
  if (!has) return null
  const most = longestPhrase(tokens, at + head, MOST)
  const fewest = longestPhrase(tokens, at + head, FEWEST)
  const group: Item = { kind: 'group', field }
  if (most > 0) return say(head + most, group, { kind: 'most', direction: 'desc' })
  return fewest === 0 ? null : say(head + fewest, group, { kind: 'most', direction: 'asc' })
}

const NEWEST = ['newest', 'latest', 'most recent', 'the? newest', 'the? latest', 'the? most recent', 'recent', 'youngest']
const OLDEST = ['oldest', 'earliest', 'the? oldest', 'the? earliest']
const WORST = ['most severe', 'the? most severe', 'worst', 'the? worst', 'highest severity', 'the? highest severity', 'most critical', 'the? most critical', 'the? severest']
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
  const longest = longestPhrase(tokens, at, ['the? longest open', 'that? has|have been open the longest', 'that? is|are open the? longest', 'open the? longest', 'open for the longest'])
  const isOpen = longest === 0 ? null : openRule(parse, tokens.findIndex(({ text }, place) => place >= at && text === 'open'))
  if (isOpen !== null && created !== undefined) matches.push({ length: longest, items: [...isOpen.items, { kind: 'sort', field: created, direction: 'asc' }] })
  const number = numberOf(tokens[at])
  if (number !== null && number >= 1 && Number.isInteger(number)) {
    for (const [phrases, field, direction] of [[NEWEST, created, 'desc'], [OLDEST, created, 'asc'], [WORST, severity, 'desc']] as const) {
      const length = longestPhrase(tokens, at + 1, phrases)
      if (length > 0 && field !== undefined)
        matches.push({ length: 1 + length, items: [{ kind: 'sort', field, direction }, { kind: 'limit', count: number }] })
    }
  }
  matches.push(lastFew(parse, at), recently(parse, at), tookLongest(parse, at), extreme(parse, at))
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
  const first = longestPhrase(tokens, at + length, ['first', 'ones first', 'on top'])
  if (first > 0) return { length: length + first, items: [sort] }
  const number = numberOf(tokens[at + length])
  if (number === null || number < 1 || !Number.isInteger(number)) return { length, items: [sort] }
  return { length: length + 1, items: [sort, { kind: 'limit', count: number }] }
}

/** `last 5` and `first 5`, where no unit of time follows. */
function lastFew(parse: Parse, at: number): Match | null {
  const { tokens } = parse
  const created = fieldOf(parse, 'created_at')
  const lead = longestPhrase(tokens, at, ['the? last', 'the? first', 'last', 'first'])
  const word = tokens[at + lead - 1]?.text
  const number = numberOf(tokens[at + lead])
  if (lead === 0 || created === undefined || tokens[at + lead]?.unit !== undefined) return null
  if (timeAt(tokens, at, parse.world.clock) !== null) return null
  const direction = word === 'last' ? 'desc' : 'asc'
  if (number !== null && number >= 1 && Number.isInteger(number))
    return { length: lead + 1, items: [{ kind: 'sort', field: created, direction }, { kind: 'limit', count: number }] }
  // "the first alert", "the last case": one of them, unless a time is meant.
  const noun = longestName(tokens, at + lead, parse.subject.names)
  const isTime = WEEKDAYS.includes(tokens[at + lead]?.text ?? '')
  return noun === 0 || isTime ? null : { length: lead, items: [{ kind: 'sort', field: created, direction }] }
}

/** `most recently closed`, `last updated`, `least recently updated`. */
function recently({ tokens, subject }: Parse, at: number): Match | null {
  const desc = longestPhrase(tokens, at, ['the? most recently', 'most recently', 'the? latest', 'latest', 'the? newest'])
  const asc = longestPhrase(tokens, at, ['the? least recently', 'least recently', 'the? longest ago', 'not recently'])
  const lead = Math.max(desc, asc)
  if (lead === 0) return null
  return best(
    subject.fields
      .filter(({ kind }) => kind === 'instant')
      .map((field) => {
        const named = longestName(tokens, at + lead, field.names)
        return say(withLead(lead, named), { kind: 'sort', field, direction: asc > desc ? 'asc' : 'desc' })
      }),
  )
}

const TOOK: readonly ['asc' | 'desc', readonly string[]][] = [
  ['desc', ['that? took us? the? longest', 'took the? most time', 'slowest', 'the? slowest', 'needed the? longest', 'longest']],
  ['asc', ['that? took us? the? shortest', 'fastest', 'the? fastest', 'quickest', 'the? quickest', 'that? took us? the? least time']],
]

/** `slowest to close`, `that took us longest to acknowledge`, `fastest closed`. */
function tookLongest({ tokens, subject }: Parse, at: number): Match | null {
  const matches: (Match | null)[] = []
  for (const [direction, phrases] of TOOK) {
    const lead = longestPhrase(tokens, at, phrases)
    if (lead === 0) continue
    for (const field of subject.fields.filter(({ kind }) => kind === 'duration')) {
      const [, verbs = []] = VERBS.find(([form]) => form.test(field.key)) ?? []
      const time = longestPhrase(tokens, at + lead, ['time'])
      const noun = longestName(tokens, at + lead, subject.names)
      for (const gap of new Set([0, time, noun])) {
        const to = longestPhrase(tokens, at + lead + gap, ['to', 'to be'])
        const verb = longestPhrase(tokens, at + lead + gap + to, [...verbs, ...verbs.map((one) => (one.endsWith('e') ? `${one}d` : `${one}ed`))])
        if (verb === 0 || (to === 0 && gap > 0)) continue
        const items: Item[] = [{ kind: 'sort', field, direction }]
        if (noun > 0 && gap === noun) items.push({ kind: 'noun', plural: tokens[at + lead]?.text !== tokens[at + lead]?.lemma })
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
      .filter(({ kind, display }) => kind === 'number' || kind === 'duration' || display === 'severity')
      .map((field) => say(withLead(lead, longestName(tokens, at + lead, field.names)), { kind: 'sort', field, direction: asc > desc ? 'asc' : 'desc' })),
  )
}

const SORTS = ['sorted by', 'ordered by', 'order by', 'sort by', 'in order of', 'sort them by', 'order them by', 'sorted on', 'by order of', 'arranged by', 'ranked by', 'sort those by', 'sort that by']

/** `sorted by severity descending`, `newest first`. */
export const sortRule: Rule = ({ tokens, subject }, at) => {
  const lead = longestPhrase(tokens, at, SORTS)
  if (lead === 0) return null
  return best(
    subject.fields.map((field): Match | null => {
      const article = phraseLength(tokens, at + lead, 'the|their')
      const named = longestName(tokens, at + lead + article, field.names)
      if (named === 0) return null
      const end = at + lead + article + named
      const down = longestPhrase(tokens, end, ['descending', 'desc', 'down', 'newest first', 'highest first', 'latest first', 'worst first', 'high to low', 'most recent first', 'longest first'])
      const up = longestPhrase(tokens, end, ['ascending', 'asc', 'up', 'oldest first', 'lowest first', 'earliest first', 'low to high', 'shortest first'])
      // Severities and times are wanted from the top unless it is said.
      const isDown = down > 0 || (up === 0 && (field.display === 'severity' || field.kind === 'instant' || field.kind === 'number' || field.kind === 'duration'))
      return say(lead + article + named + Math.max(down, up), { kind: 'sort', field, direction: isDown ? 'desc' : 'asc' })
    }),
  )
}

const VERSUS = ['compared with|to', 'versus', 'vs', 'against', 'in comparison with|to', 'relative to', 'than', 'compare with|to', 'compared against', 'as compared to|with', 'next to', 'v']
const BEFORE = ['the week|month|quarter|day|year before', 'the previous week|month|quarter|day|year', 'the prior week|month|quarter|day|year', 'the last one', 'the one before', 'the period before', 'the preceding week|month']

/** `compared with last week`, `vs the week before`. */
export const versusRule: Rule = ({ tokens, world }, at) => {
  const lead = longestPhrase(tokens, at, VERSUS)
  if (lead === 0) return null
  const before = longestPhrase(tokens, at + lead, BEFORE)
  if (before > 0) return say(lead + before, { kind: 'versus', phrase: null })
  const phrase = timeAt(tokens, at + lead, world.clock)
  return phrase === null ? null : say(lead + phrase.length, { kind: 'versus', phrase })
}

const SPLITS = ['breakdown', 'a breakdown of?', 'breakdown of', 'distribution of?', 'the? distribution of?', 'split', 'chart of?', 'a chart of', 'graph of', 'trend of?', 'the? trend of?', 'statistics', 'stats', 'figures']

/** Words that ask for figures by something; without it they ask for nothing. */
export const splitRule: Rule = ({ tokens }, at) => say(longestPhrase(tokens, at, SPLITS), { kind: 'split' })

const COMPARING = ['are|were we getting|seeing|having|handling more|fewer|less', 'do|did we get|have|see more|fewer|less', 'are there more|fewer|less', 'did', 'compare', 'get|got better|worse|faster|slower|lower|higher', 'is', 'how do|does', 'more|fewer|less', 'how does', 'has improved?', 'better|worse', 'improve|improved', 'gone|go up|down']

/** Words that compare; without what is compared they ask for nothing. */
export const comparingRule: Rule = ({ tokens }, at) => {
  const length = longestPhrase(tokens, at, COMPARING.filter((phrase) => !['did', 'is'].includes(phrase)))
  return say(length, { kind: 'comparing' })
}

/** `or` and `and` between conditions. */
export const joinRule: Rule = ({ tokens }, at) => {
  if (phraseLength(tokens, at, 'or') > 0) return say(1, { kind: 'or' })
  if (phraseLength(tokens, at, 'but') > 0) return { length: 1, items: [] }
  return say(longestPhrase(tokens, at, ['and', 'as well as', 'and also', 'and that']), { kind: 'and' })
}
