import { conditionItem, type Item, type Match, type Parse, type Rule, timeFilter } from './grammar.rules.ts'
import { best } from './matches.rules.ts'
import { longestPhrase } from './names.rules.ts'
import { type People, peopleAt, pickPeople } from './people.rules.ts'
import { timeAt } from './time-phrases.rules.ts'
import { pickOptions } from './values.rules.ts'

const WHO = ['who', 'which|what analyst|person|colleague|user|assignee|one|owner', 'which of us|them']
const WHO_CLOSED = WHO.flatMap((who) => [
  `${who} has? closed`,
  `${who} has? closed out`,
  `${who} managed to close`,
])
const MOST_CLOSED = WHO_CLOSED.flatMap((who) => [`${who} the? most`, `${who} the? largest|highest number of`])
const FEWEST_CLOSED = WHO_CLOSED.flatMap((who) => [
  `${who} the? fewest|least`,
  `${who} the? lowest number of`,
])
const WE_CLOSED = [
  'did we close',
  'have we closed',
  'we have? closed',
  'that we have? closed',
  'that we close',
  'did the team close',
  'the team closed',
  'got closed',
]

const CLOSES = [
  'has|have already? closed',
  'closed',
  'close',
  'closed out',
  'has|have closed out',
  'managed to close',
  'got closed',
]

/** Who closed it: the usual ways to name people, and `I`. */
function closersAt(parse: Parse, at: number): People | null {
  const me = longestPhrase(parse.tokens, at, ['i'])
  return me > 0 ? { length: me, ids: ['me'], names: ['you'] } : peopleAt(parse, at)
}

/** `closed by Deniz`, `has Carla closed`, `did each analyst close`: closed, and theirs. */
export const closedByRule: Rule = (parse, at) => {
  const { tokens, subject, world } = parse
  const { assignee, status } = subject
  const option = status?.options.find(({ key }) => key === 'closed')
  const closedAt = subject.fields.find(({ key, stamp }) => key === 'closed_at' && stamp !== undefined)
  if (assignee === null || status === null || option === undefined) return null
  const us = longestPhrase(tokens, at, WE_CLOSED)
  if (us > 0) return { length: us, items: [conditionItem(pickOptions(status, [option], false))] }
  const by = longestPhrase(tokens, at, ['closed by', 'that? were|was|got closed by', 'closed out by'])
  const asked = longestPhrase(tokens, at, ['that? has', 'that? did', 'that? have', 'that'])
  const each = longestPhrase(tokens, at, [
    'did each|every analyst|person|assignee close',
    'each|every analyst|person|assignee closed',
    'has each|every analyst|person|assignee closed',
    'did we each close',
    'did everyone|everybody close',
    'everyone|everybody closed',
    'was|were closed by each|every analyst|person|assignee',
    'closed by each|every analyst|person|assignee',
  ])
  const most = longestPhrase(tokens, at, MOST_CLOSED)
  const fewest = most > 0 ? 0 : longestPhrase(tokens, at, FEWEST_CLOSED)
  if (most + fewest > 0)
    return {
      length: most + fewest,
      items: [
        conditionItem(pickOptions(status, [option], false)),
        { kind: 'group', field: assignee },
        { kind: 'most', direction: most > 0 ? 'desc' : 'asc' },
      ],
    }
  const people = each > 0 ? null : closersAt(parse, at + (by > 0 ? by : asked))
  let length = each
  if (people !== null) {
    const end = at + (by > 0 ? by : asked) + people.length
    const verb = by > 0 ? 0 : longestPhrase(tokens, end, CLOSES)
    if (by === 0 && verb === 0) return null
    length = end + verb - at
  }
  if (length === 0) return null
  const time = closedAt === undefined ? null : timeAt(tokens, at + length, world.clock)
  const items: Item[] = [conditionItem(pickOptions(status, [option], false))]
  if (people !== null) items.push(pickPeople(assignee, people, false))
  else items.push({ kind: 'group', field: assignee })
  if (time !== null && closedAt !== undefined)
    items.push(
      conditionItem({
        field: closedAt.key,
        filter: timeFilter(closedAt.key, time),
        label: `${closedAt.label} ${time.label}`,
      }),
    )
  return { length: length + (time?.length ?? 0), items }
}

const ACTED: readonly [string, readonly string[]][] = [
  ['created_by', ['opened', 'created', 'raised', 'reported', 'filed', 'logged', 'submitted', 'entered']],
  [
    'updated_by',
    ['updated last', 'changed last', 'edited last', 'last updated|changed|edited|touched|modified'],
  ],
]

/** `that I opened`, `Bob created`, `last changed by` the other way round: who did something to it. */
export const actedRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const lead = longestPhrase(tokens, at, ['that|which? did|have|has', 'that|which'])
  const people = closersAt(parse, at + lead)
  if (people === null) return null
  const start = at + lead + people.length
  const have = longestPhrase(tokens, start, ['have', 'has', 'myself'])
  return best(
    ACTED.flatMap(([key, verbs]): Match[] => {
      const field = subject.fields.find((one) => one.key === key)
      const asked = tokens[at + lead - 1]?.text === 'did' ? verbs.map(infinitive) : []
      const verb = longestPhrase(tokens, start + have, [...verbs, ...asked])
      if (field === undefined || verb === 0) return []
      return [{ length: start + have + verb - at, items: [pickPeople(field, people, false)] }]
    }),
  )
}

const infinitive = (verb: string) =>
  verb
    .replace(/tted$/, 't')
    .replace(/([^e])ed$/, '$1')
    .replace(/eat$/, 'eate')
