import type { NamedPlaces } from '../tools/tool-deps.ts'
import { conditionItem, type NamedFigure, type Rule } from './grammar.rules.ts'
import { longestName, longestPhrase } from './names.rules.ts'
import { lemmasOf, type Token } from './tokens.rules.ts'

/** Shorter titles are too common in questions, so they are read as ordinary words. */
const MIN_WORDS = 3

/** The numbers of dashboards that count records, by their titles. */
export function figuresOf({ dashboards }: NamedPlaces): NamedFigure[] {
  return dashboards.flatMap(({ widgets }) =>
    widgets.flatMap((widget): NamedFigure[] => {
      if (widget.kind !== 'number' || widget.measure.of !== 'count' || !widget.filter) return []
      const { app: appId, title, filter } = widget
      const lemmas = lemmasOf(title)
      return lemmas.length < MIN_WORDS ? [] : [{ appId, title, names: [lemmas], filter }]
    }),
  )
}

/** The title of a number of a dashboard: counted as the dashboard counts it. */
export const figureRule: Rule = ({ tokens, subject, world }, at) => {
  const named = world.figures
    .filter(({ appId }) => appId === subject.id || appId === subject.key)
    .map((figure) => ({ figure, length: longestName(tokens, at, figure.names) }))
    .filter(({ length }) => length > 0)
  const [found] = named
  if (found === undefined) return null
  const { title, filter } = found.figure
  return { length: found.length, items: [conditionItem({ field: '$figure', filter, label: title })] }
}

export type PlaceKind = 'dashboard' | 'workspace' | 'view'

/** A place that is asked for by its name; `names` is empty where all of a kind are. */
export interface AskedPlace {
  kind: PlaceKind | null
  ids: readonly string[]
}

const OPENS = [
  'open',
  'open up',
  'show me|us?',
  'go|navigate|jump|switch|get to',
  'take|bring|lead|get me to',
  'bring|pull up',
  'display',
  'view',
  'see',
  'load',
  'launch',
  'give me',
  'i want|need to see|open',
  'i would like to see|open',
  'let me see',
  'can|could you open|show me?',
  'where is|are',
  'what is on',
  'please',
  'the',
  'our',
  'my',
  'a',
  'for me',
  'find',
  'saved',
  'called',
  'named',
  'pls',
]
const LISTS = [
  'which',
  'what',
  'list',
  'all',
  'all the',
  'are there',
  'there are',
  'do we have',
  'do i have',
  'have we got',
  'exist',
  'how many',
  'available',
  'can i open|see',
]
const KINDS: readonly [PlaceKind, readonly string[]][] = [
  ['dashboard', ['dashboard', 'dashboards', 'board']],
  ['workspace', ['workspace', 'workspaces', 'work space']],
  ['view', ['view', 'views', 'saved view|views', 'report', 'saved report|reports']],
]

/** Reads a question that only opens a place by its name, or asks which there are; null for any other. */
export function readPlace(tokens: readonly Token[], places: NamedPlaces): AskedPlace | null {
  const words = tokens.filter(({ kind }) => kind !== 'mark')
  const known = [
    ...places.dashboards.map(({ id, name }) => ({ kind: 'dashboard' as const, id, name })),
    ...places.workspaces.map(({ id, name }) => ({ kind: 'workspace' as const, id, name })),
    ...places.views.map(({ id, name }) => ({ kind: 'view' as const, id, name })),
  ].map((one) => ({ ...one, lemmas: lemmasOf(one.name) }))
  let kind: PlaceKind | null = null
  let ids: string[] = []
  let lists = false
  for (let at = 0; at < words.length; ) {
    const own = known
      .map((one) => ({ ...one, length: longestName(words, at, [one.lemmas]) }))
      .filter(({ length }) => length > 0)
    const named = Math.max(0, ...own.map(({ length }) => length))
    const said = KINDS.map(([one, phrases]) => ({ one, length: longestPhrase(words, at, phrases) }))
      .filter(({ length }) => length > 0)
      .toSorted((one, other) => other.length - one.length)[0]
    const opens = longestPhrase(words, at, OPENS)
    const listing = longestPhrase(words, at, LISTS)
    const length = Math.max(named, said?.length ?? 0, opens, listing)
    if (length === 0) return null
    if (named === length && ids.length === 0)
      ids = own.filter((one) => one.length === named).map(({ id }) => id)
    else if (said !== undefined && said.length === length) {
      if (kind !== null && kind !== said.one) return null
      kind = said.one
    } else if (listing === length) lists = true
    else if (opens !== length) return null
    at += length
  }
  return outcome({ kind, ids, lists }, known)
}

function outcome(
  { kind, ids, lists }: { kind: PlaceKind | null; ids: readonly string[]; lists: boolean },
  known: readonly { kind: PlaceKind; id: string; lemmas: readonly string[] }[],
): AskedPlace | null {
  if (ids.length === 0) return kind === null || kind === 'view' || !lists ? null : { kind, ids: [] }
  const own = known.filter(
    // A view is named as lists are asked for: without the word it is the list that is meant.
    (one) =>
      ids.includes(one.id) &&
      (kind === null ? one.kind !== 'view' && one.lemmas.length > 1 : one.kind === kind),
  )
  return own.length === 0 || lists ? null : { kind, ids: own.map(({ id }) => id) }
}
