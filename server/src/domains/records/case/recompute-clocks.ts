import { createHash } from 'node:crypto'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'
import { writeRecords } from '../writing/write-records.ts'
import { recomputedClocks } from './recompute-clocks.rules.ts'
import {
  saveRecomputation,
  recordsWithHistory,
  type ClockRecomputation,
  recomputedDigest,
} from './recompute-clocks.store.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** Records recomputed per transaction. */
const BATCH = 200

/**
 * Recomputes an app's clocks from the history of its records after their definition changed, in committed batches. Does
 * nothing if the revision left the clocks unchanged. Returns the number of records processed.
 */
export async function recomputeClocks(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  telling: ClockRecomputation,
): Promise<number> {
  let after = telling.after
  let done = 0
  for (;;) {
    const step = await nextStep(deps, scope, actor, { appId: telling.app_id, after })
    if (step === null) return done
    if (step.requests.length > 0)
      await writeRecords(deps, scope, { appIdOrKey: telling.app_id, requests: step.requests })
    await scope.tx((tx) => saveRecomputation(tx, { appId: telling.app_id, ...step.place }))
    done += step.count
    after = step.place.after
    if (after === null) return done
  }
}

async function nextStep(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, after }: { appId: string; after: string | null },
) {
  return scope.tx(async (tx) => {
    const app = await deps.apps.compiled(tx, appId, true)
    if (app === null) return null
    const digest = clocksDigest(app)
    const { revision } = app
    const isSame = after === null && (await recomputedDigest(tx, appId)) === digest
    if (isSame || digest === '') return { requests: [], count: 0, place: { revision, digest, after: null } }
    const found = await recordsWithHistory(tx, app, { after, limit: BATCH })
    const requests = found.map(({ record, entries }) => {
      const recomputed = {
        version: record.version,
        values: recomputedClocks(app, record, entries, { actor, now: tx.now, zone: tx.timeZone }),
      }
      const inside = { of: 'clocks', recomputed } as const
      return { actor, command: { kind: 'update', id: record.id, values: {}, inside } as const }
    })
    const last = found.length < BATCH ? null : (found.at(-1)?.record.id ?? null)
    return { requests, count: found.length, place: { revision, digest, after: last } }
  })
}

/** What decides how the clocks of an app run; the empty text for an app without. */
function clocksDigest(app: AppTable): string {
  const clocks = app.fields.flatMap(({ definition }) => {
    if (!('start' in definition)) return []
    const { id, start, pause, stop, target, warnAt, hours } = definition
    return [{ id, start, pause, stop, target, warnAt, hours }]
  })
  return clocks.length === 0 ? '' : createHash('sha256').update(JSON.stringify(clocks)).digest('hex')
}
