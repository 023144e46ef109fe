import type { Actor } from '@caseloom/contract/kernel/permissions'
import type {
  ObservableName,
  ObservableVerdict,
  setVerdict as route,
} from '@caseloom/contract/records/observable-lookups'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import { ANALYST, isAnalyst } from '@caseloom/contract/values/verdict'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { invalid } from '../model/issues.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { announceHolders } from './announce-holders.ts'
import { expireLookup } from './lookup.store.ts'
import { seenObservable, verdictOn } from './read-lookups.ts'
import { keepLookups } from './store-lookups.ts'

/**
 * Stores what the actor, or the source that they name, says of an observable.
 * @throws right.missing, resource.not_found for a value that the actor can't see, or request.invalid for the reserved
 * source
 */
export async function setVerdict(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { source, ...said }: RouteBody<typeof route>,
): Promise<ObservableVerdict> {
  allow(actor, 'record:update')
  const isReserved = source !== undefined && isAnalyst(source)
  if (isReserved) {
    const message = `Omit the source to set the verdict as ${ANALYST}`
    throw invalid([{ path: ['body', 'source'], code: 'reserved', message }])
  }
  return scope.tx(async (tx) => {
    const seen = await seenObservable(deps, tx, actor, said)
    await keepLookups(deps, tx, actor, [{ ...said, source: source ?? ANALYST }])
    return verdictOn(tx, seen)
  })
}

/** Lets the word of an analyst expire; without one, nothing changes. Throws as setVerdict does. */
export async function withdrawVerdict(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  name: ObservableName,
): Promise<ObservableVerdict> {
  allow(actor, 'record:update')
  return scope.tx(async (tx) => {
    const seen = await seenObservable(deps, tx, actor, name)
    if (await expireLookup(tx, { ...seen, source: ANALYST })) await announceHolders(deps, tx, [seen.digest])
    return verdictOn(tx, seen)
  })
}
