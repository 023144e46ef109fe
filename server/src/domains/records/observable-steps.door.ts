import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import { findObservables, type FoundObservables, type ObservableSearch } from './case/find-observables.ts'
import type { RecordsDeps } from './model/records-deps.ts'
import { type StoreLookupsCommand, storeLookups } from './lookups/store-lookups.ts'
import {
  type CheckedObservables,
  checkObservables,
  createWarnings,
  type Warnings,
} from './warning-lists/check-observables.ts'
import type { FoundObservable } from '@caseloom/contract/values/extract-observables'

/** What steps of playbooks do with observables, with the permissions of the actor. Throws like the same operations of people. */
export interface ObservableStepsDoor {
  /** Records that contain a value as an observable, limited to what the actor may see. */
  find(scope: TenantScope, actor: Actor, command: ObservableSearch): Promise<FoundObservables>
  /** Stores what sources say of values; a repetition stores nothing. */
  storeLookups(scope: TenantScope, actor: Actor, command: StoreLookupsCommand): Promise<void>
  /** Splits values into those that no warning list names and those that are hidden. */
  check(scope: TenantScope, actor: Actor, values: readonly FoundObservable[]): Promise<CheckedObservables>
}

/** Builds the door; it keeps the compiled warning lists between calls. */
export function createObservableStepsDoor(needs: RecordsDeps & { warnings?: Warnings }): ObservableStepsDoor {
  const deps = { warnings: createWarnings(), ...needs }
  return {
    find: (scope, actor, command) => findObservables(deps, scope, actor, command),
    storeLookups: (scope, actor, command) => storeLookups(deps, scope, actor, command),
    check: (scope, actor, values) => checkObservables(deps, scope, actor, values),
  }
}
