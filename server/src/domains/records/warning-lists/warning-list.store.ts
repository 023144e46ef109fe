import { WarningListType } from '@caseloom/contract/records/warning-lists'
import { ObservableKind } from '@caseloom/contract/values/case-fields'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

const SummaryRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: WarningListType,
  kinds: z.array(ObservableKind),
  enabled: z.boolean(),
  version: z.number(),
  updated_at: z.date(),
  entry_count: z.number(),
})
export type SummaryRow = z.infer<typeof SummaryRow>

const ListRow = SummaryRow.extend({ entries: z.array(z.string()) })
export type ListRow = z.infer<typeof ListRow>

const COLUMNS =
  'id, name, description, type, kinds, enabled, version, updated_at, cardinality(entries) as entry_count'

/** The stored lists without their entries. */
export function listSummaries(tx: TenantTx): Promise<SummaryRow[]> {
  return tx.rows(
    SummaryRow,
    `select ${COLUMNS} from caseloom.warning_list where tenant_id = $1 order by lower(name), id`,
    [tx.tenantId],
    'records-warning-lists',
  )
}

/** The stored lists with their entries, to be matched. */
export function wholeLists(tx: TenantTx): Promise<ListRow[]> {
  return tx.rows(
    ListRow,
    `select ${COLUMNS}, entries from caseloom.warning_list where tenant_id = $1 order by lower(name), id`,
    [tx.tenantId],
    'records-warning-lists-whole',
  )
}

export async function storedList(tx: TenantTx, id: string): Promise<ListRow | null> {
  const rows = await tx.rows(
    ListRow,
    `select ${COLUMNS}, entries from caseloom.warning_list where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
    'records-warning-list',
  )
  return rows[0] ?? null
}

/** Differs whenever any list of the tenant does. */
export async function warningListsStamp(tx: TenantTx): Promise<string> {
  const rows = await tx.rows(
    z.object({ stamp: z.string() }),
    `select coalesce(string_agg(id::text || ' ' || version, ' ' order by id), '') as stamp
       from caseloom.warning_list where tenant_id = $1`,
    [tx.tenantId],
    'records-warning-lists-stamp',
  )
  return rows[0]?.stamp ?? ''
}

/** Changes of the lists of a tenant go one after the other until the transaction ends: limits count all of them. */
export async function lockWarningLists(tx: TenantTx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 4410871))', [tx.tenantId])
}

export async function putList(tx: TenantTx, row: Omit<ListRow, 'entry_count'>): Promise<void> {
  await tx.query(
    `insert into caseloom.warning_list
       (tenant_id, id, name, description, type, kinds, entries, enabled, version, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (tenant_id, id) do update set name = excluded.name, description = excluded.description,
       type = excluded.type, kinds = excluded.kinds, entries = excluded.entries, enabled = excluded.enabled,
       version = excluded.version, updated_at = excluded.updated_at`,
    [
      tx.tenantId,
      row.id,
      row.name,
      row.description,
      row.type,
      row.kinds,
      row.entries,
      row.enabled,
      row.version,
      row.updated_at,
    ],
  )
}

export async function deleteList(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.warning_list where tenant_id = $1 and id = $2', [tx.tenantId, id])
}
