import type { Product } from '@caseloom/testkit/product'
import type { TightDisk } from '@caseloom/testkit/small-disk'
import { type Superuser, withSuperuser } from '@caseloom/testkit/superuser'
import { BACK_WITHIN_MS, pause, workerListens } from './killer.ts'

/** What may go wrong without anything dying; nothing of it may cost a run or repeat a call. */
export const FAULTS = ['read-only', 'full', 'lock', 'connections', 'suspended', 'stop'] as const
export type Fault = (typeof FAULTS)[number]

export interface FaultPlace {
  product: Product
  tenantId: string
}

/** One fault as it was injected; times are milliseconds since 1970. */
export interface Injected {
  fault: Fault
  from: number
  until: number
}

const SHORT_MS = 5_000
/** Longer than any statement may take. */
const LOCK_MS = 32_000
/** Where a full disk shows: whatever runs write. */
const WRITTEN = ['run', 'run_entry', 'relay', 'done_once']

/** Injects a fault, waits for its duration, and reverts it. */
export async function injectFault(place: FaultPlace, fault: Fault): Promise<Injected> {
  const from = Date.now()
  if (fault === 'stop') await stopWorker(place.product)
  else if (fault === 'full' && place.product.disk !== null) await fillDisk(place.product, place.product.disk)
  else await withSuperuser(place.product, (database) => inDatabase(database, place, fault))
  return { fault, from, until: Date.now() }
}

function inDatabase(database: Superuser, place: FaultPlace, fault: Exclude<Fault, 'stop'>): Promise<void> {
  switch (fault) {
    case 'read-only':
      return forAWhile(database, SHORT_MS, {
        begin: ['alter system set default_transaction_read_only = on', 'select pg_reload_conf()'],
        end: ['alter system reset default_transaction_read_only', 'select pg_reload_conf()'],
      })
    // Raises PostgreSQL's own disk-full error where it would occur, which doesn't require root.
    case 'full':
      return forAWhile(database, SHORT_MS, {
        begin: [
          `create function public.chaos_full() returns trigger language plpgsql as
             $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`,
          ...WRITTEN.map(
            (table) => `create trigger chaos_full before insert or update or delete on caseloom.${table}
                          for each row execute function public.chaos_full()`,
          ),
        ],
        end: ['drop function public.chaos_full() cascade'],
      })
    case 'lock':
      return forAWhile(database, LOCK_MS, {
        begin: ['begin', 'lock table caseloom.run_entry in access exclusive mode'],
        end: ['rollback'],
      })
    case 'connections':
      return forAWhile(database, SHORT_MS, {
        begin: [
          `do $$ begin execute format('alter database %I connection limit 0', current_database()); end $$`,
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`,
        ],
        end: [
          `do $$ begin execute format('alter database %I connection limit -1', current_database()); end $$`,
        ],
      })
    case 'suspended':
      return forAWhile(database, SHORT_MS, {
        begin: [`update caseloom.tenant set status = 'suspended' where id = '${place.tenantId}'`],
        end: [`update caseloom.tenant set status = 'active' where id = '${place.tenantId}'`],
      })
    default:
      return fault satisfies never
  }
}

async function forAWhile(
  database: Superuser,
  ms: number,
  { begin, end }: { begin: readonly string[]; end: readonly string[] },
): Promise<void> {
  try {
    for (const statement of begin) await database.query(statement)
    // The fault lasts: this is its length, not a wait for anything.
    await new Promise((resolve) => setTimeout(resolve, ms))
  } finally {
    for (const statement of end) await database.query(statement)
  }
}

/** Nothing can be written for a while: not by the database, the engine, or any log. */
async function fillDisk(product: Product, disk: TightDisk): Promise<void> {
  disk.fill()
  // The fault lasts: this is its length, not a wait for anything.
  await new Promise((resolve) => setTimeout(resolve, SHORT_MS))
  disk.empty()
  await product.ready()
  for (const until = Date.now() + BACK_WITHIN_MS; !(await workerListens(product)); await pause())
    if (Date.now() > until) throw new Error(`The worker takes no runs:\n${product.printed()}`)
}

/** A planned stop: the worker is asked to end, and its launcher starts the next one. */
async function stopWorker(product: Product): Promise<void> {
  const before = product.pids('worker')
  product.stopPart('worker')
  const isBack = () => product.pids('worker').some((pid) => !before.includes(pid))
  for (const until = Date.now() + BACK_WITHIN_MS; !isBack(); await pause())
    if (Date.now() > until) throw new Error(`The worker was not started again:\n${product.printed()}`)
  for (const until = Date.now() + BACK_WITHIN_MS; !(await workerListens(product)); await pause())
    if (Date.now() > until) throw new Error(`The worker takes no runs:\n${product.printed()}`)
}
