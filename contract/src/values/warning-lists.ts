import type { ObservableKind } from './case-fields.ts'
import { OBSERVABLE_KINDS } from './case-fields.ts'
import { canonicalIp, ipBits } from './formats.ts'
import { cleanText } from './normalize-text.ts'
import { canonicalObservable, recognizeObservable, refang } from './observable-value.ts'

/** How the entries of a warning list are compared; the names are those of MISP. */
export const WARNING_LIST_TYPES = ['string', 'hostname', 'cidr', 'substring'] as const
export type WarningListType = (typeof WARNING_LIST_TYPES)[number]

/** A shorter part of a name would match too much. */
export const SHORTEST_PART = 3
export const LONGEST_ENTRY = 2_000

export interface WarningList {
  id: string
  name: string
  type: WarningListType
  kinds: readonly ObservableKind[]
  /** In the form that `canonicalEntry` gives them. */
  entries: readonly string[]
}

/** A list that names a value, and the entry that does. */
export interface WarningHit {
  id: string
  name: string
  entry: string
}

export interface NamedValue {
  kind: ObservableKind
  value: string
}

export interface WarningMatcher {
  /** The lists that name a value, in their order; empty when none does. */
  hits(one: NamedValue): WarningHit[]
}

const WITH_HOST: readonly ObservableKind[] = ['domain', 'host', 'url', 'email']

/** Kinds of observables that a type of list can match; the others have nothing to compare. */
export const COMPARED_KINDS: Readonly<Record<WarningListType, readonly ObservableKind[]>> = {
  string: OBSERVABLE_KINDS,
  hostname: WITH_HOST,
  cidr: ['ipv4', 'ipv6', 'cidr', 'url'],
  substring: OBSERVABLE_KINDS,
}

/** An entry in its one form; null when it can't be one of such a list. */
export function canonicalEntry(
  { type, kinds }: Pick<WarningList, 'type' | 'kinds'>,
  text: string,
): string | null {
  const bare = cleanText(text).trim().replace(/\s+/g, ' ')
  if (bare === '' || bare.length > LONGEST_ENTRY) return null
  switch (type) {
    case 'hostname':
      return canonicalObservable('host', bare.replace(/^\.+/, ''))
    case 'cidr':
      return canonicalIp(refang(bare))
    case 'substring':
      return bare.length < SHORTEST_PART ? null : bare.toLowerCase()
    case 'string':
      return exactEntry(kinds, bare)
    default:
      return type satisfies never
  }
}

function exactEntry(kinds: readonly ObservableKind[], text: string): string {
  const known = recognizeObservable(text)
  if (known !== null && kinds.includes(known.kind)) return known.value
  for (const kind of kinds) {
    const value = canonicalObservable(kind, text)
    if (value !== null) return value
  }
  return text
}

/** Makes a matcher of the lists; it finds a value without a walk through the entries. */
export function createWarningMatcher(lists: readonly WarningList[]): WarningMatcher {
  const ready = lists.map(({ id, name, type, kinds, entries }) => {
    return { id, name, kinds: new Set(kinds), find: INDEXES[type](entries) }
  })
  return {
    hits({ kind, value }) {
      const wanted = ready.filter(({ kinds }) => kinds.has(kind))
      if (wanted.length === 0) return []
      const compared = {
        value: value.toLowerCase(),
        host: hostOf(kind, value),
        address: addressOf(kind, value),
      }
      return wanted.flatMap(({ id, name, find }) => {
        const entry = find(compared)
        return entry === null ? [] : [{ id, name, entry }]
      })
    },
  }
}

/** Splits values into those that no list names and those that are hidden, each with what names it. */
export function splitByWarnings<One extends NamedValue>(
  matcher: WarningMatcher,
  all: readonly One[],
): { shown: One[]; hidden: (One & { lists: WarningHit[] })[] } {
  const shown: One[] = []
  const hidden: (One & { lists: WarningHit[] })[] = []
  for (const one of all) {
    const lists = matcher.hits(one)
    if (lists.length === 0) shown.push(one)
    else hidden.push({ ...one, lists })
  }
  return { shown, hidden }
}

interface Compared {
  value: string
  /** The name in a domain, host, URL, or email address; null for other kinds. */
  host: string | null
  /** The address or network; null for other kinds. */
  address: string | null
}
type Find = (compared: Compared) => string | null

const INDEXES: Readonly<Record<WarningListType, (entries: readonly string[]) => Find>> = {
  string: indexOfValues,
  hostname: indexOfNames,
  cidr: indexOfNetworks,
  substring: indexOfParts,
}

function hostOf(kind: ObservableKind, value: string): string | null {
  if (kind === 'url') return URL.parse(value)?.hostname.toLowerCase() ?? null
  if (kind === 'email') return value.slice(value.lastIndexOf('@') + 1).toLowerCase()
  return WITH_HOST.includes(kind) ? value.toLowerCase() : null
}

function addressOf(kind: ObservableKind, value: string): string | null {
  if (kind === 'url') return URL.parse(value)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? null
  return COMPARED_KINDS.cidr.includes(kind) ? value : null
}

function indexOfValues(entries: readonly string[]): Find {
  const known = new Map(entries.map((entry) => [entry.toLowerCase(), entry]))
  return ({ value }) => known.get(value) ?? null
}

function indexOfNames(entries: readonly string[]): Find {
  const known = new Set(entries)
  return ({ host }) => {
    for (let rest = host ?? ''; rest !== ''; rest = parentOf(rest)) if (known.has(rest)) return rest
    return null
  }
}

function parentOf(name: string): string {
  const dot = name.indexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1)
}

interface Network {
  first: bigint
  last: bigint
  entry: string
}

/** Networks lie in each other or apart: without those in others, only the one that begins before a value can have it. */
function indexOfNetworks(entries: readonly string[]): Find {
  const widths: Readonly<Record<32 | 128, Network[]>> = { 32: [], 128: [] }
  for (const entry of entries) {
    const read = networkOf(entry)
    if (read !== null) widths[read.width].push({ first: read.first, last: read.last, entry })
  }
  const outer = { 32: outermost(widths[32]), 128: outermost(widths[128]) }
  return ({ address }) => {
    const wanted = address === null ? null : networkOf(address)
    if (wanted === null) return null
    const before = lastWhere(outer[wanted.width], ({ first }) => first <= wanted.first)
    return before !== undefined && wanted.last <= before.last ? before.entry : null
  }
}

function outermost(networks: Network[]): Network[] {
  const sorted = networks.sort((a, b) => order(a.first, b.first) || order(b.last, a.last))
  const outer: Network[] = []
  for (const one of sorted) if (one.last > (outer.at(-1)?.last ?? -1n)) outer.push(one)
  return outer
}

function order(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function networkOf(text: string): { width: 32 | 128; first: bigint; last: bigint } | null {
  const [address = '', length] = text.split('/')
  const bits = ipBits(address)
  if (bits === null) return null
  const free = BigInt(bits.width - (length === undefined ? bits.width : Number(length)))
  const first = (bits.value >> free) << free
  return { width: bits.width, first, last: first + (1n << free) - 1n }
}

/** Of parts that begin with each other the shortest is enough; it then sorts right before all that begins with it. */
function indexOfParts(entries: readonly string[]): Find {
  const parts: string[] = []
  for (const entry of entries.toSorted(byCodeUnits)) {
    const last = parts.at(-1)
    if (last === undefined || !entry.startsWith(last)) parts.push(entry)
  }
  return ({ value, host }) => {
    const text = host ?? value
    for (let at = 0; at + SHORTEST_PART <= text.length; at += 1) {
      const rest = text.slice(at)
      const part = lastWhere(parts, (one) => one <= rest)
      if (part !== undefined && rest.startsWith(part)) return part
    }
    return null
  }
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The last item of a sorted list that still holds the condition, found by halves. */
function lastWhere<Item>(items: readonly Item[], holds: (item: Item) => boolean): Item | undefined {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && holds(item)) low = middle + 1
    else high = middle
  }
  return items[low - 1]
}
