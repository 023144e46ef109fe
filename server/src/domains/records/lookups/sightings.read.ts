import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { CaseLook } from '../case/case.read.ts'

/** Of each value and app, at most so many of the newest records are counted. */
const MAX_COUNTED = 1_000

const SightingRow = z.object({
  digest: z.string(),
  kind: z.string(),
  app_id: z.string(),
  /** Whole days before now; null for longer ago than was asked for. */
  day: z.number().nullable(),
  records: z.number(),
  last: z.date(),
  capped: z.boolean(),
})
export type SightingRow = z.infer<typeof SightingRow>

/** In how many records that the reader may see each value occurs, by app and by day in which it came to them. */
export async function sightingsOf(
  tx: TenantTx,
  looks: readonly CaseLook[],
  asked: { digests: readonly string[]; principals: readonly string[]; days: number },
): Promise<SightingRow[]> {
  if (looks.length === 0 || asked.digests.length === 0) return []
  const parts = looks.map(
    ({ app }, at) => `select o.digest, o.kind, o.app_id, o.record_id, min(o.at) as at,
          bool_or(o.held >= ${MAX_COUNTED}) as capped
       from unnest($2::uuid[]) as wanted(digest)
      cross join lateral (select held.*, count(*) over () as held from (
          select * from caseloom.record_observable r
           where r.tenant_id = $1 and r.digest = wanted.digest and r.app_id = ($6::uuid[])[${at + 1}]
           order by r.record_id desc limit ${MAX_COUNTED}) held) o
       join ${app.table} t on t.id = o.record_id
      where o.field_id = any($${at + 7}::uuid[])
        and t.deleted_at is null and (t.acl is null or t.acl && $3::uuid[])
      group by o.digest, o.kind, o.app_id, o.record_id`,
  )
  return tx.rows(
    SightingRow,
    `select digest, kind, app_id, day, count(*)::int as records, max(at) as last, bool_or(capped) as capped
       from (select *, case when at > $4::timestamptz - make_interval(days => $5)
               then greatest(0, floor(extract(epoch from $4::timestamptz - at) / 86400))::int end as day
               from (${parts.join(' union all ')}) found) dated
      group by digest, kind, app_id, day`,
    [
      tx.tenantId,
      [...new Set(asked.digests)],
      asked.principals,
      tx.now,
      asked.days,
      looks.map(({ app }) => app.id),
      ...looks.map((look) => look.fieldIds),
    ],
  )
}
