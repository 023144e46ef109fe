import { WORKFLOW_RUN_DAYS } from '@caseloom/contract/apps/workflow-runs'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { Actors } from '../model/bulk-columns.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { foundRow, selectList, toRecord } from '../model/record-rows.ts'
import { addToCoverage } from '../workflow/coverage.store.ts'
import type { SearchRow } from '../indexing/search-row.ts'

const DeletedRow = foundRow(z.object({ app_revision: z.number() }))

/** Marks locked records deleted as they are given, with history; takes them out of the search and of what coverage counts. */
export async function markDeleted(
  tx: TenantTx,
  app: AppTable,
  records: readonly StoredRecord[],
): Promise<void> {
  if (records.length === 0) return
  await tx.query(
    `with given as (select unnest($1::uuid[]) as id, unnest($2::int[]) as version, unnest($3::int[]) as by),
      upd as (update ${app.table} t set deleted_at = $4, updated_at = $4, updated_by = ($5::jsonb[])[g.by],
          version = g.version from given g where t.id = g.id),
      sea as (delete from ${app.searchTable} where record = any($1::uuid[])),
      cov as (delete from caseloom.workflow_coverage where record_id = any($1::uuid[]))
     insert into caseloom.record_history (tenant_id, app_id, record_id, version, at, actor, action, changes)
     select $6, $7, g.id, g.version, $4, ($5::jsonb[])[g.by], 'deleted', '[]' from given g`,
    stamped(tx, app, records),
  )
}

/** Brings deleted records and their coverage back as they are given, with history; their words are written by the caller. */
export async function markRestored(
  tx: TenantTx,
  app: AppTable,
  records: readonly StoredRecord[],
): Promise<void> {
  if (records.length === 0) return
  await tx.query(
    `with given as (select unnest($1::uuid[]) as id, unnest($2::int[]) as version, unnest($3::int[]) as by),
      upd as (update ${app.table} t set deleted_at = null, updated_at = $4, updated_by = ($5::jsonb[])[g.by],
          version = g.version from given g where t.id = g.id),
      runs as (select * from caseloom.workflow_run where record_id = any($1::uuid[])
          and at >= $4::timestamptz - make_interval(days => ${WORKFLOW_RUN_DAYS})),
      cov as (${addToCoverage('runs')})
     insert into caseloom.record_history (tenant_id, app_id, record_id, version, at, actor, action, changes)
     select $6, $7, g.id, g.version, $4, ($5::jsonb[])[g.by], 'restored', '[]' from given g`,
    stamped(tx, app, records),
  )
}

function stamped(tx: TenantTx, app: AppTable, records: readonly StoredRecord[]): unknown[] {
  const actors = new Actors()
  const by = records.map((record) => actors.place(record.updatedBy))
  const ids = records.map((record) => record.id)
  const versions = records.map((record) => record.version)
  return [ids, versions, by, tx.now, actors.all(), tx.tenantId, app.id]
}

/** Deleted records by id, locked. */
export async function loadDeleted(
  tx: TenantTx,
  app: AppTable,
  ids: readonly string[],
): Promise<{ revision: number | null; records: StoredRecord[] }> {
  const rows = await tx.rows(
    DeletedRow,
    `with found as (select ${selectList(app)} from ${app.table} t
        where t.id = any($2::uuid[]) and t.deleted_at is not null order by t.id for update)
     select s.revision as app_revision, f.* from ${app.stateTable} s left join found f on true where s.app = $1`,
    [app.id, ids],
  )
  return {
    revision: rows[0]?.app_revision ?? null,
    records: rows.flatMap((row) => (row.id === null ? [] : [toRecord(app, row)])),
  }
}

/** Writes the words of records that had none. */
export async function writeWords(tx: TenantTx, app: AppTable, rows: readonly SearchRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into ${app.searchTable} (app, record, read_class, tsv)
     select $1::uuid, w.r, w.c, array_to_tsvector(w.w)
       from jsonb_to_recordset($2::jsonb) as w(r uuid, c text, w text[])
     on conflict (record, read_class) do update set tsv = excluded.tsv`,
    [app.id, JSON.stringify(rows.map((row) => ({ r: row.record, c: row.readClass, w: row.words })))],
  )
}
