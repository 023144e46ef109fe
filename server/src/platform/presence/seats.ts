import type { Actor } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantTx } from '../database/types.ts'

/** A table of windows that have something open: `tenant_id`, the named column, `seat`, `actor_id`, `name`, `since`, `at`. */
export interface SeatTable {
  table: string
  /** Names what is open. */
  column: string
}

/** One window that has something open. */
export interface Seat {
  /** What is open. */
  id: string
  /** Names the window. */
  seat: string
}

const FreshRow = z.object({ fresh: z.boolean() })
const SeatRow = z.object({ seat: z.string() })

/** A window that didn't report for so long is closed. */
const TAKEN_S = 60

/**
 * Takes, renews, or gives up the seat of a window, and removes those that stopped reporting. True when the people who have
 * it open changed: announce it.
 */
export async function moveSeat(
  tx: TenantTx,
  { table, column }: SeatTable,
  actor: Actor,
  { id, seat, leaving }: Seat & { leaving: boolean },
): Promise<boolean> {
  const gone = await tx.rows(
    SeatRow,
    `delete from ${table} where tenant_id = $1 and ${column} = $2 and (seat = $3 or at < $4) returning seat`,
    [tx.tenantId, id, leaving ? seat : null, new Date(tx.now.getTime() - TAKEN_S * 1_000)],
  )
  // Only people of the tenant have windows; tokens and system jobs leave no seat behind.
  if (leaving || actor.id === null) return gone.length > 0
  const rows = await tx.rows(
    FreshRow,
    `insert into ${table} (tenant_id, ${column}, seat, actor_id, name, since, at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (${column}, seat) do update set at = excluded.at
       where ${table}.tenant_id = $1 and ${table}.actor_id = $4
     returning since = at as fresh`,
    [tx.tenantId, id, seat, actor.id, actor.name, tx.now],
  )
  return gone.length > 0 || rows[0]?.fresh === true
}
