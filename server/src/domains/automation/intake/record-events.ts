import type { Logger } from 'pino'
import type { SystemScope, TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { allPlaces, endEvents, movePlace, type RecordPlace, takePlace } from './record-place.store.ts'

export type RecordEvents = RecordsDoor['events']
export type RecordEvent = Awaited<ReturnType<RecordEvents['after']>>['events'][number]

/** What reacts to changes of records. Before it can, `beginEvents` must have been called for the app. */
export interface RecordEventHandler {
  /** Whether something still waits for events of this app. */
  wants(tx: TenantTx, appId: string): Promise<boolean>
  /**
   * Evaluates events, oldest first, outside of a transaction, and returns what to write. The write shares the
   * transaction in which the reader advances; if it throws, everything is repeated.
   */
  look(
    scope: TenantScope,
    appId: string,
    events: readonly RecordEvent[],
  ): Promise<((tx: TenantTx) => Promise<void>) | null>
}

export interface RecordEventsDeps {
  system: SystemScope
  tenant(tenantId: string): Promise<TenantScope | null>
  records: Pick<RecordsDoor, 'events'>
  handlers: readonly RecordEventHandler[]
  log: Logger
}

const BATCH = 100

/** Processes the record events of all tenants since the last pass. Safe to run in several processes. */
export async function lookAtRecordEvents(deps: RecordEventsDeps): Promise<void> {
  const places = await deps.system.read(allPlaces)
  if (places.length === 0) return
  const behind = await deps.system.read((tx) => deps.records.events.behind(tx, places))
  for (const place of behind) {
    await catchUp(deps, place).catch((err: unknown) =>
      deps.log.warn({ err, app: place.appId }, 'failed to process record events; retrying'),
    )
  }
}

async function catchUp(deps: RecordEventsDeps, from: RecordPlace): Promise<void> {
  const scope = await deps.tenant(from.tenantId)
  if (scope === null) return
  for (let place: RecordPlace | null = from; place !== null; ) place = await step(deps, scope, place)
}

/** Processes one batch; returns the position to continue from immediately, or null. */
async function step(
  deps: RecordEventsDeps,
  scope: TenantScope,
  place: RecordPlace,
): Promise<RecordPlace | null> {
  const { appId } = place
  const { wanted, page } = await scope.read(async (tx) => ({
    wanted: await isWanted(deps, tx, appId),
    page: await deps.records.events.after(tx, appId, place, BATCH),
  }))
  const writes = wanted
    ? await Promise.all(deps.handlers.map((one) => one.look(scope, appId, page.events)))
    : []
  const mine = await scope.tx(async (tx) => {
    if (!(await takePlace(tx, place))) return false
    if (!wanted) {
      // A run that started waiting meanwhile needs these events.
      if (await isWanted(deps, tx, appId)) return 'again'
      await endEvents(tx, appId)
      return false
    }
    for (const write of writes) if (write !== null) await write(tx)
    await movePlace(tx, appId, page.next)
    return true
  })
  if (mine === 'again') return place
  return mine && page.more ? { ...place, ...page.next } : null
}

async function isWanted(deps: RecordEventsDeps, tx: TenantTx, appId: string): Promise<boolean> {
  for (const handler of deps.handlers) if (await handler.wants(tx, appId)) return true
  return false
}
