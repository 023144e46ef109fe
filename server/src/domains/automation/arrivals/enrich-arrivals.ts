// Looks up observables that come to records, where the app says so: what Enrich does, without a person.
import { LOOKED_UP_PER_RUN } from '@caseloom/contract/automation/builder'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import type { RecordView } from '@caseloom/contract/records/records'
import type { Logger } from 'pino'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { guardStarts } from '../causes/guard-starts.ts'
import type { LoopLimits } from '../causes/loop.rules.ts'
import { touchedRecords } from '../effects/effect-of.ts'
import { touchRecords } from '../gate/run-touch.store.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import type { RecordEvent, RecordEventHandler } from '../intake/record-events.ts'
import type { Versions } from '../playbooks/versions.ts'
import { type ActorOf, actorOfRun, actsAsInitiator } from '../run-model/run-actor.ts'
import { type StartRunDeps, startRunIn } from '../runs/start-run.ts'
import { allComponents, type ComponentRow } from '../playbooks/component.store.ts'
import { limitsOfComponent, splitByLimits } from '../components/look-up-limits.ts'
import { observablesOf } from '../components/look-up-observables.ts'
import { optionsOf } from '../components/run-component.ts'
import { arrivalsOfHour, takeArrivals } from './arrival.store.ts'

export interface ArrivalDeps extends StartRunDeps {
  apps: Pick<AppsDoor, 'compiled'>
  records: Pick<RecordsDoor, 'events'>
  versions: Versions
  limits: HookLimits
  actorOf: ActorOf
  log: Logger
}

/** Values of a tenant that look-ups are given within an hour; those beyond wait for Enrich. */
const MAX_PER_HOUR = 2_000

/** What one look-up is to be given of a record. */
interface Arrival {
  lookUp: ComponentRow
  event: RecordEvent
  record: RecordView
  observables: ObservableName[]
}

export function enrichArrivals(deps: ArrivalDeps): RecordEventHandler {
  return {
    wants: async (tx, appId) => (await deps.apps.compiled(tx, appId))?.enrichNew === true,
    async look(scope, appId, events) {
      const arriving = await scope.read((tx) => concerned(deps, tx, appId, events))
      if (arriving.length === 0) return null
      const lookUps = (await scope.read(allComponents)).filter(isAutomatic)
      const found: Arrival[] = []
      for (const event of arriving)
        for (const lookUp of lookUps) {
          const one = await newTo(deps, scope, { lookUp, appId, event })
          if (one !== null) found.push(one)
        }
      if (found.length === 0) return null
      await deps.limits.allowAcceptance(scope)
      const loops = await deps.limits.loops(scope)
      return (tx) => start({ ...deps, loops }, tx, found)
    },
  }
}

/** Changes that can bring observables. Imports and other jobs would start thousands of runs in a moment. */
async function concerned(
  { apps }: ArrivalDeps,
  tx: TenantTx,
  appId: string,
  events: readonly RecordEvent[],
): Promise<RecordEvent[]> {
  const app = await apps.compiled(tx, appId)
  if (app?.enrichNew !== true) return []
  const holds = (key: string) => {
    const field = app.byKey.get(key)
    return field !== undefined && fieldTraits(field.definition).observables
  }
  return events.filter(
    ({ kind, by, changed }) =>
      by.via === undefined && (kind === 'created' || (kind === 'updated' && changed.some(holds))),
  )
}

/** Look-ups that ask a person, act as one, or are only for some people, wait for a person. */
function isAutomatic(row: ComponentRow): boolean {
  const { looksUp, confirm } = optionsOf(row)
  return looksUp !== undefined && !confirm && row.shared_with === null && !actsAsInitiator(row.document)
}

interface Met {
  lookUp: ComponentRow
  appId: string
  event: RecordEvent
}

/** What the change brought that this look-up may see, takes, and has no valid result on; null for nothing. */
async function newTo(
  deps: ArrivalDeps,
  scope: TenantScope,
  { lookUp, appId, event }: Met,
): Promise<Arrival | null> {
  const version = await deps.versions.get(scope, lookUp.version_id)
  const run = { id: event.record, playbook_id: lookUp.id, initiator: null }
  const actor = await actorOfRun(deps.actorOf, scope, run, version)
  if (actor === null) return null
  const place = { appId, recordId: event.record }
  const kinds: readonly string[] = optionsOf(lookUp).looksUp ?? []
  const { events } = deps.records
  return scope.read(async (tx) => {
    const record = await events.at(tx, actor, { ...place, version: event.version })
    if (record === null) return null
    const isUpdate = event.kind === 'updated'
    const before = isUpdate ? await events.at(tx, actor, { ...place, version: event.version - 1 }) : null
    const known = before === null ? new Map() : observablesOf(before)
    const held = [...observablesOf(record)].flatMap(([key, one]) =>
      kinds.includes(one.kind) && !known.has(key) ? [one] : [],
    )
    if (held.length === 0) return null
    const marking = await events.marking(tx, { appId, recordIds: [event.record] })
    const { given } = splitByLimits(held, marking, await limitsOfComponent(tx, lookUp), actor)
    const unjudged = await events.unjudged(tx, given)
    const observables = unjudged.slice(0, LOOKED_UP_PER_RUN).map(({ kind, value }) => ({ kind, value }))
    return observables.length === 0 ? null : { lookUp, event, record, observables }
  })
}

type StartDeps = ArrivalDeps & { loops: LoopLimits }

async function start(deps: StartDeps, tx: TenantTx, found: readonly Arrival[]): Promise<void> {
  let left = MAX_PER_HOUR - (await arrivalsOfHour(tx))
  for (const one of found) {
    const fitting = one.observables.slice(0, Math.max(left, 0))
    if (fitting.length < one.observables.length)
      deps.log.warn(
        { tenantId: tx.tenantId },
        'too many new observables within an hour; not all are looked up',
      )
    const observables = fitting.length === 0 ? [] : await takeArrivals(tx, one.lookUp.id, fitting)
    left -= observables.length
    if (observables.length > 0) await startOne(deps, tx, { ...one, observables })
  }
}

async function startOne(
  deps: StartDeps,
  tx: TenantTx,
  { lookUp, event, record, observables }: Arrival,
): Promise<void> {
  const { id: playbookId, version_id: versionId } = lookUp
  const parent = event.by.runId
  const guard =
    parent === undefined
      ? null
      : await guardStarts(tx, [{ parent, playbookId, isCall: false, limits: deps.loops }])
  const verdict = guard?.verdicts[0]
  if (verdict?.kind === 'stop') return
  const runId = await startRunIn(deps, tx, {
    playbookId,
    versionId,
    triggerKey: 'arrival',
    triggerKind: 'arrival',
    payload: { arrival: placeOf(record) },
    inputs: { observables: observables.map((one) => ({ ...one })) },
    initiator: null,
    ...(verdict === undefined || verdict.cause === null ? {} : { cause: verdict.cause }),
  })
  await guard?.settle(() => true)
  await touchRecords(
    tx,
    touchedRecords([record]).map((one) => ({ ...one, runId })),
  )
}

function placeOf({ id, appId, trackingId }: RecordView): JsonObject {
  return { appId, recordId: id, trackingId }
}
