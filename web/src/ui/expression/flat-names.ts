import type { KnownName } from './known-name.ts'

const MOST = 300
const DEEPEST = 6

/** Names with a value, those near the roots first; groups such as `steps` are only traversed. */
export function flatNames(roots: readonly KnownName[]): KnownName[] {
  const found: KnownName[] = []
  let level: readonly KnownName[] = roots
  for (let depth = 0; depth < DEEPEST && level.length > 0 && found.length < MOST; depth++) {
    found.push(...level.filter(({ isGroup }) => isGroup !== true))
    level = level.flatMap((name) => [...name.parts()])
  }
  return found.slice(0, MOST)
}
