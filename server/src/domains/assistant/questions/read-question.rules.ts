import { buildQuery } from './build-query.rules.ts'
import { contextRule } from './context-words.rules.ts'
import { fillerRule } from './fillers.rules.ts'
import type { Item, Match, Parse, Rule, World } from './grammar.rules.ts'
import { linkRule } from './links.rules.ts'
import { observableRule, techniqueRule } from './observables.rules.ts'
import { knownValueRule, tagRule, textRule } from './texts.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { assignedRule } from './unassigned.rules.ts'
import { actedRule, closedByRule } from './acted.rules.ts'
import { assigneeRule, personFieldRule, teamRule } from './people.rules.ts'
import type { Query } from './query.rules.ts'
import { groupRule, mostRule, splitRule } from './groups.rules.ts'
import { comparingRule, countRule, measureRule, versusRule } from './measures.rules.ts'
import { joinRule, nounRule } from './nouns.rules.ts'
import { figureRule } from './named-places.rules.ts'
import { withTails } from './scopes.rules.ts'
import { superlativeRule } from './orders.rules.ts'
import { sortRule, topRule, turnRule } from './sorting.rules.ts'
import { amountRule, doneRule, tookRule } from './amounts.rules.ts'
import { clockRule } from './clocks.rules.ts'
import { stampRule, timeRule, unlookedRule } from './stamps.rules.ts'
import { type Subject, valueTraits } from './subject.rules.ts'
import { asksWhatToDo, taskRule } from './tasks.rules.ts'
import type { Token } from './tokens.rules.ts'
import { openRule } from './open.rules.ts'
import { presenceRule } from './presence.rules.ts'
import { optionRule } from './values.rules.ts'

/** All rules; of those that fit at a place the longest counts, the first of equally long ones. */
const RULES: readonly Rule[] = [
  figureRule,
  taskRule,
  clockRule,
  closedByRule,
  actedRule,
  assignedRule,
  assigneeRule,
  personFieldRule,
  teamRule,
  stampRule,
  unlookedRule,
  openRule,
  optionRule,
  amountRule,
  tookRule,
  doneRule,
  observableRule,
  techniqueRule,
  linkRule,
  knownValueRule,
  tagRule,
  presenceRule,
  textRule,
  measureRule,
  mostRule,
  superlativeRule,
  sortRule,
  topRule,
  turnRule,
  groupRule,
  versusRule,
  timeRule,
  countRule,
  splitRule,
  comparingRule,
  nounRule,
  joinRule,
  contextRule,
  fillerRule,
]

/** How a question reads as one about a subject. */
export interface Reading {
  subject: Subject
  items: readonly Item[]
  /** Words that nothing was made of. */
  unknown: readonly Token[]
  /** Null when words remain, or the parts do not fit together. */
  query: Query | null
}

export function readAs(subject: Subject, tokens: readonly Token[], world: World): Reading {
  const parse: Parse = { tokens, subject, world }
  const items: Item[] = []
  const unknown: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const match = longest(parse, at)
    const token = tokens[at]
    if (match === null) {
      if (token !== undefined) unknown.push(token)
      at += 1
    } else {
      items.push(...withTails(match, parse, at))
      at += match.length
    }
  }
  return { subject, items, unknown, query: unknown.length === 0 ? buildQuery(subject, items) : null }
}

function longest(parse: Parse, at: number): Match | null {
  let found: Match | null = null
  for (const rule of RULES) {
    const match = rule(parse, at)
    if (match !== null && match.length > (found?.length ?? 0)) found = match
  }
  return found
}

/** Where a subject is first named; -1 when it is not. */
function namedAt({ names }: Subject, tokens: readonly Token[]): number {
  return tokens.findIndex((_token, at) => longestName(tokens, at, names) > 0)
}

/** What a question means, or the reading that comes nearest. */
export interface Meaning {
  query: Query | null
  nearest: Reading | null
}

/** Reads a question on its own. If it doesn't name an app, it counts only if it makes sense for exactly one app. */
export function readAlone(tokens: readonly Token[], world: World): Meaning {
  const named = world.subjects
    .map((subject) => ({
      subject,
      at: subject.kind === 'tasks' && asksWhatToDo(tokens) ? 0 : namedAt(subject, tokens),
    }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)
  if (named.length > 0 && !isTerm(tokens, named)) {
    const readings = named.map(({ subject }) => readAs(subject, tokens, world))
    const whole =
      readings.find(({ query, items }) => query !== null && items.some(({ kind }) => kind === 'noun')) ??
      asRuns(tokens, world)
    const nearest = readings.toSorted((one, other) => one.unknown.length - other.unknown.length)[0]
    return { query: whole?.query ?? null, nearest: whole ?? nearest ?? null }
  }
  const readings = world.subjects
    .filter(({ kind }) => kind === 'app' || (kind === 'runs' && asksWhat(tokens)))
    .map((subject) => readAs(subject, tokens, world))
  const telling = readings.filter(
    (one) => one.query !== null && one.items.some((item) => isTelling(item, one)),
  )
  // "Servers of CAS-1" are assets; "duplicates of ALR-5" are no cases.
  const isOfRecord = tokens.some((token) => isRecordId(token, world))
  const [only, ...more] = isOfRecord ? telling.filter(({ items }) => items.some(isKind)) : telling
  const isFigure = only?.items.some(({ kind }) => kind === 'measure' || kind === 'most') === true
  const chosen = more.length === 0 || isFigure ? only : incoming(telling)
  if (chosen === undefined || (!isFigure && isDefinition(tokens))) return { query: null, nearest: null }
  return { query: chosen.query, nearest: chosen }
}

function isRecordId({ kind, text }: Token, { subjects }: World): boolean {
  return (
    kind === 'tracking' && subjects.some(({ acronym }) => acronym !== '' && text.startsWith(`${acronym}-`))
  )
}

const isKind = (item: Item) => item.kind === 'condition' && item.picked.field === 'kind'

/** Playbooks that failed, ran or are running: these are their runs. */
function asRuns(tokens: readonly Token[], world: World): Reading | undefined {
  const runs = world.subjects.find(({ kind }) => kind === 'runs')
  const playbooks = world.subjects.find(({ kind }) => kind === 'playbooks')
  if (runs === undefined || playbooks === undefined || namedAt(playbooks, tokens) < 0) return undefined
  const reading = readAs({ ...runs, names: [...runs.names, ...playbooks.names] }, tokens, world)
  const says = reading.items.some(
    (item) => item.kind === 'most' || (item.kind === 'condition' && item.picked.field === 'state'),
  )
  return reading.query !== null && says
    ? { ...reading, query: { ...reading.query, subject: runs } }
    : undefined
}

/** "What is an alert" asks for what the word means. */
function isTerm(tokens: readonly Token[], named: readonly { subject: Subject; at: number }[]): boolean {
  const start = longestPhrase(tokens, 0, [
    'what is|are an?',
    'explain|define an?|the?',
    'what does|do an?|the?',
  ])
  const end = tokens.length - (tokens.at(-1)?.text === 'mean' ? 1 : 0)
  return (
    start > 0 &&
    named.some(({ subject, at }) => at === start && longestName(tokens, at, subject.names) === end - start)
  )
}

/** Asks what something is or does: that is a question of knowledge, though a value is called so. */
function isDefinition(tokens: readonly Token[]): boolean {
  const start = longestPhrase(tokens, 0, [
    'what is|are|does|do an?|the?',
    'who|why|how is|are|does|do',
    'explain',
    'define',
  ])
  return start > 0 && tokens.length - start <= 2 && !asksWhat(tokens.slice(0, start))
}

/** Asks for whatever there is: then a state of runs is enough to know that runs are meant. */
function asksWhat(tokens: readonly Token[]): boolean {
  const form = [
    'what|anything|something|which failed|running|broke|is|has|are',
    'is|did|has|are anything|something',
    'any',
  ]
  return longestPhrase(tokens, 0, form) > 0
}

/** Of apps that read it alike, the one whose records come in and are promoted to those of the others. */
function incoming(readings: readonly Reading[]): Reading | undefined {
  const fieldsOf = ({ query }: Reading) => (query?.picked ?? []).map(({ label }) => label).join()
  const [first] = readings
  if (first === undefined || !readings.every((one) => fieldsOf(one) === fieldsOf(first))) return undefined
  if (!first.items.some((item) => item.kind === 'condition' && item.picked.field === 'disposition'))
    return undefined
  const refers = readings.filter(({ subject }) =>
    readings.every(
      (other) =>
        other.subject === subject || subject.fields.some(({ refersTo }) => refersTo === other.subject.id),
    ),
  )
  return refers.length === 1 ? refers[0] : undefined
}

/** Says something that only some apps understand, and more than a word that many a thing is called. */
function isTelling(item: Item, { subject }: Reading): boolean {
  if (item.kind !== 'condition') return item.kind === 'measure' || item.kind === 'group'
  const { field, options } = item.picked
  if (subject.kind === 'runs') return field === 'state'
  if (field === '$figure') return true
  const own = subject.fields.find(({ key }) => key === field)
  // A server is an asset, a false positive an alert; a vulnerability is no case, though a case may be of that kind.
  if (options !== undefined)
    return /^(?:disposition|criticality)$/.test(field) || (field === 'kind' && subject.key === 'asset')
  return /_by$|^source$|^event$/.test(field) || (own !== undefined && valueTraits(own).clock)
}
