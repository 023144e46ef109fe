import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { RecordView } from '@caseloom/contract/records/records'
import { z } from 'zod'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { touchedRecords } from '../effects/effect-of.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import type { RecordEvent, RecordEventHandler } from '../intake/record-events.ts'
import { peopleBehind } from '../runs/call-chain.store.ts'
import { type ActorOf, actorOfRun } from '../run-model/run-actor.ts'
import { type TriggerRow, triggersOfKind } from '../intake/trigger.store.ts'
import type { EvaluatedEvent } from '../deliveries/evaluated-event.ts'
import {
  evaluateTriggerEvent,
  saveEvaluatedEvent,
  type TriggerEventDeps,
  type TriggerEvent,
} from '../deliveries/trigger-event.ts'

export interface RecordTriggerDeps extends TriggerEventDeps {
  records: Pick<RecordsDoor, 'events'>
  limits: HookLimits
  actorOf: ActorOf
}

const Options = z.object({
  on: z.array(z.enum(['created', 'updated', 'deleted', 'folded'])),
  fields: z.array(z.string()).optional(),
  counts: z.array(z.number()).optional(),
  byPlaybooks: z.boolean(),
})
const Since = z.object({ since: z.string() })

/** Starts the triggers that wait for changes of an app's records; each change once for each of them. */
export function recordTriggers(deps: RecordTriggerDeps): RecordEventHandler {
  return {
    wants: async (tx, appId) => (await triggersOfKind(tx, 'record', appId)).length > 0,
    async look(scope, appId, events) {
      const rows = await scope.read((tx) => triggersOfKind(tx, 'record', appId))
      const judged: EvaluatedEvent[] = []
      for (const event of events)
        for (const row of rows) {
          const one = concerns(row, event) ? await judge(deps, scope, { row, appId, event }) : null
          if (one !== null) judged.push(one)
        }
      if (judged.length === 0) return null
      await deps.limits.allowAcceptance(scope)
      return (tx) => keep(deps, tx, judged)
    },
  }
}

async function keep(deps: RecordTriggerDeps, tx: TenantTx, judged: readonly EvaluatedEvent[]): Promise<void> {
  const saved = await saveEvaluatedEvent(deps, tx, judged)
  // Published meanwhile: the newer version judges, from the same place.
  if (saved.some(({ kind }) => kind === 'stale'))
    throw new Error('A trigger changed while it was being evaluated')
}

function concerns(row: TriggerRow, event: RecordEvent): boolean {
  const { on, fields, counts, byPlaybooks } = Options.parse(row.options)
  if (!on.includes(event.kind)) return false
  const since = Since.safeParse(row.cursor)
  if (since.success && event.at < new Date(since.data.since)) return false
  if (isByPlaybook(event) && !byPlaybooks) return false
  if (event.count !== undefined && counts !== undefined && !counts.includes(event.count)) return false
  return (
    event.kind !== 'updated' || fields === undefined || fields.some((field) => event.changed.includes(field))
  )
}

const isByPlaybook = ({ by }: RecordEvent) => by.kind === 'playbook' || by.runId !== undefined

interface Met {
  row: TriggerRow
  appId: string
  event: RecordEvent
}

/** Null when the playbook may not see the record: then it is nothing to it, not even a line in the log. */
async function judge(deps: RecordTriggerDeps, scope: TenantScope, met: Met): Promise<EvaluatedEvent | null> {
  const { row, event } = met
  const seen = await look(deps, scope, met)
  if (seen === null) return null
  const { record, previous } = seen
  const changed = event.changed.filter((field) => Object.hasOwn(record.fields, field))
  const { fields } = Options.parse(row.options)
  if (event.kind === 'updated' && fields !== undefined && !fields.some((field) => changed.includes(field)))
    return null
  const summary = `${record.trackingId} · ${event.kind}`
  const about = touchedRecords(previous === null ? [record] : [record, previous])
  const payload: JsonObject = {
    event: event.kind,
    record: plain(record),
    ...(previous === null ? {} : { previous: plain(previous) }),
    changed,
    ...(event.count === undefined ? {} : { count: event.count }),
    by: writtenBy(event),
  }
  return evaluateTriggerEvent(deps, scope, row, {
    payload,
    once: `record/${event.record}/${event.version}`,
    event: `${event.record}/${event.version}`,
    summary,
    ...(await causeOf(deps, scope, event)),
    by: await behind(scope, event),
    about,
  })
}

async function look(
  deps: RecordTriggerDeps,
  scope: TenantScope,
  { row, appId, event }: Met,
): Promise<{ record: RecordView; previous: RecordView | null } | null> {
  const version = await deps.versions.get(scope, row.version_id)
  const run = { id: event.record, playbook_id: row.playbook_id, initiator: null }
  const actor = await actorOfRun(deps.actorOf, scope, run, version)
  if (actor === null) return null
  const place = { appId, recordId: event.record }
  return scope.read(async (tx) => {
    const record = await deps.records.events.at(tx, actor, { ...place, version: event.version })
    if (record === null) return null
    const isUpdate = event.kind === 'updated'
    const before = { ...place, version: event.version - 1 }
    return { record, previous: isUpdate ? await deps.records.events.at(tx, actor, before) : null }
  })
}

/** Changes by people and clocks start a chain of their own. */
async function causeOf(
  deps: RecordTriggerDeps,
  scope: TenantScope,
  { by }: RecordEvent,
): Promise<Pick<TriggerEvent, 'cause'>> {
  const runId = by.runId === undefined ? null : normalizeGuid(by.runId)
  return runId === null ? {} : { cause: { runId, limits: await deps.limits.loops(scope) } }
}

/** The people who changed the record, directly or through a playbook that they started. */
async function behind(scope: TenantScope, { by: { kind, id, runId } }: RecordEvent): Promise<string[]> {
  const people = runId === undefined ? [] : await scope.read((tx) => peopleBehind(tx, runId))
  return [...new Set([...(kind === 'user' && id !== null ? [id] : []), ...people])]
}

function writtenBy({ by: { kind, id, name, runId } }: RecordEvent): JsonObject {
  return { kind, id, name, ...(runId === undefined ? {} : { runId }) }
}

/** What expressions see of a record; what one may do with it is not theirs. */
function plain({ can: _can, ...record }: RecordView): JsonObject {
  // A record view is JSON: texts, numbers and values that came as JSON.
  return record as unknown as JsonObject
}
