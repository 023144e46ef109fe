import { z } from 'zod'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { textWords } from './search-text.rules.ts'
import { searchRow } from './search-row.ts'
import { bodiesOf } from './comment-bodies.read.ts'

/** The read class of a thread: its field's, or the one for everyone; null if the field no longer exists. */
function classOf(app: AppTable, fieldId: string | null): string | null {
  if (fieldId === null) return app.openClass
  for (const field of app.byKey.values()) if (field.definition.id === fieldId) return field.readClass
  return null
}

/** Adds the words of a new comment to those of its record. The caller holds the record's lock. */
export async function addWords(
  tx: TenantTx,
  app: AppTable,
  comment: { recordId: string; fieldId: string | null; body: string },
): Promise<void> {
  const name = classOf(app, comment.fieldId)
  const words = textWords([plainTextOf(comment.body)])
  if (name === null || words.length === 0) return
  await tx.query(
    `insert into ${app.searchTable} as s (app, record, read_class, tsv, said)
     values ($1, $2, $3, array_to_tsvector($4::text[]), array_to_tsvector($4::text[]))
     on conflict (record, read_class) do update
        set tsv = s.tsv || excluded.said, said = coalesce(s.said, '') || excluded.said`,
    [app.id, comment.recordId, name, words],
  )
}

/** Adds the words of the same new comment to many records. The caller holds their locks. */
export async function addWordsToAll(
  tx: TenantTx,
  app: AppTable,
  { recordIds, body }: { recordIds: readonly string[]; body: string },
): Promise<void> {
  const words = textWords([plainTextOf(body)])
  if (words.length === 0) return
  await tx.rows(
    z.object({}),
    `insert into ${app.searchTable} as s (app, record, read_class, tsv, said)
     select $1, r.id, $3, array_to_tsvector($4::text[]), array_to_tsvector($4::text[])
       from unnest($2::uuid[]) as r(id)
     on conflict (record, read_class) do update
        set tsv = s.tsv || excluded.said, said = coalesce(s.said, '') || excluded.said`,
    [app.id, recordIds, app.openClass, words],
  )
}

/** Rebuilds the words of a thread's read class after a comment lost some. The caller holds the record's lock. */
export async function rewriteWords(
  tx: TenantTx,
  app: AppTable,
  record: StoredRecord,
  fieldId: string | null,
): Promise<void> {
  const name = classOf(app, fieldId)
  if (name === null) return
  const said = (await saidWords(tx, app, [record.id])).get(`${record.id} ${name}`) ?? []
  await tx.query(
    `insert into ${app.searchTable} as s (app, record, read_class, tsv, said)
     values ($1, $2, $3, array_to_tsvector($4::text[]) || array_to_tsvector($5::text[]), array_to_tsvector($5::text[]))
     on conflict (record, read_class) do update set tsv = excluded.tsv, said = excluded.said`,
    [app.id, record.id, name, searchRow(app, record, name, true).words, said],
  )
}

/** Words of all comments of records but those of some fields, by record and read class with a space between. */
export async function saidWords(
  tx: TenantTx,
  app: AppTable,
  recordIds: readonly string[],
  notIn: ReadonlySet<string> = new Set(),
): Promise<Map<string, string[]>> {
  const texts = new Map<string, string[]>()
  const left = new Set(app.fields.flatMap(({ key, definition }) => (notIn.has(key) ? [definition.id] : [])))
  for (const { record_id, field_id, body } of await bodiesOf(tx, recordIds)) {
    if (field_id !== null && left.has(field_id)) continue
    const name = classOf(app, field_id)
    if (name === null) continue
    const key = `${record_id} ${name}`
    const before = texts.get(key)
    if (before === undefined) texts.set(key, [plainTextOf(body)])
    else before.push(plainTextOf(body))
  }
  return new Map([...texts].map(([key, all]) => [key, textWords(all)]))
}
