// Events of an attack on records: placing them at the time they happened, and reading them back.
import { z } from 'zod'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import {
  type AttackEventCreate,
  type AttackEventUpdate,
  type AttackEventView,
  MAX_ATTACK_EVENTS,
} from '@caseloom/contract/records/attack-events'
import { actorRef, type HistoryEntry } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { runIdempotent } from '../../../platform/idempotency/run-once.ts'
import { newId } from '../../../platform/uuid.ts'
import { lockedRecord } from '../reading/locked-record.ts'
import { rewriteWords } from '../indexing/comment-words.ts'
import { allowInApp } from '../model/app-permissions.rules.ts'
import { invalid } from '../model/issues.rules.ts'
import { recordFact } from '../model/record-fact.ts'
import type { AppTable, RecordPlace, StoredRecord } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { writeMark } from '../writing/mark.store.ts'
import { DETAIL } from '../versions/history-form.rules.ts'
import { changedEvent, eventInWords, type EventValues } from './attack-event.rules.ts'
import * as store from './attack-event.store.ts'
import { eventViews, visibleAssets } from './attack-event-view.ts'

/** The app of an asset may be named by its key. */
type Asset = { name: string } | { appId: string; recordId: string }
interface EventAsset {
  asset?: Asset | null | undefined
}
/** It happens now unless it says when. */
export type NewEvent = Omit<AttackEventCreate, 'asset' | 'happenedAt'> &
  EventAsset & { happenedAt?: string | undefined }
type EventChange = Omit<AttackEventUpdate, 'asset'> & EventAsset

export interface AddEventCommand extends RecordPlace {
  event: NewEvent
  /** The same key again returns the event that was added the first time. */
  operationKey?: string | undefined
}

const Added = z.object({ id: z.string() })

/**
 * Adds an attack event to a record.
 * @throws resource.not_found, right.missing, record.locked, or request.invalid for an unknown technique or asset, a time
 * in the future, or one event too many
 */
export async function addAttackEvent(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { event, operationKey, ...place }: AddEventCommand,
): Promise<AttackEventView> {
  const work = (taking: TenantScope) => add(deps, taking, actor, { ...place, event })
  if (operationKey === undefined) return work(scope)
  const memo = await runIdempotent(scope, operationKey, {
    work,
    memo: (view) => ({ id: Added.parse(view).id }),
  })
  return scope.read(async (tx) => {
    const { record } = await visibleRecord(deps, tx, actor, place)
    return oneView(deps, tx, actor, await eventIn(tx, record, Added.parse(memo).id))
  })
}

async function add(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { event, ...place }: RecordPlace & { event: NewEvent },
): Promise<AttackEventView> {
  return scope.tx(async (tx) => {
    const { app, record } = await writableRecord(deps, tx, actor, place)
    if ((await store.countEvents(tx, record.id)) >= MAX_ATTACK_EVENTS) {
      const message = `A record can have at most ${MAX_ATTACK_EVENTS} attack events`
      throw invalid([{ path: ['body'], code: 'too_many', message, max: MAX_ATTACK_EVENTS }])
    }
    const { type, text, happenedAt = tx.now.toISOString() } = event
    const before = { happenedAt, type, text, technique: null, tactic: null, asset: null, source: null }
    const values = await readValues(deps, tx, actor, { before, set: event })
    const by = actorRef(actor)
    const row = await store.insertEvent(tx, { id: newId(), appId: app.id, recordId: record.id, by, values })
    await note(tx, { app, record, actor }, 'attack_event_added', values)
    return oneView(deps, tx, actor, row)
  })
}

/** Changes an attack event; absent members stay as they are. Throws as addAttackEvent does. */
export async function editAttackEvent(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { attackEventId, set, ...place }: RecordPlace & { attackEventId: string; set: AttackEventUpdate },
): Promise<AttackEventView> {
  return scope.tx(async (tx) => {
    const { app, record } = await writableRecord(deps, tx, actor, place)
    const row = await eventIn(tx, record, attackEventId)
    const before = valuesOf(row)
    const values = await readValues(deps, tx, actor, { before, set })
    if (JSON.stringify(values) === JSON.stringify(before)) return oneView(deps, tx, actor, row)
    await store.updateEvent(tx, row.id, values)
    await note(tx, { app, record, actor }, 'attack_event_edited', values)
    return oneView(deps, tx, actor, await eventIn(tx, record, row.id))
  })
}

/** Deletes an attack event. Throws resource.not_found, right.missing, record.locked. */
export async function deleteAttackEvent(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { attackEventId, ...place }: RecordPlace & { attackEventId: string },
): Promise<void> {
  await scope.tx(async (tx) => {
    const { app, record } = await writableRecord(deps, tx, actor, place)
    const row = await eventIn(tx, record, attackEventId)
    await store.deleteEvent(tx, row.id)
    await note(tx, { app, record, actor }, 'attack_event_deleted', valuesOf(row))
  })
}

/** The record, locked, when the actor may change it; a merged one leads to that into which it went. */
async function writableRecord(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  place: RecordPlace,
): Promise<{ app: AppTable; record: StoredRecord }> {
  const found = await visibleRecord(deps, tx, actor, place)
  const record = await lockedRecord(tx, actor, found)
  allowInApp(actor, 'record:update', found.app, record)
  return { app: found.app, record }
}

async function eventIn(tx: TenantTx, record: StoredRecord, eventId: string): Promise<store.AttackEventRow> {
  const id = normalizeGuid(eventId)
  const row = id === null ? null : await store.eventOf(tx, record.id, id)
  if (row === null) throw fail('resource.not_found')
  return row
}

function valuesOf(row: store.AttackEventRow): EventValues {
  const { type, text, technique, tactic, source } = row
  return {
    happenedAt: row.happened_at.toISOString(),
    type,
    text,
    technique,
    tactic,
    asset: assetOf(row),
    source,
  }
}

function assetOf({ asset_name: name, asset_app, asset_record }: store.AttackEventRow): EventValues['asset'] {
  if (name !== null) return { name }
  if (asset_app === null || asset_record === null) return null
  // Stored ids were parsed when they were written.
  return { appId: asset_app, recordId: asset_record } as EventValues['asset']
}

/** Throws request.invalid with all faults; a record that the actor can't see doesn't exist as an asset. */
async function readValues(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  { before, set: { asset, ...set } }: { before: EventValues; set: EventChange },
): Promise<EventValues> {
  const { values, issues } = changedEvent(before, set, tx.now)
  const found = asset === undefined ? before.asset : await knownAsset(deps, tx, actor, asset)
  if (found === undefined)
    issues.push({ path: ['body', 'asset'], code: 'unknown_record', message: 'No such record' })
  if (found === undefined || issues.length > 0) throw invalid(issues)
  return { ...values, asset: found, happenedAt: new Date(values.happenedAt).toISOString() }
}

/** Undefined for a record that the actor can't see. */
async function knownAsset(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  asset: Asset | null,
): Promise<EventValues['asset'] | undefined> {
  if (asset === null || 'name' in asset) return asset
  const recordId = normalizeGuid(asset.recordId)
  if (recordId === null) return undefined
  const found = (await visibleAssets(deps, tx, actor, [{ ...asset, recordId }])).get(recordId)
  return found && { appId: found.appId, recordId: found.id }
}

interface Place {
  app: AppTable
  record: StoredRecord
  actor: Actor
}

/** Says in the history what was done, renews the words that a search finds, and notifies viewers. */
async function note(
  tx: TenantTx,
  { app, record, actor }: Place,
  action: HistoryEntry['action'],
  values: EventValues,
): Promise<void> {
  const marked = { ...record, version: record.version + 1, updatedAt: tx.now, updatedBy: actorRef(actor) }
  const changes = [{ field: DETAIL, from: null, to: eventInWords(values) }]
  await writeMark(tx, app, marked, { action, changes })
  await rewriteWords(tx, app, marked, null)
  tx.announce(recordFact(app, 'updated', marked))
}

async function oneView(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  row: store.AttackEventRow,
): Promise<AttackEventView> {
  const [view] = await eventViews(deps, tx, actor, [row])
  if (view === undefined) throw new Error('The attack event has no view')
  return view
}
