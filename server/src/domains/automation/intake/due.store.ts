import { z } from 'zod'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { dueRows } from '../../../platform/scheduling/due-queue.ts'

const HashRow = z.object({ hash: z.string() })

export const DueTrigger = z.object({ id: z.string(), tenant_id: z.string(), kind: z.string() })
export type DueTrigger = z.infer<typeof DueTrigger>

const TRIGGERS_DUE = dueRows({
  table: 'trigger',
  columns: 'q.id, q.tenant_id, q.kind',
  where: 'q.enabled and q.due_at <= $1',
  order: 'due_at',
})

/** Triggers whose time has come, fairly between tenants, each tenant's longest waiting first. */
export function dueTriggers(tx: Tx, now: Date, limit: number): Promise<DueTrigger[]> {
  return tx.rows(DueTrigger, TRIGGERS_DUE, [now, limit], 'automation-due-triggers')
}

/** Takes a trigger for this transaction; false when another process has it or has moved it on. */
export async function takeDue(
  tx: TenantTx,
  row: { id: string; stamp: number; due_at: Date | null },
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from caseloom.trigger
      where tenant_id = $1 and id = $2 and stamp = $3 and due_at = $4 and enabled for update skip locked`,
    [tx.tenantId, row.id, row.stamp, row.due_at],
    'automation-take-due',
  )
  return rows.length > 0
}

/** Lets a trigger rest until then; what it knows stays. */
export async function restUntil(
  tx: TenantTx,
  row: { id: string; due_at: Date | null },
  until: Date,
): Promise<void> {
  await tx.query('update caseloom.trigger set due_at = $4 where tenant_id = $1 and id = $2 and due_at = $3', [
    tx.tenantId,
    row.id,
    row.due_at,
    until,
  ])
}

/** Whether a run of this trigger is not over yet. */
export async function hasOpenRun(tx: TenantTx, row: { playbook_id: string; key: string }): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from caseloom.run
      where tenant_id = $1 and state in ('queued', 'running', 'waiting') and playbook_id = $2 and trigger_key = $3
        and not test limit 1`,
    [tx.tenantId, row.playbook_id, row.key],
    'automation-has-open-run',
  )
  return rows.length > 0
}

/** Those of the keys that were met before, as hex. */
export async function knownKeys(
  tx: TenantTx,
  triggerId: string,
  hashes: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await tx.rows(
    HashRow,
    `select encode(key_hash, 'hex') as hash from caseloom.trigger_dedup
      where tenant_id = $1 and trigger_id = $2 and key_hash = any($3::bytea[])`,
    [tx.tenantId, triggerId, hashes],
    'automation-known-keys',
  )
  return new Set(rows.map((row) => row.hash))
}

const NO_RUN = '00000000-0000-0000-0000-000000000000'

/** Remembers keys that became no run. */
export async function rememberKeys(
  tx: TenantTx,
  triggerId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  if (hashes.length === 0) return
  await tx.query(
    `insert into caseloom.trigger_dedup (tenant_id, trigger_id, key_hash, run_id, at)
     select distinct on (h) $1::uuid, $2::uuid, h, $4::uuid, $5::timestamptz from unnest($3::bytea[]) as k(h)
     on conflict do nothing`,
    [tx.tenantId, triggerId, hashes, NO_RUN, tx.now],
    'automation-remember-keys',
  )
}

/** Extends the retention of keys that occurred again: what a source still offers must not be forgotten as old. */
export async function keepKeys(tx: TenantTx, triggerId: string, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return
  await tx.query(
    `update caseloom.trigger_dedup set at = $4
      where tenant_id = $1 and trigger_id = $2 and key_hash = any($3::bytea[])
        and at < $4::timestamptz - interval '1 day'`,
    [tx.tenantId, triggerId, hashes, tx.now],
    'automation-keep-keys',
  )
}
