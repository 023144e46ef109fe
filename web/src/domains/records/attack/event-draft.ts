import { AppId, RecordId } from '@caseloom/contract/kernel/ids'
import {
  type AttackAsset,
  AttackEventType,
  type AttackEventView,
  AttackTactic,
} from '@caseloom/contract/records/attack-events'
import { z } from 'zod'
import { ownDraft, type StoredDraft } from '../../../data/stored-draft.ts'
import { instantOf, localTime } from '../../../ui/local-time.ts'
import type { AttackPlace, EventInput } from './attack.queries.ts'

/** A record that was chosen as the asset, as its input shows it. */
const ChosenAsset = z.object({ appId: AppId, recordId: RecordId, label: z.string() })
type ChosenAsset = z.infer<typeof ChosenAsset>

/** What the form of an attack event holds. */
const EventDraft = z.object({
  /** By the clocks of the user's zone. */
  time: z.string(),
  type: AttackEventType,
  text: z.string(),
  technique: z.string().nullable(),
  tactic: AttackTactic.nullable(),
  asset: z.string(),
  /** The record that `asset` shows; null for a plain name. */
  record: ChosenAsset.nullable(),
  source: z.string(),
})
export type EventDraft = z.infer<typeof EventDraft>

/** A new event that isn't saved yet: looking something up on another tab must not lose it. */
export function storedEvent({ tenantId, recordId }: AttackPlace, userId: string): StoredDraft<EventDraft> {
  return ownDraft(userId, `event.${tenantId}.${recordId}.`, EventDraft)
}

export function newDraft(now: Date, zone: string): EventDraft {
  return {
    time: localTime(now.toISOString(), zone),
    type: 'other',
    text: '',
    technique: null,
    tactic: null,
    asset: '',
    record: null,
    source: '',
  }
}

export function draftOf(event: AttackEventView, zone: string): EventDraft {
  const record = chosenOf(event.asset)
  return {
    time: localTime(event.happenedAt, zone, 'second'),
    type: event.type,
    text: event.text,
    technique: event.technique,
    tactic: event.tactic,
    asset: record?.label ?? event.asset?.name ?? '',
    record,
    source: event.source ?? '',
  }
}

function chosenOf(asset: AttackEventView['asset']): ChosenAsset | null {
  const record = asset?.record ?? null
  if (record === null) return null
  return { appId: record.appId, recordId: record.id, label: `${record.trackingId} ${record.title}` }
}

/**
 * What is saved; null while the text or the time is missing. An asset that wasn't touched is left out, because it may be
 * a record that the user can't see.
 */
export function inputOf(draft: EventDraft, zone: string, before?: AttackEventView): EventInput | null {
  const text = draft.text.trim()
  const isSameTime = before !== undefined && draft.time === localTime(before.happenedAt, zone, 'second')
  const happenedAt = isSameTime ? before.happenedAt : instantOf(draft.time, zone)
  if (text === '' || happenedAt === null) return null
  const asset = assetOf(draft)
  const isSameAsset = before !== undefined && draft.asset === draftOf(before, zone).asset
  return {
    happenedAt,
    type: draft.type,
    text,
    technique: draft.technique,
    tactic: draft.tactic,
    source: draft.source.trim() === '' ? null : draft.source.trim(),
    ...(isSameAsset ? {} : { asset }),
  }
}

function assetOf({ asset, record }: EventDraft): AttackAsset | null {
  if (record !== null) return { appId: record.appId, recordId: record.recordId }
  return asset.trim() === '' ? null : { name: asset.trim() }
}
