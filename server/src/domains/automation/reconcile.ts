import type { Logger } from 'pino'
import type { SystemScope, Tx } from '../../platform/database/types.ts'
import { isAtWork } from '../../platform/scheduling/due-queue.ts'
import type { DurableEngine, EngineState } from '../../platform/durable/types.ts'
import { newId } from '../../platform/uuid.ts'
import { endOf } from './history.store.ts'
import type { HistoryWriter } from './history-writer.ts'

export interface ReconcileDeps {
  system: SystemScope
  engine: DurableEngine
  history: HistoryWriter
  log: Logger
}

interface OpenRun {
  id: string
  tenant_id: string
  start_id: string
}

export interface Reconciled {
  restarted: number
  failed: number
}

export interface Reconciler {
  /** Looks once; throws when database or engine do not answer. */
  look(): Promise<Reconciled>
  /** Looks at once, soon again as long as something is odd, and every minute otherwise. */
  watch(): void
  close(): Promise<void>
}

/** Starts younger than this may be on their way between relay and engine. */
const SETTLED = `interval '10 seconds'`
const LOCK = 7_266_190_433
const PAGE = 500
const EVERY_MS = 60_000
const RETRY_MS = 1_000
/** An engine that is just starting may not know everything yet: only who is missing twice is lost. */
const MISSING_FOR_MS = 3_000

/**
 * Compares every open run with the engine: what the engine does not know is started again from its recorded turns;
 * what the engine gave up is failed with its reason. Any process may do it; one does it at a time.
 */
export function createReconciler(deps: ReconcileDeps): Reconciler {
  let missing = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<unknown> = Promise.resolve()
  let closed = false
  const look = async (): Promise<Reconciled> => {
    const found = await lookAtAll(deps, missing)
    missing = found.missing
    if (found.restarted + found.failed > 0) {
      const { restarted, failed } = found
      deps.log.warn({ restarted, failed }, 'runs were brought in step with the engine')
    }
    return found
  }
  const round = async (): Promise<void> => {
    let next = EVERY_MS
    try {
      await look()
      if (missing.size > 0) next = MISSING_FOR_MS
    } catch (error) {
      deps.log.debug({ err: error }, 'the engine could not be asked yet')
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
    const lost: OpenRun[] = []
    for (const run of page) {
      const state = states.get(run.start_id)
      const since = before.get(run.start_id) ?? now
      if (state?.state === 'failed') {
        await failRun(deps, run, state.reason)
        done.failed += 1
      } else if (needsStart(state)) {
        if (now - since >= MISSING_FOR_MS) lost.push(run)
        else done.missing.set(run.start_id, since)
      }
    }
    done.restarted += await deps.system.tx((tx) => startAgain(tx, lost))
  } while (page.length === PAGE)
  return done
}

/** Unknown, or over without our knowing its end (an older database was restored). */
function needsStart(state: EngineState | undefined): boolean {
  return state === undefined || state.state === 'succeeded'
}

function openRuns(tx: Tx, after: string): Promise<OpenRun[]> {
  return tx.query<OpenRun>(
    `select r.id, r.tenant_id, r.start_id from caseloom.run r
      where r.state in ('queued', 'running', 'waiting') and r.id > $1 and r.start_id is not null
        and r.created_at < now() - ${SETTLED} and ${isAtWork('r')}
        and not exists (select 1 from caseloom.relay l where l.run_id = r.id)
      order by r.id limit ${PAGE}`,
    [after],
  )
}

/** Only runs that are still open and still have the start that was asked about get a new one. */
async function startAgain(tx: Tx, runs: readonly OpenRun[]): Promise<number> {
  if (runs.length === 0) return 0
  const [lock] = await tx.query<{ got: boolean }>('select pg_try_advisory_xact_lock($1) as got', [LOCK])
  if (lock?.got !== true) return 0
  const rows = await tx.query(
    `with lost as (
       select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as l(run_id, old_start, new_start)
     ), moved as (
       update caseloom.run r set start_id = l.new_start from lost l
        where r.id = l.run_id and r.start_id = l.old_start and r.state in ('queued', 'running', 'waiting')
       returning r.id, r.tenant_id, r.start_id
     )
     insert into caseloom.relay (id, tenant_id, run_id, kind, recorded, created_at, due_at)
     select m.start_id, m.tenant_id, m.id, 'start',
            (select count(*) from caseloom.run_entry e where e.run_id = m.id), now(), now()
       from moved m returning id`,
    [runs.map((run) => run.id), runs.map((run) => run.start_id), runs.map(() => newId())],
  )
  return rows.length
}

async function failRun(deps: ReconcileDeps, run: OpenRun, reason: string): Promise<void> {
  const error = { code: 'engine.gave_up', message: `The engine gave up this run: ${reason}` }
  await deps.history.tell(endOf({ tenantId: run.tenant_id, runId: run.id, error }))
}
