import { setImmediate as nextTurn } from 'node:timers/promises'
import { sharedWith } from '@caseloom/contract/kernel/sharing'
import type { SystemScope, TenantRef, TenantScope } from '../../../platform/database/types.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { sameValue } from '../model/same-value.rules.ts'
import { computeFormulas } from './compute-formulas.ts'
import { formulaPlan } from './formula-plan.ts'
import { countAll, recordsAfter, revisionOf, writeColumns } from './backfill.store.ts'

/** Records that one transaction writes. */
const BATCH = 1_000
/** Formulas are computed outside of transactions; results are written after at most this time. */
const LONGEST_MS = 2_000
/** Batches between two notes to those who watch the app. */
const REPORT_EVERY = 10

interface Deps {
  apps: AppsDoor
  log?: Pick<Log, 'warn'>
}
type Step = 'more' | 'over' | 'ready'

/**
 * Computes values that a new definition requires for all records: formulas, and columns of fields that change their
 * type. Works in committed batches, resumes where any process stopped, and never does a record twice.
 */
export async function backfillRecords(deps: Deps, scope: TenantScope, appId: string): Promise<void> {
  for (let batches = 1; ; batches += 1) {
    const step = await reworkBatch(deps, scope, appId, batches % REPORT_EVERY === 0)
    if (step === 'over') return
    // Formulas read the fields that have another type now: what finishing asks for is done in the next round.
    if (step === 'ready') await deps.apps.reworks.finish(scope, appId)
  }
}

async function reworkBatch(
  deps: Deps,
  scope: TenantScope,
  appId: string,
  isReported: boolean,
): Promise<Step> {
  const { reworks } = deps.apps
  const begun = await scope.read(async (tx) => {
    const rework = await reworks.find(tx, appId)
    const app = rework === null ? null : await deps.apps.compiled(tx, appId, true)
    if (rework === null || app === null) return null
    const total = rework.total ?? (await countAll(tx, app))
    return { rework, app, total, records: await recordsAfter(tx, app, rework.after, BATCH) }
  })
  if (begun === null) return 'over'
  const { rework, app, total, records } = begun
  const work =
    rework.convert === null ? await computed(app, records) : { changed: records, seen: records.length }
  const fields =
    rework.convert === null ? formulaPlan(app).map(({ field }) => app.byKey.get(field.key)) : app.shadows
  return scope.tx(async (tx) => {
    const now = await reworks.take(tx, appId)
    // Another process was faster, or the app has a newer revision: look again.
    if (now === null || now.after !== rework.after || (await revisionOf(tx, app)) !== app.revision) {
      await nextTurn()
      return now === null ? 'over' : 'more'
    }
    await writeColumns(
      tx,
      app,
      fields.filter((field) => field !== undefined),
      work.changed,
    )
    const last = records[work.seen - 1]
    const whole = work.seen === records.length && records.length < BATCH
    await reworks.note(tx, appId, {
      after: last?.id ?? rework.after,
      done: rework.done + work.seen,
      total,
    })
    if (whole && rework.convert === null) await reworks.end(tx, appId)
    if (isReported || whole)
      tx.announce({
        topic: 'model',
        verb: 'updated',
        kind: 'apps',
        id: appId,
        rev: app.revision,
        need: 'app:read',
        acl: sharedWith(app.sharing),
      })
    if (!whole) return 'more'
    return rework.convert === null ? 'over' : 'ready'
  })
}

interface Work {
  /** Records with other values than they had. */
  changed: StoredRecord[]
  /** How many of the records were processed. */
  seen: number
}

async function computed(app: AppTable, records: readonly StoredRecord[]): Promise<Work> {
  const plan = formulaPlan(app)
  const changed: StoredRecord[] = []
  const end = performance.now() + LONGEST_MS
  for (const [at, record] of records.entries()) {
    if (performance.now() > end) return { changed, seen: at }
    const { values } = await computeFormulas(record, plan)
    const isSame = Object.entries(values).every(([key, value]) =>
      sameValue(record.values[key] ?? null, value),
    )
    if (!isSame) changed.push({ ...record, values: { ...record.values, ...values } })
    if (at % 50 === 49) await nextTurn()
  }
  return { changed, seen: records.length }
}

/** Starts the work of an app in the background, once at a time in this process. */
export class Backfills {
  readonly #deps: Deps
  readonly #running = new Map<string, Promise<void>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(scope: TenantScope, appId: string): void {
    if (this.#running.has(appId)) return
    const work = backfillRecords(this.#deps, scope, appId)
      // Finished batches are committed; the sweep continues with the rest.
      .catch((err: unknown) => this.#deps.log?.warn({ err, appId }, 'failed to backfill an app; retrying'))
      .finally(() => this.#running.delete(appId))
    this.#running.set(appId, work)
  }

  /** Ends when nothing is under way in this process. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }
}

/** Takes up work that a stopped process has left, of all tenants; for the start of a worker and now and then. */
export async function resumeBackfills(
  deps: Deps,
  system: SystemScope,
  tenant: (place: TenantRef) => TenantScope,
): Promise<number> {
  const open = await system.read((tx) => deps.apps.reworks.open(tx))
  for (const { appId, ...place } of open) await backfillRecords(deps, tenant(place), appId)
  return open.length
}
