import { AttackEventCreate } from '@caseloom/contract/records/attack-events'
import { Filter } from '@caseloom/contract/values/filter'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import type { RecordStepsDoor } from '../../records/record-steps.door.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { ALL_RECORDS } from '@caseloom/contract/records/touches'
import type { EffectAction, EffectActions } from '../effects/effects.ts'
import { findCompleted } from '../../../platform/idempotency/run-once.ts'
import { richComment } from './mail-input.rules.ts'
import { checkEffect } from './check-observables.ts'
import { enrichEffect } from './enrich-observables.ts'
import { verdictEffect } from './set-verdicts.ts'
import { effectOf, recordOutcome, touchedRecords } from '../effects/effect-of.ts'
import { quotingRecords } from './quoted-records.ts'

const Values = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null)
const Place = z.object({ app: z.string(), id: z.string() })
const Bulk = z.object({ app: z.string(), filter: Filter, set: Values })
const Lock = Place.extend({ reason: z.string().max(1_000).optional() })
const Merge = Place.extend({ records: z.array(z.string()).min(1) })
const Comment = Place.extend({ text: z.string().min(1) })
const AttackEvent = AttackEventCreate.extend({
  app: z.string(),
  id: z.string(),
  happenedAt: AttackEventCreate.shape.happenedAt.optional(),
  type: AttackEventCreate.shape.type.default('other'),
  asset: z.union([z.string().trim().min(1).max(200), Place]).optional(),
})
const Clock = Place.extend({ field: z.string() })

export interface RecordStepsDeps {
  records: Pick<RecordsDoor, 'getRecord' | 'touches'>
  steps: RecordStepsDoor
}

/** Steps that delete, lock and comment records, change many of them, and take their clocks in hand. */
export function recordStepEffects({ records, steps }: RecordStepsDeps): EffectActions {
  const clock = (manual: 'running' | 'paused' | 'stopped') =>
    effectOf(Clock, async ({ app: appId, id: recordId, field }, context) => {
      const { scope, actor, idempotencyKey: operationKey } = context
      return recordOutcome(await steps.clock(scope, actor, { appId, recordId, field, manual, operationKey }))
    })
  const actions = new Map<string, EffectAction>([
    ['record.delete', deleting(records, steps)],
    [
      'record.bulk',
      effectOf(Bulk, async ({ app: appId, filter, set }, context) => {
        const { scope, actor, idempotencyKey: operationKey, signal } = context
        const tally = await steps.changeFound(scope, actor, { appId, filter, set, operationKey, signal })
        // Its figures count records that only the run may see.
        const all = { idOrKey: appId, recordId: ALL_RECORDS }
        return { ok: true, output: tally, touched: [await records.touches.ofApp(scope, actor, all)] }
      }),
    ],
    [
      'record.merge',
      effectOf(Merge, async ({ app: appId, id: recordId, records }, context) => {
        const { scope, actor, idempotencyKey: operationKey } = context
        return recordOutcome(await steps.merge(scope, actor, { appId, recordId, records, operationKey }))
      }),
    ],
    [
      'record.lock',
      effectOf(Lock, async ({ app: appId, id: recordId, reason }, context) => {
        const { scope, actor, idempotencyKey: operationKey } = context
        return recordOutcome(await steps.lock(scope, actor, { appId, recordId, reason, operationKey }))
      }),
    ],
    [
      'record.unlock',
      effectOf(Place, async ({ app: appId, id: recordId }, context) => {
        const { scope, actor, idempotencyKey: operationKey } = context
        return recordOutcome(await steps.unlock(scope, actor, { appId, recordId, operationKey }))
      }),
    ],
    [
      'record.comment',
      effectOf(Comment, async ({ app: appId, id: recordId, text }, context) => {
        const { scope, actor, idempotencyKey: operationKey } = context
        const made = await steps.comment(scope, actor, {
          appId,
          recordId,
          text: richComment(text),
          operationKey,
        })
        const record = await records.getRecord(scope, actor, { appId, recordId })
        return { ok: true, output: { id: made.id }, touched: touchedRecords([record]) }
      }),
    ],
    ['record.attackEvent', addingAttackEvent(records, steps)],
    ['observable.enrich', enrichEffect(steps.observables)],
    ['observable.verdict', verdictEffect(steps.observables)],
    ['observable.check', checkEffect(steps.observables)],
    ['clock.start', clock('running')],
    ['clock.pause', clock('paused')],
    ['clock.stop', clock('stopped')],
  ])
  return quotingRecords(records.touches, actions)
}

function deleting(records: Pick<RecordsDoor, 'getRecord'>, steps: RecordStepsDoor): EffectAction {
  return effectOf(Place, async ({ app: appId, id: recordId }, context) => {
    const { scope, actor, idempotencyKey: operationKey } = context
    // A deleted record can't be read any more: a repetition returns only its ID.
    if ((await findCompleted(scope, operationKey)) !== null) return { ok: true, output: { id: recordId } }
    const before = await records.getRecord(scope, actor, { appId, recordId })
    await steps.deleteRecord(scope, actor, { appId, recordId, operationKey })
    const { id, trackingId } = before
    return { ok: true, output: { id, trackingId }, touched: touchedRecords([before]) }
  })
}

function addingAttackEvent(records: Pick<RecordsDoor, 'getRecord'>, steps: RecordStepsDoor): EffectAction {
  return effectOf(AttackEvent, async ({ app: appId, id: recordId, asset, ...given }, context) => {
    const { scope, actor, idempotencyKey: operationKey } = context
    const event = { ...given, ...(asset === undefined ? {} : { asset: assetOf(asset) }) }
    const made = await steps.attackEvent(scope, actor, { appId, recordId, event, operationKey })
    const record = await records.getRecord(scope, actor, { appId, recordId })
    return { ok: true, output: { id: made.id }, touched: touchedRecords([record]) }
  })
}

function assetOf(
  asset: string | z.output<typeof Place>,
): { name: string } | { appId: string; recordId: string } {
  return typeof asset === 'string' ? { name: asset } : { appId: asset.app, recordId: asset.id }
}
