import { Filter } from '@caseloom/contract/values/filter'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { z } from 'zod'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { plainRecord, touchedRecords } from '../effects/effect-of.ts'
import type { TouchedRecord } from '../gate/touched.rules.ts'
import type { EffectOutcome } from '../effects/effects.ts'
import type { WaitingAction, WaitingActions, WaitingContext } from './waiting-actions.ts'
import { beginEvents } from '../intake/record-place.store.ts'
import { dropSubject, putSubject } from './wait-subject.store.ts'
import type { AnswerWait } from './waits.ts'

export interface RecordWaitDeps {
  apps: Pick<AppsDoor, 'compiled'>
  records: Pick<RecordsDoor, 'getRecord' | 'searchRecords'>
  /** Late bound: the waits are built with these actions. */
  answer: AnswerWait
}

export const EventInput = z.looseObject({
  app: z.string(),
  on: z.array(z.enum(['created', 'updated', 'deleted', 'folded'])),
  record: z.string().optional(),
  fields: z.array(z.string()).optional(),
  when: z.custom<JsonValue>().optional(),
})
const ConditionInput = z.looseObject({ app: z.string(), record: z.string(), filter: Filter })

export function recordWaitActions(deps: RecordWaitDeps): WaitingActions {
  return new Map([
    ['flow.waitEvent', waitForEvent(deps)],
    ['flow.waitCondition', waitForCondition(deps)],
  ])
}

/** `flow.waitEvent`: continues with the first matching change of a record after the wait began. */
function waitForEvent(deps: RecordWaitDeps): WaitingAction {
  return {
    internal: true,
    async open(input, { scope, actor, waitId }) {
      const wanted = EventInput.parse(input)
      const record =
        wanted.record === undefined
          ? null
          : await recordOf(deps, scope, actor, { ...wanted, record: wanted.record })
      await begin(deps, scope, {
        app: wanted.app,
        waitId,
        recordId: record?.id ?? null,
        kind: 'event',
        input,
      })
      return waiting(record)
    },
    closed: (tx, { waitId }) => dropSubject(tx, waitId),
  }
}

/** `flow.waitCondition`: continues as soon as the record matches the filter, now or after a change. */
function waitForCondition(deps: RecordWaitDeps): WaitingAction {
  return {
    internal: true,
    async open(input, context) {
      const { scope, actor, waitId } = context
      const wanted = ConditionInput.parse(input)
      const record = await recordOf(deps, scope, actor, wanted)
      // First the look-out, then the look: a change between the two is met by one of them.
      await begin(deps, scope, { app: wanted.app, waitId, recordId: record.id, kind: 'condition', input })
      const met = await meets(deps, scope, actor, { input, record })
      if (met !== null) await scope.tx((tx) => resumeWait(deps, tx, waitId, met))
      return waiting(record)
    },
    closed: (tx, { waitId }) => dropSubject(tx, waitId),
  }
}

/** What a waiting run is handed, and what of. */
export interface RecordAnswer {
  output: JsonObject
  touched: readonly TouchedRecord[]
}

/** The record as the run may see it when it meets the condition now. */
export async function meets(
  deps: { records: Pick<RecordsDoor, 'searchRecords'> },
  scope: TenantScope,
  actor: Actor,
  { input, record }: { input: JsonObject; record: Pick<RecordView, 'appId' | 'trackingId'> },
): Promise<RecordAnswer | null> {
  const { filter } = ConditionInput.parse(input)
  const only = { field: 'tracking_id', op: 'eq' as const, value: record.trackingId }
  const page = await deps.records.searchRecords(scope, actor, {
    appId: record.appId,
    filter: { all: [only, filter] },
    limit: 1,
  })
  const [found] = page.items
  if (found === undefined) return null
  return { output: { timedOut: false, record: plainRecord(found) }, touched: touchedRecords([found]) }
}

/** Answers a wait of these actions and stops looking out for it. */
export async function resumeWait(
  deps: Pick<RecordWaitDeps, 'answer'>,
  tx: TenantTx,
  waitId: string,
  answer: RecordAnswer,
): Promise<void> {
  await deps.answer(tx, waitId, { ok: true, ...answer })
  await dropSubject(tx, waitId)
}

function recordOf(
  deps: RecordWaitDeps,
  scope: TenantScope,
  actor: Actor,
  place: { app: string; record: string },
): Promise<RecordView> {
  return deps.records.getRecord(scope, actor, { appId: place.app, recordId: place.record })
}

interface Begun {
  app: string
  waitId: WaitingContext['waitId']
  recordId: string | null
  kind: 'event' | 'condition'
  input: JsonObject
}

async function begin(deps: RecordWaitDeps, scope: TenantScope, wait: Begun): Promise<void> {
  const { waitId: wait_id, recordId: record_id, kind, input } = wait
  await scope.tx(async (tx) => {
    const app = await deps.apps.compiled(tx, wait.app)
    if (app === null) throw fail('resource.not_found', { detail: `Unknown app "${wait.app}"` })
    await putSubject(tx, { wait_id, app_id: app.id, record_id, kind, input })
    await beginEvents(tx, [app.id])
  })
}

function waiting(record: RecordView | null): EffectOutcome {
  if (record === null) return { ok: true, output: null }
  return { ok: true, output: { trackingId: record.trackingId }, touched: touchedRecords([record]) }
}
