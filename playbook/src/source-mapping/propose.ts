// Proposes which value of an event goes to which field: by name, by value, and by shape, without a model.
import type { Concept } from './concepts.ts'
import { nameScore, plainName } from './concepts.ts'
import { type Leaf, leavesOf } from './leaves.ts'
import type { Binding, MappingBasis, MatchReason } from './mapping.ts'
import { severityOfWord } from './severity-words.ts'
import { OBSERVABLE_SHAPES, TIME_SHAPES } from './shapes.ts'
import type { Target } from './targets.ts'

interface Candidate {
  target: Target
  leaf: Leaf
  score: number
  reason: MatchReason
}

/** A match below it is more likely wrong than right. */
const MIN_SCORE = 30
const MAX_OBSERVABLES = 20
const MAX_TECHNIQUES = 10
const SAME_NAME = 96
const KNOWN_PATH = 200
/** What belongs to an alert often has names of its own. */
const IN_LIST = 25

/** A mapping for an event of a source, in the order of the fields. No value goes to two fields, except the event as a whole. */
export function proposeMapping(basis: MappingBasis, targets: readonly Target[]): Binding[] {
  const leaves = leavesOf(basis.event)
  const single = targets.filter(({ several }) => !several)
  const chosen = chooseBest(candidates(basis, single, leaves))
  const used = new Set([...chosen.values()].map(({ leaf }) => leaf.path))
  return targets.flatMap((target): Binding[] => {
    const found = chosen.get(target.key)
    if (found !== undefined)
      return [{ field: target.key, reason: found.reason, from: 'path', path: found.leaf.path }]
    if (target.several) return severalFor(target, leaves, used)
    return defaultFor(target, basis)
  })
}

function candidates(basis: MappingBasis, targets: readonly Target[], leaves: readonly Leaf[]): Candidate[] {
  return targets.flatMap((target) =>
    leaves.flatMap((leaf) => {
      const match = fits(target, leaf) ? matchOf(basis, target, leaf) : null
      return match === null || match.score < MIN_SCORE ? [] : [{ target, leaf, ...match }]
    }),
  )
}

/**
 * The title first, because a record needs one; then the best match. Each field and each value once; ties go to the earlier
 * field, then to the earlier value.
 */
function chooseBest(all: Candidate[]): Map<string, Candidate> {
  const chosen = new Map<string, Candidate>()
  const used = new Set<string>()
  const weight = ({ target, score }: Candidate) => score + (target.concept === 'title' ? 1_000 : 0)
  for (const one of all.toSorted((a, b) => weight(b) - weight(a))) {
    if (chosen.has(one.target.key) || used.has(one.leaf.path)) continue
    chosen.set(one.target.key, one)
    used.add(one.leaf.path)
  }
  return chosen
}

/** Whether the field can hold such a value at all. */
function fits({ role, format, isSeverity, options, concept }: Target, { shape, value }: Leaf): boolean {
  switch (role) {
    case 'moment':
      return TIME_SHAPES.has(shape)
    case 'link':
      return shape === 'url'
    case 'number':
      return shape === 'number'
    case 'technique':
      return shape === 'technique'
    case 'choice':
      return isSeverity
        ? shape === 'number' || severityOfWord(String(value)) !== undefined
        : optionFor(options, String(value)) !== undefined
    case 'text':
      if (format === 'ip') return shape === 'ip'
      if (format === 'email') return shape === 'email'
      if (format === 'hash') return shape === 'hash'
      if (format === 'telephone') return false
      return concept === null || fitsConcept(concept, shape)
    default:
      return false
  }
}

function fitsConcept(concept: Concept, shape: Leaf['shape']): boolean {
  switch (concept) {
    case 'title':
      return shape === 'words' || shape === 'word' || shape === 'domain'
    case 'sourceIp':
    case 'targetIp':
      return shape === 'ip'
    case 'hash':
      return shape === 'hash'
    case 'reference':
      return shape !== 'truth' && shape !== 'ip' && !(TIME_SHAPES.has(shape) && shape !== 'epochSeconds')
    case 'description':
    case 'event':
    case 'state':
    case 'product':
      return shape !== 'ip' && shape !== 'hash' && !TIME_SHAPES.has(shape) && shape !== 'truth'
    default:
      return !TIME_SHAPES.has(shape) && shape !== 'truth' && shape !== 'hash' && shape !== 'number'
  }
}

/** The option that a value of the source names by its key or label. */
export function optionFor(options: Target['options'], value: string): string | undefined {
  const name = plainName(value)
  return options.find(({ key, label }) => plainName(key) === name || plainName(label) === name)?.key
}

function matchOf(
  { hints }: MappingBasis,
  target: Target,
  leaf: Leaf,
): { score: number; reason: MatchReason } | null {
  const { concept } = target
  if (concept === 'product' && hints.product !== undefined) return null
  const known = concept === null ? -1 : (hints.paths?.[concept]?.indexOf(leaf.path) ?? -1)
  if (known >= 0) return { score: KNOWN_PATH - known, reason: 'name' }
  const last = plainName(leaf.keys.at(-1) ?? '')
  const isSame = last === plainName(target.key) || last === plainName(target.label)
  const named = concept === null ? 0 : nameScore(leaf.keys, concept)
  const byName = Math.max(named, isSame ? SAME_NAME - (leaf.keys.length - 1) * 4 : 0)
  const inList = leaf.path.includes('[') ? IN_LIST : 0
  if (byName > 0) return { score: byName + sizeBonus(target, leaf) - inList, reason: 'name' }
  return shapeMatch(target, leaf)
}

/** Titles are short and no paths; descriptions are long. */
function sizeBonus({ concept }: Target, { value, shape }: Leaf): number {
  const length = String(value).length
  const isPath = shape === 'word' && String(value).includes('/')
  if (concept === 'title') return isPath ? -45 : length > 160 || length < 4 ? -25 : 0
  return concept === 'description' && length > 40 ? 10 : 0
}

function shapeMatch(target: Target, leaf: Leaf): { score: number; reason: MatchReason } | null {
  const shallow = 4 - Math.min(4, leaf.keys.length)
  if (target.isSeverity) return leaf.shape === 'number' ? null : { score: 36 + shallow, reason: 'value' }
  switch (target.concept) {
    case 'title':
      return leaf.shape === 'words' && String(leaf.value).length <= 160
        ? { score: 31 + shallow, reason: 'shape' }
        : null
    case 'time':
      return { score: 34 + shallow, reason: 'shape' }
    case 'reference':
      return leaf.shape === 'id' ? { score: 34 + shallow, reason: 'shape' } : null
    case 'user':
      return leaf.shape === 'account' || leaf.shape === 'email'
        ? { score: 34 + shallow, reason: 'shape' }
        : null
    case 'sourceIp':
    case 'targetIp':
      return { score: 34 + shallow, reason: 'shape' }
    case 'hash':
      return isIdName(leaf) ? null : { score: 34 + shallow, reason: 'shape' }
    case 'technique':
      return { score: 34 + shallow, reason: 'shape' }
    case 'link':
      return target.role === 'link' ? { score: 32 + shallow, reason: 'shape' } : null
    default:
      return null
  }
}

function severalFor(target: Target, leaves: readonly Leaf[], used: ReadonlySet<string>): Binding[] {
  const free = leaves.filter(({ path }) => !used.has(path))
  const take = (found: readonly Leaf[], reason: MatchReason): Binding[] =>
    found.map(({ path }) => ({ field: target.key, reason, from: 'path', path }))
  if (target.role === 'technique')
    return take(free.filter(({ shape }) => shape === 'technique').slice(0, MAX_TECHNIQUES), 'shape')
  if (target.role === 'observables') return take(free.filter(isObservable).slice(0, MAX_OBSERVABLES), 'shape')
  const name = [plainName(target.key), plainName(target.label)]
  const same = free.find(({ keys }) => name.includes(plainName(keys.at(-1) ?? '')))
  return same === undefined ? [] : take([same], 'name')
}

/** Addresses and hashes by their shape; hosts and users, which are only words, by their names. */
function isObservable(leaf: Leaf): boolean {
  if (OBSERVABLE_SHAPES.has(leaf.shape)) return !isIdName(leaf)
  return leaf.shape === 'word' && labelOf(leaf.keys) !== null
}

/** Names of identifiers, which can look like hashes and email addresses. */
function isIdName({ keys }: Leaf): boolean {
  return /(?:id|fingerprint|etag)$/.test(plainName(keys.at(-1) ?? ''))
}

/** How a line of text names a value that has no shape of its own. */
export function labelOf(keys: readonly string[]): 'Host' | 'User' | null {
  if (nameScore(keys, 'host') >= 60) return 'Host'
  return nameScore(keys, 'user') >= 60 ? 'User' : null
}

function defaultFor(target: Target, { hints }: MappingBasis): Binding[] {
  if (target.role === 'document') return [{ field: target.key, reason: 'default', from: 'event' }]
  const name = hints.product ?? hints.name ?? ''
  const isProduct = target.concept === 'product' && target.role === 'text' && name !== ''
  return isProduct ? [{ field: target.key, reason: 'default', from: 'fixed', value: name }] : []
}
