import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SystemScope, TenantTx } from '../../../platform/database/types.ts'

/** A value that was given to a look-up isn't given to it again for this time: its verdict may still come. */
const PENDING = `interval '1 hour'`

const TakenRow = z.object({ digest: z.instanceof(Buffer) })
const CountRow = z.object({ count: z.number() })

/** Starts reading the events of apps that look up new observables, from now on; most calls find none to begin. */
export async function beginArrivals(system: SystemScope): Promise<void> {
  const missing = `select a.tenant_id, a.id from caseloom.app a
    where a.definition ->> 'enrichNew' = 'true' and a.definition ->> 'archived' is null
      and not exists (select from caseloom.record_event_place p where p.tenant_id = a.tenant_id and p.app_id = a.id)`
  const found = await system.read((tx) => tx.query(`${missing} limit 1`, [], 'automation-arrivals-missing'))
  if (found.length === 0) return
  await system.tx((tx) =>
    tx.query(
      `insert into caseloom.record_event_place (tenant_id, app_id, xid, record_id, version)
       select m.tenant_id, m.id, pg_snapshot_xmin(pg_current_snapshot()),
              '00000000-0000-0000-0000-000000000000'::uuid, 0 from (${missing}) m
       on conflict do nothing`,
    ),
  )
}

/** Values that look-ups of the tenant were given within the last hour. */
export async function arrivalsOfHour(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows(
    CountRow,
    `select count(*)::int as count from caseloom.observable_arrival where tenant_id = $1 and at > $2::timestamptz - ${PENDING}`,
    [tx.tenantId, tx.now],
    'automation-arrivals-of-hour',
  )
  return row?.count ?? 0
}

/** Takes values for a look-up; those that it was given a moment ago, for any record, are left out. */
export async function takeArrivals<One extends ObservableName>(
  tx: TenantTx,
  playbookId: string,
  observables: readonly One[],
): Promise<One[]> {
  const byDigest = new Map(observables.map((one) => [digestOf(one).toString('hex'), one]))
  const rows = await tx.rows(
    TakenRow,
    `insert into caseloom.observable_arrival as known (tenant_id, playbook_id, digest, at)
     select $1, $2, digest, $4 from unnest($3::bytea[]) as d(digest) order by digest
     on conflict (tenant_id, playbook_id, digest) do update set at = excluded.at
      where known.at <= excluded.at - ${PENDING}
     returning digest`,
    [tx.tenantId, playbookId, [...byDigest.keys()].map((hex) => Buffer.from(hex, 'hex')), tx.now],
    'automation-arrivals-take',
  )
  const taken = new Set(rows.map(({ digest }) => digest.toString('hex')))
  return [...byDigest].flatMap(([hex, one]) => (taken.has(hex) ? [one] : []))
}

function digestOf({ kind, value }: ObservableName): Buffer {
  return createHash('sha256').update(`${kind}\0${value}`).digest()
}

const BATCH = 2_000

/** Drops what no longer matters; returns how many rows. */
export async function dropOldArrivals(system: SystemScope): Promise<number> {
  let dropped = 0
  for (let gone = BATCH; gone === BATCH; dropped += gone) {
    const rows = await system.tx((tx) =>
      tx.query(
        `delete from caseloom.observable_arrival where ctid = any(array(
           select ctid from caseloom.observable_arrival where at < $1::timestamptz - 2 * ${PENDING} limit ${BATCH}))
         returning 1`,
        [tx.now],
      ),
    )
    gone = rows.length
  }
  return dropped
}
