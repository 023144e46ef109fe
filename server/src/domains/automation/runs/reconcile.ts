import { z } from 'zod'
import type { Logger } from 'pino'
import type { SystemScope, TenantScope, Tx } from '../../../platform/database/types.ts'
import { isAtWork } from '../../../platform/scheduling/due-queue.ts'
import type { DurableEngine, EngineState } from '../../../platform/durable/types.ts'
import { endOf } from './history.store.ts'
import type { HistoryWriter } from './history-writer.ts'
import { type LostRun, restartRuns } from './restart-runs.ts'

export interface ReconcileDeps {
  system: SystemScope
  /** The tenant when it exists and is active: runs of a suspended one stay where they are. */
  tenant(tenantId: string): Promise<TenantScope | null>
  engine: DurableEngine
  history: HistoryWriter
  log: Logger
}

const OpenRun = z.object({ id: z.string(), tenant_id: z.string(), start_id: z.string() })
type OpenRun = z.infer<typeof OpenRun>

export interface Reconciled {
  restarted: number
  failed: number
}

export interface Reconciler {
  /** Looks once; throws when database or engine do not answer. */
  look(): Promise<Reconciled>
  /** Checks immediately, once more when young runs have settled, soon while any is missing, and every minute otherwise. */
  watch(): void
  close(): Promise<void>
}

/** Starts younger than this may be on their way between relay and engine. */
const SETTLED_MS = 10_000
const PAGE = 500
const EVERY_MS = 60_000
const RETRY_MS = 1_000
/** An engine that is just starting may not know everything yet: only who is missing twice is lost. */
const MISSING_FOR_MS = 3_000

/**
 * Compares every open run with the engine: a run that the engine doesn't know, has ended, or has paused is restarted from
 * its recorded turns, or failed after too many restarts. Safe to run in several processes.
 */
export function createReconciler(deps: ReconcileDeps): Reconciler {
  let missing = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<unknown> = Promise.resolve()
  let closed = false
  // Runs that began just before a crash or a backup are too young for the first check.
  const settledAt = Date.now() + SETTLED_MS + RETRY_MS
  const look = async (): Promise<Reconciled> => {
    const found = await lookAtAll(deps, missing)
    missing = found.missing
    if (found.restarted + found.failed > 0) {
      const { restarted, failed } = found
      deps.log.warn({ restarted, failed }, 'runs reconciled with the engine')
    }
    return found
  }
  const round = async (): Promise<void> => {
    let next: number
    try {
      await look()
      const untilSettled = settledAt - Date.now()
      next = missing.size > 0 ? MISSING_FOR_MS : untilSettled > 0 ? untilSettled : EVERY_MS
    } catch (error) {
      deps.log.debug({ err: error }, 'failed to reconcile runs with the engine')
      next = RETRY_MS
    }
    if (closed) return
    timer = setTimeout(() => {
      looking = round()
    }, next)
    timer.unref()
  }
  return {
    look,
    watch() {
      looking = round()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await looking
    },
  }
}

async function lookAtAll(
  deps: ReconcileDeps,
  before: ReadonlyMap<string, number>,
): Promise<Reconciled & { missing: Map<string, number> }> {
  const done = { restarted: 0, failed: 0, missing: new Map<string, number>() }
  const now = Date.now()
  let after = '00000000-0000-0000-0000-000000000000'
  let page: OpenRun[]
  do {
    const from = after
    page = await deps.system.read((tx) => openRuns(tx, from))
    after = page.at(-1)?.id ?? after
    const states = page.length === 0 ? new Map() : await deps.engine.known(page.map((run) => run.start_id))
    const lost = new Map<string, LostRun[]>()
    const lose = (run: OpenRun, reason: LostRun['reason']) => {
      const ofTenant = lost.get(run.tenant_id) ?? []
      lost.set(run.tenant_id, [...ofTenant, { id: run.id, startId: run.start_id, reason }])
    }
    for (const run of page) {
      const state = states.get(run.start_id)
      const since = before.get(run.start_id) ?? now
      if (state?.state === 'failed') lose(run, 'killed')
      else if (needsStart(state)) {
        if (now - since >= MISSING_FOR_MS) lose(run, 'unknown')
        else done.missing.set(run.start_id, since)
      }
    }
    for (const [tenantId, runs] of lost) {
      const scope = await deps.tenant(tenantId)
      if (scope === null) continue
      const { restarted, exhausted } = await restartRuns(null, scope, runs)
      done.restarted += restarted
      done.failed += exhausted.length
      for (const runId of exhausted) await failRun(deps, tenantId, runId)
    }
  } while (page.length === PAGE)
  return done
}

/** Unknown, or over without our knowing its end (an older database was restored). */
function needsStart(state: EngineState | undefined): boolean {
  return state === undefined || state.state === 'succeeded'
}

function openRuns(tx: Tx, after: string): Promise<OpenRun[]> {
  return tx.rows(
    OpenRun,
    `select r.id, r.tenant_id, r.start_id from caseloom.run r
      where r.state in ('queued', 'running', 'waiting') and r.id > $1 and r.start_id is not null
        and r.created_at < now() - interval '${SETTLED_MS} milliseconds' and ${isAtWork('r')}
        and not exists (select 1 from caseloom.relay l where l.run_id = r.id)
      order by r.id limit ${PAGE}`,
    [after],
  )
}

async function failRun(deps: ReconcileDeps, tenantId: string, runId: string): Promise<void> {
  const error = { code: 'engine.gave_up', message: 'The engine lost this run too many times' }
  await deps.history.report(endOf({ tenantId, runId, error }))
}
