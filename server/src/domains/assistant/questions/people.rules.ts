import type { Filter } from '@caseloom/contract/filter'
import {
  condition,
  conditionItem,
  type Item,
  type Match,
  type Named,
  type Parse,
  type Rule,
  timeFilter,
} from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import type { SubjectField } from './subject.rules.ts'
import { lemmasOf } from './tokens.rules.ts'
import { timeAt } from './time-words.rules.ts'
import { jointAt, negationAt, pickOptions } from './values.rules.ts'

interface People {
  length: number
  ids: string[]
  names: string[]
}

const ME = ['me', 'myself']

/** The person named at a place: by the whole name, or by a part that only one has. */
function personAt({ tokens, world }: Parse, at: number): People | null {
  const me = longestPhrase(tokens, at, ME)
  if (me > 0) return { length: me, ids: ['me'], names: ['you'] }
  const [best, ...others] = namedAt(tokens, at, world.people)
  return best === undefined || others.length > 0
    ? null
    : { length: best.length, ids: [best.one.id], names: [best.one.name] }
}

/** Whoever of a list is named with the most words; several where it is not clear who is meant. */
function namedAt(
  tokens: Parse['tokens'],
  at: number,
  list: readonly Named[],
): { one: Named; length: number }[] {
  const found = list.flatMap((one) => {
    const lemmas = lemmasOf(one.name)
    const names = [lemmas, ...(lemmas.length > 1 ? [lemmas.slice(0, 1), lemmas.slice(-1)] : [])]
    const length = longestName(tokens, at, names)
    return length === 0 ? [] : [{ one, length }]
  })
  const most = Math.max(0, ...found.map(({ length }) => length))
  return found.filter(({ length }) => length === most)
}

/** One person or several: `Bob or Carla`. */
export function peopleAt(parse: Parse, at: number): People | null {
  const first = personAt(parse, at)
  if (first === null) return null
  const people = { ...first, ids: [...first.ids], names: [...first.names] }
  for (;;) {
    const joint = jointAt(parse.tokens, at + people.length)
    const next = joint === 0 ? null : personAt(parse, at + people.length + joint)
    if (next === null) return people
    people.length += joint + next.length
    people.ids.push(...next.ids)
    people.names.push(...next.names)
  }
}

function pickPeople(field: SubjectField, { ids, names }: Pick<People, 'ids' | 'names'>, negative: boolean) {
  const filter = condition(field.key, negative ? 'notIn' : 'in', ids)
  return conditionItem({
    field: field.key,
    filter,
    label: `${field.label} ${negative ? 'is not' : 'is'} ${names.join(' or ')}`,
  })
}

const TO = [
  'assigned to',
  'assigned only? to',
  'owned by',
  'handled by',
  'worked on? by',
  'being worked on? by',
  'being handled by',
  'belonging to',
  'belong|belongs to',
  'of',
  'for',
  'taken by',
  'picked up by',
  'in the queue of',
  'assignee|owner is|are|of?',
  'assignee|owner',
  'on',
  'held by',
  'with',
]
const HAS = [
  'has',
  'have',
  'own|owns',
  'is|are working on',
  'am working on',
  'works|work on',
  'is|are handling',
  'handles|handle',
  'is|are assigned to',
  'is|are responsible for',
  'got',
  'is|are on',
  'am|is assigned',
  'has|have got',
]
const MINE = [
  'my',
  'my own',
  'mine',
  'on my plate',
  'in my queue',
  'i have',
  'i own',
  'i am working on',
  'am i working on',
  'i am assigned to?',
  'do i have',
  'do i own',
  'have i got',
  'i am handling',
  'am i handling',
  'i am on',
  'that are mine',
  'i work on',
  'i hold',
  'do i still have',
  'i still have',
  'am i still working on',
  'i am still working on',
  'on my desk',
  'i am responsible for',
  'am i responsible for',
  'am i assigned to?',
  'i have got',
  'under my name',
  'in my name',
  'belong|belonging to me',
]

/** Who works on it: `assigned to Bob`, `Bob's`, `my`, `not mine`. */
export const assigneeRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const field = subject.assignee
  if (field === null) return null
  const negation = negationAt(parse, at)
  const start = at + negation
  const mine = longestPhrase(tokens, start, subject.kind === 'app' ? MINE : [...MINE, ...MINE_ELSEWHERE])
  const matches: Match[] = []
  const add = (length: number, people: Pick<People, 'ids' | 'names'>) => {
    const items = [pickPeople(field, people, negation > 0), ...openWork(parse, { start, length, negation })]
    matches.push({ length: negation + length, items })
  }
  if (mine > 0) add(mine, { ids: ['me'], names: ['you'] })
  const to = longestPhrase(tokens, start, TO)
  const named = to === 0 ? null : peopleAt(parse, start + to)
  if (named !== null && isPreposition(tokens, start, named))
    add(to + named.length + possessive(parse, start + to + named.length), named)
  const bare = peopleAt(parse, start)
  if (bare !== null) add(...holding(parse, start, bare))
  const asked = longestPhrase(tokens, start, ['does', 'do', 'is', 'has', 'did'])
  const whom = asked === 0 ? null : peopleAt(parse, start + asked)
  if (whom !== null) {
    const tail = longestPhrase(tokens, start + asked + whom.length, [
      'have',
      'own',
      'got',
      'have got',
      'handle',
      'handling',
      'working on',
      'work on',
      'assigned',
      'assigned to?',
    ])
    if (tail > 0) add(asked + whom.length + tail, whom)
  }
  return best(matches.filter(({ length }) => length > negation))
}

const MINE_ELSEWHERE = ['for me', 'that? i started', 'i launched', 'i kicked off', 'started by me']

/** Whoever works on something has not closed it. */
function openWork(
  { tokens, subject }: Parse,
  { start, length, negation }: { start: number; length: number; negation: number },
): Item[] {
  const isWork = tokens
    .slice(start, start + length)
    .some(({ text }) => text === 'working' || text === 'handling')
  const { status, closed } = subject
  if (!isWork || negation > 0 || status === null || closed.length === 0 || subject.kind !== 'app') return []
  const options = status.options.filter(({ key }) => closed.includes(key))
  return [conditionItem({ ...pickOptions(status, options, true), label: 'Open' })]
}

/** `closed by Deniz`, `has Carla closed`, `did each analyst close`: closed, and theirs. */
export const closedByRule: Rule = (parse, at) => {
  const { tokens, subject, world } = parse
  const { assignee, status } = subject
  const option = status?.options.find(({ key }) => key === 'closed')
  const closedAt = subject.fields.find(({ key, stamp }) => key === 'closed_at' && stamp !== undefined)
  if (assignee === null || status === null || option === undefined) return null
  const by = longestPhrase(tokens, at, ['closed by'])
  const asked = longestPhrase(tokens, at, ['has', 'did', 'have'])
  const each = longestPhrase(tokens, at, [
    'did each|every analyst|person|assignee close',
    'each|every analyst|person|assignee closed',
    'has each|every analyst|person|assignee closed',
    'did we each close',
  ])
  const people = each > 0 ? null : peopleAt(parse, at + (by > 0 ? by : asked))
  let length = each
  if (people !== null) {
    const end = at + (by > 0 ? by : asked) + people.length
    const verb = by > 0 ? 0 : longestPhrase(tokens, end, ['has closed', 'have closed', 'closed', 'close'])
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

/** "with" and "on" alone are too little to say who works on it. */
function isPreposition(tokens: Parse['tokens'], at: number, { ids }: People): boolean {
  const word = tokens[at]?.text
  return word !== 'on' && (word !== 'with' || ids.length > 0) && !(word === 'for' && ids[0] === 'me')
}

function possessive({ tokens }: Parse, at: number): number {
  return tokens[at]?.text === "'s" ? 1 : 0
}

function holding(parse: Parse, at: number, people: People): [number, People] {
  const end = at + people.length
  const length = Math.max(possessive(parse, end), longestPhrase(parse.tokens, end, HAS))
  return [length === 0 ? 0 : people.length + length, people]
}

function best(matches: readonly Match[]): Match | null {
  return matches.toSorted((one, other) => other.length - one.length)[0] ?? null
}

const NOBODY = [
  'unassigned',
  'unowned',
  'not yet? been? assigned',
  'not yet? been? assigned to anyone|anybody',
  'assigned to nobody',
  'assigned to no one',
  'nobody is? assigned',
  'no one is? assigned',
  'that? nobody is working on',
  'that? nobody owns',
  'that? nobody has taken',
  'that? nobody has picked up',
  'that? no one is working on',
  'that? no one owns',
  'that? no one has taken',
  'that? no one has picked up',
  'without an? assignee|owner|analyst',
  'with no assignee|owner|analyst',
  'has|have no assignee|owner|analyst',
  'no assignee|owner|analyst',
  'do not have an? assignee|owner|analyst',
  'without anyone assigned',
  'with nobody assigned',
  'not yet? taken',
  'not yet? been? picked up',
  'ownerless',
  'up for grabs',
]
const SOMEBODY = [
  'assigned',
  'assigned to someone|somebody|anyone|anybody',
  'with an assignee|owner',
  'have|has an assignee|owner',
  'not unassigned',
  'that have been assigned',
  'already assigned',
  'already taken',
]
const NOT_ME = [
  'owned by anyone|anybody|everyone|everybody|someone but|except me',
  'assigned to anyone|anybody|everyone|everybody|someone but|except me',
  'owned by anyone|anybody other than me',
  'assigned to anyone|anybody other than me',
]
const OTHERS = [
  'assigned to someone|somebody else',
  'assigned to others',
  'assigned to other people',
  'somebody|someone else has|owns',
]

/** Whether anybody works on it: `unassigned`, `assigned to someone else`. */
export const assignedRule: Rule = ({ tokens, subject }, at) => {
  const field = subject.assignee
  if (field === null) return null
  const say = (filter: Filter, label: string) => [conditionItem({ field: field.key, filter, label })]
  const nobody = longestPhrase(tokens, at, NOBODY)
  const somebody = longestPhrase(tokens, at, SOMEBODY)
  const others = longestPhrase(tokens, at, OTHERS)
  const notMe = longestPhrase(tokens, at, NOT_ME)
  if (notMe > somebody)
    return { length: notMe, items: say(condition(field.key, 'notIn', ['me']), `${field.label} is not you`) }
  if (others > 0 && others >= somebody)
    return {
      length: others,
      items: [
        ...say(condition(field.key, 'notEmpty'), `${field.label} is not empty`),
        ...say(condition(field.key, 'notIn', ['me']), `${field.label} is not you`),
      ],
    }
  if (nobody > 0 && nobody >= somebody)
    return { length: nobody, items: say(condition(field.key, 'empty'), 'Unassigned') }
  return somebody === 0
    ? null
    : { length: somebody, items: say(condition(field.key, 'notEmpty'), 'Assigned') }
}

/** `created by Bob`, `owner is me`, for every field of people. */
export const personFieldRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const negation = negationAt(parse, at)
  return best(
    subject.fields
      .filter(({ kind }) => kind === 'user' || kind === 'users' || kind === 'actor')
      .flatMap((field): Match[] => {
        const named = longestName(tokens, at + negation, field.names)
        if (named === 0) return []
        const is = longestPhrase(tokens, at + negation + named, [
          'is',
          'are',
          'of',
          'by',
          'was',
          'is not',
          'are not',
        ])
        const inner = is > 0 && tokens[at + negation + named + is - 1]?.text === 'not'
        const people = peopleAt(parse, at + negation + named + is)
        if (people === null) return []
        const length = negation + named + is + people.length
        return [{ length, items: [pickPeople(field, people, negation > 0 !== inner)] }]
      }),
  )
}

const TEAM = ['assigned to?', 'of', 'for', 'owned by', 'with', 'from', 'handled by']

/** `team Blue`, `of the Blue team`. */
export const teamRule: Rule = (parse, at) => {
  const { tokens, subject, world } = parse
  const fields = subject.fields.filter(({ kind }) => kind === 'group' || kind === 'groups')
  const [field] = fields
  if (field === undefined || fields.length > 1) return null
  const negation = negationAt(parse, at)
  let start = at + negation
  start += longestPhrase(tokens, start, TEAM)
  start += longestPhrase(tokens, start, ['the'])
  const before = longestName(tokens, start, field.names)
  start += before + (before > 0 ? longestPhrase(tokens, start + before, ['is']) : 0)
  const found = world.groups.flatMap((one) => {
    const length = longestName(tokens, start, [lemmasOf(one.name)])
    return length === 0 ? [] : [{ one, length }]
  })
  const [group] = found.toSorted((one, other) => other.length - one.length)
  if (group === undefined) return null
  const end = start + group.length
  const after = Math.max(longestName(tokens, end, field.names), longestPhrase(tokens, end, ["'s"]))
  const people = { ids: [group.one.id], names: [group.one.name] }
  return { length: end + after - at, items: [pickPeople(field, people, negation > 0)] }
}
