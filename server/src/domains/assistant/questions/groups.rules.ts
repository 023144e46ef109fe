import { conditionItem, type Item, type Match, type Parse, type Rule, type Unit } from './grammar.rules.ts'
import { isSorting } from './context-words.rules.ts'
import { best, say, withLead } from './matches.rules.ts'
import { longestName, longestPhrase, phraseLength } from './names.rules.ts'
import { numberOf } from './time-amounts.rules.ts'
import { type Subject, type SubjectField, valueTraits } from './subject.rules.ts'
import { pickOptions } from './values.rules.ts'

const BY = [
  'by',
  'per',
  'for each|every',
  'each',
  'every',
  'grouped by',
  'group by',
  'broken down by',
  'split by',
  'by each',
  'across',
  'counted by',
  'summed up by',
  'for each of the',
  'group them by',
  'break down by',
  'and by',
  'now by',
  'split them by',
  'broken out by',
  'broken down per|into',
  'split up? by|per|into',
  'divided by|into',
  'distributed by|over|across|among',
  'spread over|across',
  'categorised|categorized|sorted into by?',
  'according to',
  'depending on',
  'aggregated by',
  'for every single?',
]

/** `top 5 alerts by severity` is an order; `top 5 sources by alerts` names its group itself. */
function isTopped({ tokens, subject }: Parse, at: number): boolean {
  const field = subject.fields.find(({ display }) => display === 'severity')
  const isOrder = field !== undefined && longestName(tokens, at + 1, field.names) > 0
  return (
    isOrder &&
    tokens.some(({ text }, place) => place < at && text === 'top' && numberOf(tokens[place + 1]) !== null)
  )
}

/** What each of them did: it is counted whatever the verb is. */
const DID = [
  'have',
  'has',
  'had',
  'got',
  'get',
  'own',
  'owns',
  'hold',
  'produced?',
  'produce',
  'send',
  'sent',
  'raise',
  'raised',
  'generate',
  'generated',
  'report',
  'reported',
  'create',
  'created',
  'handle',
  'handled',
]

const EVERYONE = [
  'does|do everyone|everybody have|own|hold|has|got',
  'does each of us have|own',
  'everyone|everybody has|owns|holds|got',
  'has everyone|everybody got',
  'per head',
  'who has how many',
  'who owns how many',
  'how many does everyone|everybody have',
  'across the team',
]

const UNITS: readonly [Unit, readonly string[], readonly string[]][] = [
  ['hour', ['hour'], ['hourly', 'hour by hour']],
  ['day', ['day', 'date'], ['daily', 'day by day', 'over time']],
  ['week', ['week'], ['weekly', 'week by week']],
  ['month', ['month'], ['monthly', 'month by month']],
]

function isGroup(field: SubjectField, title: string): boolean {
  const { faceted, techniques } = valueTraits(field)
  return field.kind === 'actor' || techniques || (faceted && field.key !== title)
}

/** `by severity`, `per day`, `for each analyst`. */
export const groupRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const matches: (Match | null)[] = UNITS.map(([unit, , alone]) =>
    say(longestPhrase(tokens, at, alone), { kind: 'step', unit }),
  )
  const everyone = subject.assignee === null ? 0 : longestPhrase(tokens, at, EVERYONE)
  if (subject.assignee !== null) matches.push(say(everyone, { kind: 'group', field: subject.assignee }))
  matches.push(brokenDown(parse, at))
  const lead = longestPhrase(tokens, at, BY)
  if (lead === 0 || isSorting(parse, at) || isTopped(parse, at)) return best(matches)
  for (const [unit, names] of UNITS)
    matches.push(say(withLead(lead, longestPhrase(tokens, at + lead, names)), { kind: 'step', unit }))
  const article = phraseLength(tokens, at + lead, 'the|their')
  for (const field of subject.fields.filter((one) => isGroup(one, subject.titleField))) {
    const named = longestName(tokens, at + lead + article, field.names)
    const each = /^(?:each|every)$/.test(tokens[at + lead - 1]?.text ?? '')
    const verb = each && named > 0 ? longestPhrase(tokens, at + lead + article + named, DID) : 0
    matches.push(say(withLead(lead + article, named === 0 ? 0 : named + verb), { kind: 'group', field }))
  }
  const who =
    subject.assignee === null
      ? 0
      : longestPhrase(tokens, at + lead, [
          'analyst',
          'analysts',
          'person',
          'people',
          'user',
          'owner',
          'assignee',
          'head',
          'colleague',
        ])
  if (subject.assignee !== null)
    matches.push(say(withLead(lead, who), { kind: 'group', field: subject.assignee }))
  return best(matches)
}

/** `disposition breakdown`, `severity distribution`: the field before what is asked of it. */
function brokenDown({ tokens, subject }: Parse, at: number): Match | null {
  return best(
    subject.fields
      .filter((field) => isGroup(field, subject.titleField))
      .map((field) => {
        const named = longestName(tokens, at, field.names)
        const split = longestPhrase(tokens, at + named, ['breakdown|distribution|split of?'])
        return say(withLead(named, split), { kind: 'group', field })
      }),
  )
}

const SENDS =
  'has|have|had|got|gets|sent|sends|send|produced|produces|produce|raised|raises|raise|generated|generates|generate|caused|causes|cause|created|creates|create|reported|reports|triggered|triggers|fired|fires|sees|saw|handles|handled|owns|owned|holds|held|carries|contributed|contributes|delivered|delivers|brought|brings|gave|gives'
const MANY = [
  'the? most',
  'the? largest|highest|biggest|greatest number of',
  'the? largest|highest|biggest share of?',
  'most of the?',
]
const FEW = ['the? fewest|least', 'the? smallest|lowest number of']
const LEADS = [
  SENDS,
  'with',
  'is|are responsible for',
  'accounts|account for',
  'is|are handling',
  'is|are working on',
  'works on',
  'is|are assigned to?',
  `do|does we get|see|have`,
]

const MOST = [
  ...LEADS.flatMap((lead) => MANY.map((many) => `${lead} ${many}`)),
  'comes|come up the? most often?',
  'occurs|occur|happens|happen|shows|show up? the? most often?',
  'is|are the? most common|frequent|noisy|busy|active|loaded',
  'is|are the? busiest',
  'has|have|had|got|with|sent|sends|produced|produces|raised|raises|handles|handled the? most',
  'has|have|had|with the? largest|highest number of',
  'has|have|had the? biggest number of',
  'has|have|had the? highest count of?',
  'owns the? most',
  'the most',
  'has|have|had the? most of',
  'causes|caused the? most',
  'generates|generated the? most',
  'sees|saw the? most',
  'appears|appear the? most|most often',
  'most often',
  'most frequently',
  'is|are most common|frequent|noisy',
  'is the? noisiest',
]

const FEWEST = [
  ...LEADS.flatMap((lead) => FEW.map((few) => `${lead} ${few}`)),
  'is|are the? least common|frequent|noisy|busy',
  'is|are the? rarest',
  'has|have|had|got|with|sent|sends|produced|produces|raised|handles|handled the? fewest|least',
  'has|have|had|with the? lowest|smallest number of',
  'the fewest',
  'the least',
  'owns the? fewest',
]

/** `which source has the most`, `who has the fewest`, `most common disposition`, `top 5 sources`. */
export const mostRule: Rule = ({ tokens, subject }, at) => {
  const matches: (Match | null)[] = []
  const groups = subject.fields.filter((one) => isGroup(one, subject.titleField))
  const which = longestPhrase(tokens, at, ['which', 'what'])
  const common = longestPhrase(tokens, at, [
    'most common',
    'the? most common',
    'most frequent',
    'the? most frequent',
    'commonest',
    'the? commonest',
    'noisiest',
    'the? noisiest',
  ])
  const rare = longestPhrase(tokens, at, [
    'least common',
    'the? least common',
    'rarest',
    'the? rarest',
    'least frequent',
    'the? least frequent',
  ])
  const top = longestPhrase(tokens, at, ['top', 'the? top'])
  const count = top === 0 ? null : numberOf(tokens[at + top])
  for (const field of groups) {
    const named = (start: number) => longestName(tokens, start, field.names)
    const group: Item = { kind: 'group', field }
    const verbs = field.key === 'playbook' ? ranMost(subject, tokens, at + which + named(at + which)) : null
    if (which > 0 && named(at + which) > 0 && verbs !== null)
      matches.push({
        length: which + named(at + which) + verbs.length,
        items: [group, { kind: 'most', direction: verbs.direction }, ...verbs.items],
      })
    if (which > 0)
      matches.push(ranked(tokens, at, { head: which + named(at + which), has: named(at + which) > 0, field }))
    if (common > 0)
      matches.push(say(withLead(common, named(at + common)), group, { kind: 'most', direction: 'desc' }))
    if (rare > 0)
      matches.push(say(withLead(rare, named(at + rare)), group, { kind: 'most', direction: 'asc' }))
    if (count !== null && Number.isInteger(count) && count > 0) {
      const length = named(at + top + 1)
      const tail = longestPhrase(tokens, at + top + 1 + length, [
        'by',
        'with',
        'by number of',
        'by count of',
        'with the? most',
      ])
      matches.push(
        say(
          length === 0 ? 0 : top + 1 + length + tail,
          group,
          { kind: 'most', direction: 'desc' },
          { kind: 'limit', count },
        ),
      )
    }
  }
  if (subject.assignee !== null) {
    const who = longestPhrase(tokens, at, ['who', 'which analyst|person|colleague'])
    matches.push(ranked(tokens, at, { head: who, has: who > 0, field: subject.assignee }))
  }
  return best(matches)
}

const OFTEN = ['the? most', 'the? most often|frequently', 'most of all']
const SELDOM = ['the? least', 'the? least often|frequently']

/** `failed most`, `ran most often`: a state of the runs, and how many there are. */
function ranMost(subject: Subject, tokens: Parse['tokens'], at: number) {
  const state = subject.fields.find(({ key }) => key === 'state')
  const said =
    state?.options.map((option) => ({ option, length: longestName(tokens, at, option.names) })) ?? []
  const [best] = said.toSorted((one, other) => other.length - one.length)
  const runs = longestPhrase(tokens, at, [
    'ran',
    'runs',
    'is run',
    'was run',
    'started',
    'was started',
    'has run',
  ])
  const length = Math.max(best?.length ?? 0, runs)
  const most = longestPhrase(tokens, at + length, OFTEN)
  const least = longestPhrase(tokens, at + length, SELDOM)
  if (length === 0 || most + least === 0 || state === undefined) return null
  const items: Item[] =
    best === undefined || best.length < runs || best.length === 0
      ? []
      : [conditionItem(pickOptions(state, [best.option], false))]
  const direction = least > most ? ('asc' as const) : ('desc' as const)
  return { length: length + Math.max(most, least), direction, items }
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

const SPLITS = [
  'breakdown',
  'a breakdown of?',
  'breakdown of',
  'distribution of?',
  'the? distribution of?',
  'split',
  'chart of?',
  'a chart of',
  'graph of',
  'trend of?',
  'the? trend of?',
  'statistics',
  'stats',
  'figures',
]

/** Words that ask for figures by something; without it they ask for nothing. */
export const splitRule: Rule = ({ tokens }, at) => say(longestPhrase(tokens, at, SPLITS), { kind: 'split' })
