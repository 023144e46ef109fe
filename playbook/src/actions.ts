import type { ActionSpec, SpecCatalog } from './action-spec.ts'
import { dataActions } from './actions-data.ts'
import { fileActions } from './actions-files.ts'
import { flowActions } from './actions-flow.ts'
import { outsideActions } from './actions-outside.ts'
import { peopleActions } from './actions-people.ts'
import { recordActions } from './actions-records.ts'
import { tableActions } from './actions-tables.ts'

export type { ActionSpec, SpecCatalog } from './action-spec.ts'

export const DEFAULT_TIMEOUT_MS = 60_000

/** The actions that are part of the language. */
export const builtInActions: SpecCatalog = extendCatalog(new Map(), [
  ...dataActions,
  ...flowActions,
  ...peopleActions,
  ...recordActions,
  ...outsideActions,
  ...tableActions,
  ...fileActions,
])

/** A catalog with more actions; a name that is already taken is refused. */
export function extendCatalog(base: SpecCatalog, more: readonly ActionSpec[]): SpecCatalog {
  const all = new Map(base)
  for (const spec of more) {
    if (all.has(spec.name)) throw new Error(`The action ${spec.name} is already in the catalog`)
    all.set(spec.name, spec)
  }
  return all
}
