import type { Logger } from 'pino'
import type { SystemScope, Tx } from '../../platform/database/types.ts'
import type { DurableEngine, EngineState } from '../../platform/durable/types.ts'
import { newId } from '../../platform/uuid.ts'
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

/** Starts younger than this may be on their way between relay and engine. */
const SETTLED = `interval '10 seconds'`
const LOCK = 7_266_190_433
const PAGE = 500

/**
 * Compares every open run with the engine: what the engine does not know is started again from its recorded turns;
 * what the engine gave up is failed with its reason. Any process may do it; one does it at a time.
 */
export async function reconcileRuns(deps: ReconcileDeps): Promise<Reconciled> {
  const done: Reconciled = { restarted: 0, failed: 0 }
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await deps.system.read((tx) => openRuns(tx, after))
    const last = page.at(-1)
    if (last === undefined) return done
    after = last.id
    const states = await deps.engine.known(page.map((run) => run.start_id))
    const lost = page.filter((run) => needsStart(states.get(run.start_id)))
    done.restarted += await deps.system.tx((tx) => startAgain(tx, lost))
    for (const run of page) {
      const state = states.get(run.start_id)
      if (state?.state !== 'failed') continue
      await failRun(deps, run, state.reason)
      done.failed += 1
    }
    if (page.length < PAGE) break
  }
  if (done.restarted + done.failed > 0) deps.log.warn(done, 'runs were brought in step with the engine')
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
        and r.created_at < now() - ${SETTLED}
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
  const diverged = /mismatch|non.?determin|RT0016/i.test(reason)
  const error = diverged
    ? { code: 'engine.replay_diverged', message: `The replay of this run did not fit its journal: ${reason}` }
    : { code: 'engine.gave_up', message: `The engine gave up this run: ${reason}` }
  await deps.history.tell({
    tenantId: run.tenant_id,
    runId: run.id,
    seq: null,
    at: new Date(),
    entry: { events: [], steps: [] },
    records: [],
    state: 'failed',
    end: { error, output: null },
  })
}
