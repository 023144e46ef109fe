import type { TenantTx } from '../../../platform/database/types.ts'
import { arrayText } from '../model/bulk-columns.ts'
import { RecordRow, selectList, toRecord } from '../model/record-rows.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { isSearchable } from './search-text.rules.ts'
import { statementName } from '../model/statement-names.ts'
import { type SearchRow, WITH_SAID } from './search-row.ts'

/** Records with those values alone that have words; none of them changes until the transaction ends. */
export async function lockedRecords(
  tx: TenantTx,
  app: AppTable,
  ids: readonly string[],
): Promise<StoredRecord[]> {
  const wanted = new Set(app.fields.flatMap((field) => (isSearchable(field) ? [field.key] : [])))
  const rows = await tx.rows(
    RecordRow,
    `select ${selectList(app, wanted)} from ${app.table} t where t.id = any($1::uuid[]) and t.deleted_at is null
      order by t.id for share`,
    [ids],
    statementName(app, 'n'),
  )
  return rows.map((row) => toRecord(app, row))
}

/** Writes words of records that have none yet but of their comments. Words have no spaces and no breaks inside. */
export async function writePendingIndex(
  tx: TenantTx,
  app: AppTable,
  rows: readonly SearchRow[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into ${app.searchTable} as s (app, record, read_class, tsv)
     select $1::uuid, unnest($2::uuid[]), unnest($3::text[]),
            array_to_tsvector(string_to_array(string_to_table($4::text, E'\\n'), ' '))
     on conflict (record, read_class) do update set ${WITH_SAID}`,
    [
      app.id,
      arrayText(rows.map((row) => row.record)),
      arrayText(rows.map((row) => row.readClass)),
      rows.map((row) => row.words.join(' ')).join('\n'),
    ],
    statementName(app, 'm'),
  )
}
