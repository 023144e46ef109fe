import { SessionView } from '@caseloom/contract/identity/identity'
import type { Product } from '@caseloom/testkit/product'
import { openDoors, type OwnerQuery } from '@caseloom/testkit/product-doors'
import type { Caseloom } from './caseloom.ts'
import { summarize } from './statistics.ts'
import type { Ground } from './storage-ground.ts'
import { measureAccess } from './storage-access.ts'
import { measureApps } from './storage-apps.ts'
import { measureClasses } from './storage-classes.ts'
import { measureParts } from './storage-parts.ts'

const RUNS = 15

/** The layouts that were open before the storage was final, measured as plain SQL on made-up records. */
export async function storage(product: Product, caseloom: Caseloom): Promise<void> {
  const session = SessionView.parse(await caseloom.call('GET', '/iam/session'))
  const accountId = session.accounts[0]?.id ?? ''
  const doors = await openDoors(product, { tenantId: caseloom.tenantId, accountId })
  const rows = Number(process.env['CASELOOM_BENCH_ROWS'] ?? 200_000)
  try {
    await doors.asOwner(async (query) => {
      await query('create schema storage')
      await query('set search_path = storage, public')
      const ground = { query, rows, time: timer(query), bytes: sizer(query, rows) }
      await makeRecords(ground)
      await measureClasses(ground)
      await measureAccess(ground)
      await measureApps(ground)
      await measureParts(ground)
      await query('drop schema storage cascade')
    })
  } finally {
    await doors.close()
  }
}

function timer(query: OwnerQuery): Ground['time'] {
  return async (text, values = () => []) => {
    const times: number[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      const begin = performance.now()
      await query(text, values(run))
      if (run > 0) times.push(performance.now() - begin)
    }
    return summarize(times, 1).p50
  }
}

function sizer(query: OwnerQuery, rows: number): Ground['bytes'] {
  return async (table) => {
    const [row] = await query('select pg_total_relation_size($1::regclass)::text as bytes', [table])
    return Math.round(Number(row?.['bytes']) / rows)
  }
}

/** Records with two states and a time, and 48 words each: most frequent ones, one of its own. */
async function makeRecords({ query, rows }: Ground): Promise<void> {
  await query(
    `create table record as
     select md5(n::text)::uuid as id, n, (array['low','medium','high','critical'])[1 + n % 4] as severity,
            (array['new','open','closed'])[1 + (n / 4) % 3] as status,
            timestamptz '2026-01-01' + make_interval(secs => (n::bigint * 7919) % 25920000) as at,
            array(select 'w' || ((n::bigint * (k * k + 17) + k * 7919) % (case when k < 24 then 40 else 20000 end))
                    from generate_series(1, 47) k) || ('own' || n) as words
       from generate_series(1, $1::int) n`,
    [rows],
  )
  await query('alter table record add primary key (id)')
  await query('create index on record (at, id)')
  await query('vacuum (analyze) record')
}
