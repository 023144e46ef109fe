import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Touch } from '@caseloom/contract/records/touches'
import { z } from 'zod'
import { JsonColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'

const ValueRow = z.object({ value: JsonColumn, touches: z.unknown() })

const ResultRow = z.object({ result: JsonColumn })

const MAX_KEYS = 1_000

export async function readValue(
  tx: TenantTx,
  playbookId: string,
  key: string,
): Promise<z.infer<typeof ValueRow> | null> {
  const [row] = await tx.rows(
    ValueRow,
    'select value, touches from caseloom.playbook_state where tenant_id = $1 and playbook_id = $2 and key = $3',
    [tx.tenantId, playbookId, key],
    'automation-state-get',
  )
  return row ?? null
}

export async function hasKey(tx: TenantTx, playbookId: string, key: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from caseloom.playbook_state where tenant_id = $1 and playbook_id = $2 and key = $3',
    [tx.tenantId, playbookId, key],
  )
  return rows.length > 0
}

interface NewValue {
  playbookId: string
  key: string
  /** The value as JSON. */
  text: string
  /** What it may come from. */
  touches: readonly Touch[]
}

/** False when the playbook has as many keys as it may. The operation must have been looked up before: that locks. */
export async function setValue(tx: TenantTx, { playbookId, key, text, touches }: NewValue): Promise<boolean> {
  const rows = await tx.query(
    `insert into caseloom.playbook_state (tenant_id, playbook_id, key, value, updated_at, touches)
     select $1, $2, $3, $4::jsonb, $5, $6::jsonb
      where (select count(*) from caseloom.playbook_state where playbook_id = $2 and key <> $3) < ${MAX_KEYS}
     on conflict (playbook_id, key) do update 
       set value = excluded.value, updated_at = excluded.updated_at, touches = excluded.touches
     returning 1`,
    [tx.tenantId, playbookId, key, text, new Date(tx.now), JSON.stringify(touches)],
    'automation-state-set',
  )
  return rows.length > 0
}

export async function deleteValue(tx: TenantTx, playbookId: string, key: string): Promise<void> {
  await tx.query(
    'delete from caseloom.playbook_state where tenant_id = $1 and playbook_id = $2 and key = $3',
    [tx.tenantId, playbookId, key],
  )
}

/** What a step has done to the state before. Changes to the state of one playbook go one after the other. */
export async function knownOperation(
  tx: TenantTx,
  playbookId: string,
  key: string,
): Promise<z.infer<typeof ResultRow> | null> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 7266190))', [playbookId])
  const [row] = await tx.rows(
    ResultRow,
    'select result from caseloom.playbook_state_operation where tenant_id = $1 and key = $2',
    [tx.tenantId, key],
    'automation-state-operation',
  )
  return row ?? null
}

export async function keepOperation(
  tx: TenantTx,
  { runId, key, result }: { runId: string; key: string; result: JsonValue },
): Promise<void> {
  await tx.query(
    'insert into caseloom.playbook_state_operation (tenant_id, key, run_id, result) values ($1, $2, $3, $4::json)',
    [tx.tenantId, key, runId, JSON.stringify(result)],
    'automation-state-keep',
  )
}
