import type { Filter } from '@caseloom/contract/values/filter'
import { isTimeTest, sameStretch, type Stretch, stretchOf, together } from './times.ts'

/** What both sides say, in one form: a condition of the set, or of the filter that an answer used. */
export type Atom =
  | { kind: 'time'; field: string; stretch: Stretch }
  | { kind: 'plain'; field: string; op: string; values: string[] }
  | { kind: 'any'; of: Atom[][] }
  | { kind: 'not'; of: Atom[] }
  | { kind: 'has'; has: string; of: Atom[] }

export interface Around {
  now: number
  /** Names of people and playbooks by id. */
  names: ReadonlyMap<string, string>
}

const OPS: Readonly<Record<string, string>> = {
  is: 'in',
  isNot: 'notIn',
  eq: 'in',
  ne: 'notIn',
  startsWith: 'in',
}

function plain(field: string, op: string, value: unknown, { names }: Around): Atom {
  const list = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
  const values = list
    .map((one) => (names.get(String(one)) ?? String(one)).toLowerCase().replaceAll(/[_\s-]+/g, ' '))
    .sort()
  const own = OPS[op] ?? op
  // Which of the two is said of a technique is one and the same.
  const isTechnique = field === 'techniques' && (own === 'contains' || own === 'in')
  return { kind: 'plain', field, op: isTechnique ? 'in' : own, values }
}

const RENAMED: Readonly<Record<string, string>> = { 'alert.case': 'alert.case', started_at: 'created_at' }

/** The conditions that a filter has. */
export function atomsOf(filters: readonly Filter[], around: Around): Atom[] {
  const atoms = filters.flatMap((filter): Atom[] => {
    if ('all' in filter) return atomsOf(filter.all, around)
    if ('any' in filter) return [{ kind: 'any', of: filter.any.map((one) => atomsOf([one], around)) }]
    if ('not' in filter) return [negated(atomsOf([filter.not], around))]
    if ('has' in filter)
      return [
        {
          kind: 'has',
          has: filter.has,
          of: filter.where === undefined ? [] : atomsOf([filter.where], around),
        },
      ]
    const { field, op, value } = filter
    const stretch = isTimeTest(op, value) ? stretchOf(op, value, around.now) : null
    return [stretch === null ? plain(field, op, value, around) : { kind: 'time', field, stretch }]
  })
  return mergedExclusions(mergedTimes(atoms))
}

function negated(atoms: Atom[]): Atom {
  const [only] = atoms
  if (atoms.length === 1 && only?.kind === 'plain') {
    const other: Record<string, string> = {
      in: 'notIn',
      contains: 'notContains',
      empty: 'notEmpty',
      notEmpty: 'empty',
    }
    const op = other[only.op]
    if (op !== undefined) return { ...only, op }
  }
  return { kind: 'not', of: atoms }
}

function mergedTimes(atoms: Atom[]): Atom[] {
  const rest = atoms.filter(({ kind }) => kind !== 'time')
  const times = new Map<string, Stretch>()
  for (const atom of atoms) {
    if (atom.kind !== 'time') continue
    const before = times.get(atom.field)
    times.set(atom.field, before === undefined ? atom.stretch : together(before, atom.stretch))
  }
  return [...rest, ...[...times].map(([field, stretch]): Atom => ({ kind: 'time', field, stretch }))]
}

/** `not a` and `not b` of one field exclude the same values as `none of a, b`. */
function mergedExclusions(atoms: Atom[]): Atom[] {
  const excluded = new Map<string, Set<string>>()
  const rest = atoms.filter((atom) => {
    if (atom.kind !== 'plain' || atom.op !== 'notIn') return true
    const values = excluded.get(atom.field) ?? new Set()
    for (const value of atom.values) values.add(value)
    excluded.set(atom.field, values)
    return false
  })
  const merged = [...excluded].map(
    ([field, values]): Atom => ({ kind: 'plain', field, op: 'notIn', values: [...values].sort() }),
  )
  return [...rest, ...merged]
}

/** One condition of the set with every reading of it; `optional` may be left out. */
export interface Wanted {
  readings: Atom[][]
  optional: boolean
}

export function wantedOf(condition: unknown, around: Around): Wanted {
  if (Array.isArray(condition)) return { readings: leafReadings(condition, around), optional: false }
  if (typeof condition !== 'object' || condition === null)
    throw new Error(`No condition: ${JSON.stringify(condition)}`)
  if ('either' in condition && Array.isArray(condition.either))
    return {
      readings: condition.either.flatMap((one: unknown) => wantedOf(one, around).readings),
      optional: false,
    }
  if ('maybe' in condition) return { readings: wantedOf(condition.maybe, around).readings, optional: true }
  if ('not' in condition)
    return {
      readings: wantedOf(condition.not, around).readings.map((one) => [negated(one)]),
      optional: false,
    }
  if ('any' in condition && Array.isArray(condition.any)) {
    const parts = condition.any.map((one: unknown) => wantedOf(one, around).readings)
    return { readings: product(parts).map((of) => [{ kind: 'any', of }]), optional: false }
  }
  if ('has' in condition) {
    const where = 'where' in condition && Array.isArray(condition.where) ? condition.where : []
    const parts = where.map((one: unknown) => wantedOf(one, around).readings)
    return {
      readings: product(parts).map((of) => [{ kind: 'has', has: String(condition.has), of: of.flat() }]),
      optional: false,
    }
  }
  throw new Error(`No condition: ${JSON.stringify(condition)}`)
}

function product(parts: Atom[][][]): Atom[][][] {
  return parts.reduce<Atom[][][]>((all, part) => all.flatMap((one) => part.map((own) => [...one, own])), [[]])
}

function leafReadings([fields, op, value]: unknown[], around: Around): Atom[][] {
  const names = (Array.isArray(fields) ? fields : [fields]).map(String)
  return names.map((name): Atom[] => {
    const field = RENAMED[name] ?? name
    const stretch = isTimeTest(String(op), value) ? stretchOf(String(op), value, around.now) : null
    return [stretch === null ? plain(field, String(op), value, around) : { kind: 'time', field, stretch }]
  })
}

function sameList(one: readonly Atom[], other: readonly Atom[], now: number): boolean {
  return one.length === other.length && one.every((atom) => other.some((own) => sameAtom(atom, own, now)))
}

export function sameAtom(one: Atom, other: Atom, now: number): boolean {
  if (one.kind === 'time' && other.kind === 'time')
    return one.field === other.field && sameStretch(one.stretch, other.stretch, now)
  if (one.kind === 'plain' && other.kind === 'plain')
    return one.field === other.field && one.op === other.op && one.values.join('|') === other.values.join('|')
  if (one.kind === 'any' && other.kind === 'any')
    return (
      one.of.length === other.of.length &&
      one.of.every((part) => other.of.some((own) => sameList(part, own, now)))
    )
  if (one.kind === 'not' && other.kind === 'not') return sameList(one.of, other.of, now)
  return (
    one.kind === 'has' && other.kind === 'has' && one.has === other.has && sameList(one.of, other.of, now)
  )
}

/** Whether the filter says all that is wanted and nothing more. */
export function sameConditions(atoms: readonly Atom[], wanted: readonly Wanted[], now: number): boolean {
  const [first, ...rest] = wanted
  if (first === undefined) return atoms.length === 0
  const without = first.optional && sameConditions(atoms, rest, now)
  if (without) return true
  return first.readings.some((reading) => {
    const left = reading.reduce<readonly Atom[] | null>((own, atom) => {
      const at = own?.findIndex((one) => sameAtom(one, atom, now)) ?? -1
      return own === null || at < 0 ? null : own.filter((_one, place) => place !== at)
    }, atoms)
    return left !== null && sameConditions(left, rest, now)
  })
}
