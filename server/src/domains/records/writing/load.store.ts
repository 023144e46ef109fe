import { z } from 'zod'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantTx } from '../../../platform/database/types.ts'
import { foundRow, selectList, toRecord } from '../model/record-rows.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { statementName } from '../model/statement-names.ts'

const FieldRow = z.object({ field: z.string() })

/** What a batch of commands reads before it decides. */
export interface Wanted {
  ids: readonly string[]
  /** Unique values by field key. */
  unique: ReadonlyMap<string, readonly JsonValue[]>
  operations: readonly string[]
  /** Under which names merged records are looked for; their survivors are loaded. */
  names?: readonly string[]
}

/** A former ID of a merged record, and its survivor. */
export const Alias = z.object({
  name: z.string(),
  survivor: z.string(),
})
export type Alias = z.infer<typeof Alias>

/** A playbook's operation that was done before. */
export const DoneOperation = z.object({
  key: z.string(),
  app_id: z.string(),
  record_id: z.string(),
  version: z.number(),
  outcome: z.enum(['created', 'updated', 'unchanged', 'folded']),
})
export type DoneOperation = z.infer<typeof DoneOperation>

/** Every row has the same operations and aliases: those of the first are parsed. */
const LoadedRow = foundRow(
  z.object({ app_revision: z.number(), operations: z.unknown(), aliases: z.unknown() }),
)

export interface Loaded {
  /** Revision of the app by the database; null when there is no such app. */
  revision: number | null
  records: StoredRecord[]
  operations: DoneOperation[]
  aliases: Alias[]
}

/** Finds and locks every record that the commands name by id or by a unique value, in one statement. */
export async function loadForWrite(tx: TenantTx, app: AppTable, wanted: Wanted): Promise<Loaded> {
  const rows = await tx.rows(
    LoadedRow,
    loadText(app),
    [
      app.id,
      app.tenantId,
      wanted.operations,
      wanted.ids,
      wanted.names ?? [],
      ...app.fields
        .filter((field) => field.unique)
        .map((field) => (wanted.unique.get(field.key) ?? []).map((value) => String(value))),
    ],
    statementName(app, 'l'),
  )
  const first = rows[0]
  return {
    revision: first?.app_revision ?? null,
    operations: z.array(DoneOperation).parse(first?.operations ?? []),
    aliases: z.array(Alias).parse(first?.aliases ?? []),
    records: rows.flatMap((row) => (row.id === null ? [] : [toRecord(app, row)])),
  }
}

const texts = new WeakMap<AppTable, string>()

function loadText(app: AppTable): string {
  const known = texts.get(app)
  if (known !== undefined) return known
  const uniques = app.fields
    .filter((field) => field.unique)
    .map((field, at) =>
      kindTraits(field.kind).decimal
        ? `t.${field.column} = any($${at + 6}::numeric[])`
        : `caseloom.text_digest(t.${field.column}) = any(array(select caseloom.text_digest(v) from unnest($${at + 6}::text[]) v))`,
    )
  const text = `with led as (
      select a.name, m.into_id as survivor from caseloom.record_alias a
        join caseloom.record_merge m on m.tenant_id = a.tenant_id and m.record_id = a.record_id
       where a.tenant_id = $2 and a.app_id = $1 and a.name = any($5::text[])),
    found as (
      select ${selectList(app)} from ${app.table} t
       where t.deleted_at is null and (${['t.id = any($4::uuid[] || array(select survivor from led))', ...uniques].join(' or ')})
       order by t.id for update)
    select s.revision as app_revision, f.*,
      (select jsonb_agg(o) from (select key, app_id, record_id, version, outcome from caseloom.record_operation
        where tenant_id = $2 and key = any($3::text[])) o) as operations,
      (select jsonb_agg(led) from led) as aliases
    from ${app.stateTable} s left join found f on true where s.app = $1`
  texts.set(app, text)
  return text
}

/** Fields that changed after a version, by the history. */
export async function changedSince(
  tx: TenantTx,
  recordId: string,
  version: number,
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows(
    FieldRow,
    `select distinct c->>'field' as field from caseloom.record_history h, jsonb_array_elements(caseloom.history_changes(h.changes)) c
      where h.tenant_id = $1 and h.record_id = $2 and h.version > $3`,
    [tx.tenantId, recordId, version],
  )
  return new Set(rows.map((row) => row.field))
}
