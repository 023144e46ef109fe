import { z } from 'zod'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'

/** Runs with the same outcomes. */
export const RunGroup = z.object({
  revision: z.number(),
  /** The packed run, as hexadecimal digits. */
  run: z.string(),
  count: z.number(),
  /** The newest records among them. */
  examples: z.array(z.object({ id: z.string(), trackingId: z.string() })),
})
export type RunGroup = z.infer<typeof RunGroup>

const CoverageRow = z.object({ app_revision: z.number(), groups: z.array(RunGroup).nullable() })

/** The runs of an app since an instant by their outcomes, over records that the reader may see. */
export async function coverageOf(
  tx: TenantTx,
  app: AppTable,
  { actor, since }: { actor: Actor; since: Date },
): Promise<{ revision: number | null; groups: RunGroup[] }> {
  const rows = await tx.rows(
    CoverageRow,
    `with taken as (
       select w.revision, w.run, count(*)::int as count,
              (array_agg(w.record_id order by w.at desc, w.record_id))[1:5] as ids
         from caseloom.workflow_run w
         join ${app.table} t on t.id = w.record_id and t.deleted_at is null
          and (t.acl is null or t.acl && $3::uuid[])
        where w.tenant_id = $1 and w.app_id = $2 and w.at >= $4
        group by w.revision, w.run)
     select s.revision as app_revision,
       (select jsonb_agg(jsonb_build_object('revision', g.revision, 'run', encode(g.run, 'hex'), 'count', g.count, 'examples',
          (select jsonb_agg(jsonb_build_object('id', t.id, 'trackingId', '${app.acronym}-' || t.seq))
             from ${app.table} t where t.id = any(g.ids)))) from taken g) as groups
       from ${app.stateTable} s where s.app = $2`,
    [tx.tenantId, app.id, actor.principals, since],
  )
  const row = rows[0]
  return { revision: row?.app_revision ?? null, groups: row?.groups ?? [] }
}
