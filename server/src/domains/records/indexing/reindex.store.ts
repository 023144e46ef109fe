import { z } from 'zod'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { TenantTx } from '../../../platform/database/types.ts'
import { RecordRow, selectList, toRecord } from '../model/record-rows.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import type { SearchRow } from './search-row.ts'

const RefillRow = z.object({ refill: z.string() })

/** Claims the app's refill for this transaction; null when there is nothing to do or another process is at it. */
export async function claimReindex(tx: TenantTx, app: AppTable): Promise<string | null> {
  const rows = await tx.rows(
    RefillRow,
    `select refill from ${app.stateTable} where app = $1 and revision = $2 and refill is not null
        and pg_try_advisory_xact_lock(hashtextextended('refill ' || $1::text, 0))`,
    [app.id, app.revision],
  )
  return rows[0]?.refill ?? null
}

/** The next records by id, locked so that none changes between reading and writing its words. */
export async function nextRecords(
  tx: TenantTx,
  app: AppTable,
  after: string,
  limit: number,
): Promise<StoredRecord[]> {
  const rows = await tx.rows(
    RecordRow,
    `select ${selectList(app)} from ${app.table} t where t.id > $1 and t.deleted_at is null
      order by t.id limit $2 for share`,
    [after, limit],
  )
  return rows.map((row) => toRecord(app, row))
}

/** Makes the next text search reindex all records. */
export async function requestReindex(tx: TenantTx, app: AppTable): Promise<void> {
  await tx.query(
    `update ${app.stateTable} set refill = '00000000-0000-0000-0000-000000000000' where app = $1`,
    [app.id],
  )
}

export interface ReindexStep {
  rows: readonly SearchRow[]
  records: readonly StoredRecord[]
  /** Words of comments, by record and read class with a space between. */
  said: ReadonlyMap<string, readonly string[]>
  after: string
  /** Where the next batch starts; null at the end. */
  next: string | null
}

function rowJson({ record, readClass, words }: SearchRow, said: ReindexStep['said']): JsonObject {
  return { r: record, c: readClass, w: [...words], s: [...(said.get(`${record} ${readClass}`) ?? [])] }
}

/** Writes the words of a batch, removes those of former classes, and notes how far it got. */
export async function writeReindex(tx: TenantTx, app: AppTable, step: ReindexStep): Promise<void> {
  await tx.query(
    `insert into ${app.searchTable} (app, record, read_class, tsv, said)
     select $1::uuid, w.r, w.c, array_to_tsvector(w.w || w.s), array_to_tsvector(w.s)
       from jsonb_to_recordset($2::jsonb) as w(r uuid, c text, w text[], s text[])
     on conflict (record, read_class) do update set tsv = excluded.tsv, said = excluded.said`,
    [app.id, JSON.stringify(step.rows.map((row) => rowJson(row, step.said)))],
  )
  await tx.query(
    `delete from ${app.searchTable} where record = any($1::uuid[]) and read_class <> all($2::text[])`,
    [step.records.map((record) => record.id), [...app.readClasses.keys()]],
  )
  // A newer revision has asked for a start from the beginning: that stays.
  await tx.query(
    `update ${app.stateTable} set refill = $4 where app = $1 and revision = $2 and refill = $3`,
    [app.id, app.revision, step.after, step.next],
  )
}
