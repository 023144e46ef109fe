import type { AppTable } from './record-shape.ts'

/** A backend keeps every prepared statement: only this many apps of a process get theirs prepared. */
const MAX_APPS = 100
/** An app is busy enough to prepare for after this many statements. */
const BUSY = 5

const uses = new WeakMap<AppTable, number>()
let prepared = 0

/**
 * The name under which a statement of this revision is prepared, or undefined while the app is not busy.
 * NOTE: the counters only decide about speed, so they may live in the module.
 */
export function statementName(app: AppTable, kind: string): string | undefined {
  const count = (uses.get(app) ?? 0) + 1
  uses.set(app, count)
  if (count === BUSY) prepared += 1
  return count < BUSY || prepared > MAX_APPS ? undefined : `${kind}${app.revision}:${app.id}`
}
