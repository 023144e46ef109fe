import { IdRow } from '../../platform/database/rows.ts'
import { FavoriteKind } from '@caseloom/contract/workspaces/home'
import { z } from 'zod'
import type { TenantTx } from '../../platform/database/types.ts'

export const StoredFavorite = z.object({ kind: FavoriteKind, id: z.string() })
export type StoredFavorite = z.infer<typeof StoredFavorite>

/** A user's favorites, oldest first. */
export function favoritesOf(tx: TenantTx, userId: string): Promise<StoredFavorite[]> {
  return tx.rows(
    StoredFavorite,
    `select kind, object_id as id from caseloom.favourite
      where tenant_id = $1 and user_id = $2 order by at, object_id`,
    [tx.tenantId, userId],
  )
}

/** Keeps a favorite; a list has an end, so the oldest of very many goes. */
export async function putFavorite(tx: TenantTx, userId: string, { kind, id }: StoredFavorite): Promise<void> {
  await tx.query(
    `insert into caseloom.favourite (tenant_id, user_id, kind, object_id, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [tx.tenantId, userId, kind, id, tx.now],
  )
}

/** Answers whether it was one. */
export async function dropFavorite(
  tx: TenantTx,
  userId: string,
  { kind, id }: StoredFavorite,
): Promise<boolean> {
  const rows = await tx.query(
    `delete from caseloom.favourite where tenant_id = $1 and user_id = $2 and kind = $3 and object_id = $4 returning 1`,
    [tx.tenantId, userId, kind, id],
  )
  return rows.length > 0
}

export async function homeDashboard(tx: TenantTx, userId: string): Promise<string | null> {
  const rows = await tx.rows(
    IdRow,
    'select dashboard_id as id from caseloom.home where tenant_id = $1 and user_id = $2',
    [tx.tenantId, userId],
  )
  return rows[0]?.id ?? null
}

export async function putHomeDashboard(
  tx: TenantTx,
  userId: string,
  dashboardId: string | null,
): Promise<void> {
  if (dashboardId === null) {
    await tx.query('delete from caseloom.home where tenant_id = $1 and user_id = $2', [tx.tenantId, userId])
    return
  }
  await tx.query(
    `insert into caseloom.home (tenant_id, user_id, dashboard_id) values ($1, $2, $3)
     on conflict (tenant_id, user_id) do update set dashboard_id = excluded.dashboard_id`,
    [tx.tenantId, userId, dashboardId],
  )
}
