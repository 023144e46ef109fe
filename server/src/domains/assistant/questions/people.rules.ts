import {
  condition,
  conditionItem,
  type Item,
  type Match,
  type Named,
  type Parse,
  type Rule,
} from './grammar.rules.ts'
import { best } from './matches.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { type SubjectField, valueTraits } from './subject.rules.ts'
import { lemmasOf, type Token } from './tokens.rules.ts'
import { jointAt } from './named-options.rules.ts'
import { negationAt } from './negations.rules.ts'
import { pickOptions } from './values.rules.ts'

export interface People {
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

/** The people in a list whose names match the most words; several if it's ambiguous. */
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

export function pickPeople(
  field: SubjectField,
  { ids, names }: Pick<People, 'ids' | 'names'>,
  negative: boolean,
) {
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
  'assignee|owner is|are either?',
  'whose assignee|owner is',
  'where the? assignee|owner is',
  'on',
  'held by',
  'with',
  'under',
  'claimed by',
  'given to',
  'that? went|goes|go to',
  'allocated to',
  'in the hands of',
  'on the plate|desk of',
  'looked after by',
  'looked at by',
  'investigated by',
  'being investigated|looked at? by',
  'from',
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
  'has|have on his|her|their plate|desk',
  'is|are investigating',
  'investigates',
  'holds|hold',
  'is|are dealing with',
  'is|are looking at|after|into',
  'looks after',
  'handled',
  'owned',
  'investigated',
  'worked on',
  'dealt with',
  'took care of',
  'looked at|into|after',
  'was|were assigned to?',
  'was|were working on',
  'was|were handling',
  'took',
  'has taken',
  'picked up',
  'has picked up',
  'is|are currently? working on',
  'is|are currently? handling',
  'has|have assigned',
  'still has|have',
  'currently has|have',
  'is|are the assignee|owner of',
  'is|are still working on',
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
  'that? i took',
  'i picked up',
  'i have taken',
  'i have picked up',
  'i am investigating',
  'am i investigating',
  'i investigate',
  'i am dealing with',
  'i am looking at|into|after',
  'i am the assignee|owner of',
  'in my hands',
  'on me',
  'sitting|lying with me',
  'with me',
  'mine to handle',
  'of mine',
  'of my own',
  'i currently have',
  'i currently own',
  'do i currently have',
  'i am currently working on',
  'am i currently working on',
  'i need to work on',
  'i should work on',
  'i have on my plate',
  'assigned to me',
  'assigned to myself',
  'owned by me',
  'where i am the? assignee|owner',
  'for which i am responsible',
  'i have to work on',
  'have i taken',
  'do i hold',
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
  const person = asked === 0 ? null : peopleAt(parse, start + asked)
  if (person !== null) {
    const tail = longestPhrase(tokens, start + asked + person.length, [
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
      'get',
      'take',
      'take on',
      'pick up',
      'hold',
      'picked up',
      'taken',
      'still have',
      'currently have',
      'investigate',
      'investigating',
      'responsible for',
      'on his|her|their plate',
      'handled',
    ])
    if (tail > 0) add(asked + person.length + tail, person)
  }
  return best(matches.filter(({ length }) => length > negation))
}

const MINE_ELSEWHERE = ['for me', 'that? i started', 'i launched', 'i kicked off', 'started by me']

/** Work that someone is handling isn't closed. */
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

/** "with" and "on" alone are too little to say who works on it. */
function isPreposition(tokens: Parse['tokens'], at: number, { ids }: People): boolean {
  const word = tokens[at]?.text
  return word !== 'on' && (word !== 'with' || ids.length > 0) && !(word === 'for' && ids[0] === 'me')
}

/** `'s` after a name; people also write `bobs alerts`. */
function possessive({ tokens }: Parse, at: number): number {
  return tokens[at]?.text === "'s" ? 1 : 0
}

function isPlural(token: Token | undefined): boolean {
  return token !== undefined && token.kind === 'word' && token.text === `${token.lemma}s`
}

function holding(parse: Parse, at: number, people: People): [number, People] {
  const end = at + people.length
  const length = Math.max(possessive(parse, end), longestPhrase(parse.tokens, end, HAS))
  if (length === 0 && people.ids.length === 1 && isPlural(parse.tokens[end - 1]))
    return [people.length, people]
  return [length === 0 ? 0 : people.length + length, people]
}

/** `created by Bob`, `owner is me`, for every field of people. */
export const personFieldRule: Rule = (parse, at) => {
  const { tokens, subject } = parse
  const negation = negationAt(parse, at)
  return best(
    subject.fields
      .filter((field) => field.kind === 'actor' || valueTraits(field).users)
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
  const fields = subject.fields.filter((one) => valueTraits(one).groups)
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
