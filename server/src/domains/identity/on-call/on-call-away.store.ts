import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

const AwayRow = z.object({
  id: z.string(),
  user_id: z.string(),
  from_at: z.date(),
  to_at: z.date(),
  reason: z.string().nullable(),
})
export type AwayRow = z.infer<typeof AwayRow>

const COLUMNS = 'id, user_id, from_at, to_at, reason'

/** When these people are away within a span. */
export function awayWithin(
  tx: TenantTx,
  userIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<AwayRow[]> {
  return tx.rows(
    AwayRow,
    `select ${COLUMNS} from caseloom.on_call_away
      where tenant_id = $1 and user_id = any($2::uuid[]) and to_at > $3 and from_at < $4 order by from_at, id`,
    [tx.tenantId, userIds, from, to],
    'identity-on-call-away',
  )
}

export async function awayById(tx: TenantTx, id: string): Promise<AwayRow | null> {
  const rows = await tx.rows(
    AwayRow,
    `select ${COLUMNS} from caseloom.on_call_away where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
    'identity-on-call-away-by-id',
  )
  return rows[0] ?? null
}

const CountRow = z.object({ open: z.string() })

/** How many times away of a person have not ended. */
export async function openAway(tx: TenantTx, userId: string): Promise<number> {
  const [row] = await tx.rows(
    CountRow,
    'select count(*) as open from caseloom.on_call_away where tenant_id = $1 and user_id = $2 and to_at > $3',
    [tx.tenantId, userId, tx.now],
    'identity-on-call-away-open',
  )
  return Number(row?.open ?? 0)
}

export async function insertAway(tx: TenantTx, row: AwayRow): Promise<void> {
  await tx.query(
    `insert into caseloom.on_call_away (tenant_id, ${COLUMNS}, made_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.tenantId, row.id, row.user_id, row.from_at, row.to_at, row.reason, tx.now],
  )
}

export async function deleteAway(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.on_call_away where tenant_id = $1 and id = $2', [tx.tenantId, id])
}
