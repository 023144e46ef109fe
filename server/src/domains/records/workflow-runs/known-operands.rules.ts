import type { When } from '@caseloom/contract/apps/workflow'

/** Conditions of a rule whose outcomes are no longer known, at most; of more, none is worked out. */
const MAX_UNKNOWN = 8

interface Known {
  /** Whether each condition held, by its place: `all.0.any.1`; null for those that can't be read any more. */
  holds: ReadonlyMap<string, boolean | null>
  /** Whether the rule's condition as a whole held. */
  held: boolean
}

/**
 * Whether each condition of a rule held, as far as the outcome of the rule says it of those that can't be read any more.
 * Null when the conditions that can be read contradict the outcome.
 */
export function knownOperands(when: When, { holds, held }: Known): ReadonlyMap<string, boolean> | null {
  const unknown = [...holds].flatMap(([path, one]) => (one === null ? [path] : []))
  if (unknown.length > MAX_UNKNOWN) return known(holds)
  const possible = assignments(unknown).filter(
    (guess) => whenHolds(when, '', (path) => guess.get(path) ?? holds.get(path) ?? false) === held,
  )
  const [first] = possible
  if (first === undefined) return null
  const sure = [...first].filter(([path, one]) => possible.every((guess) => guess.get(path) === one))
  return new Map([...known(holds), ...sure])
}

function known(holds: Known['holds']): Map<string, boolean> {
  return new Map([...holds].flatMap(([path, one]) => (one === null ? [] : [[path, one] as const])))
}

function assignments(paths: readonly string[]): ReadonlyMap<string, boolean>[] {
  return Array.from(
    { length: 2 ** paths.length },
    (_, bits) => new Map(paths.map((path, at) => [path, (bits & (1 << at)) !== 0])),
  )
}

function whenHolds(when: When, path: string, holds: (path: string) => boolean): boolean {
  const at = (join: string, list: readonly When[]) =>
    list.map((part, index) =>
      whenHolds(part, path === '' ? `${join}.${index}` : `${path}.${join}.${index}`, holds),
    )
  if ('all' in when) return at('all', when.all).every(Boolean)
  if ('any' in when) return at('any', when.any).some(Boolean)
  if ('none' in when) return !at('none', when.none).some(Boolean)
  return holds(path)
}
