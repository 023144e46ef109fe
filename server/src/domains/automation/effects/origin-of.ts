import { ALL_RECORDS, ANYTHING, mergedTouches, type Touch } from '@caseloom/contract/records/touches'
import type { TenantTx } from '../../../platform/database/types.ts'
import { scopesOf, touchesOfScopes } from '../gate/run-touch.store.ts'
import type { EffectContext } from './effects.ts'

/** Of one app; beyond it a value counts as made of all its records. */
const MAX_RECORDS = 50

/** What a value may come from: all that the run was handed, and what came with its trigger or its callers. */
export async function originOf(
  tx: TenantTx,
  { actor, touched }: Pick<EffectContext, 'actor' | 'touched'>,
): Promise<Touch[]> {
  const { runId } = actor
  const scope = runId === undefined ? null : ((await scopesOf(tx, [runId])).get(runId) ?? null)
  if (scope === null) return [ANYTHING]
  const before = (await touchesOfScopes(tx, [scope])).get(scope) ?? []
  const all = mergedTouches([...before, ...(touched?.() ?? [])].map(plainTouch))
  // A value that goes from run to run must not gather ever more records: then all of the app's count.
  return [...Map.groupBy(all, (one) => one.appId).values()].flatMap((ofApp) =>
    ofApp.length <= MAX_RECORDS
      ? ofApp
      : mergedTouches(ofApp.map((one) => ({ ...one, recordId: ALL_RECORDS }))),
  )
}

function plainTouch({ appId, recordId, withheld = [] }: Touch): Touch {
  return { appId, recordId, trackingId: '', withheld }
}
