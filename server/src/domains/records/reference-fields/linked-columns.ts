import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { RecordRow, selectList, toRecord } from '../model/record-rows.ts'
import type { AppTable, FieldColumn } from '../model/record-shape.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'
import type { FoundLinks } from './links.read.ts'
import type { ReferenceField } from './reference-fields.rules.ts'

type Columns = Record<string, JsonValue>
/** Columns by record id. */
export type Shown = ReadonlyMap<string, Columns>

const MAX_SHOWN = 3

/** What is shown of records of an app where nothing says it: states and people out of the first columns of its list. */
export function usualColumns(other: AppTable): string[] {
  return other.listColumns.filter((key) => isShort(other.byKey.get(key))).slice(0, MAX_SHOWN)
}

function isShort(field: FieldColumn | undefined): boolean {
  if (field === undefined) return false
  const { clock, groups, options, several, users } = kindTraits(field.kind)
  return clock || ((options || users || groups) && !several)
}

/** The columns that references show of linked records, by record id; those that the actor may not read are left out. */
export async function linkedColumns(
  tx: TenantTx,
  actor: Actor,
  { other, keys, ids }: { other: AppTable; keys: readonly string[]; ids: readonly string[] },
): Promise<Shown> {
  const shown = keys.filter((key) => {
    const field = other.byKey.get(key)
    return field !== undefined && mayReadField(actor, field)
  })
  if (shown.length === 0 || ids.length === 0) return new Map()
  // The IDs were just found with the actor's permissions.
  const rows = await tx.rows(
    RecordRow,
    `select ${selectList(other, new Set(shown))} from ${other.table} t where t.id = any($1::uuid[])`,
    [ids],
  )
  return new Map(
    rows.map((row) => {
      const { id, values } = toRecord(other, row)
      return [id, Object.fromEntries(shown.map((key) => [key, values[key] ?? null]))]
    }),
  )
}

/** The same of all fields that show columns, by the field's key. */
export async function columnsOf(
  tx: TenantTx,
  { actor, others, found }: { actor: Actor; others: ReadonlyMap<string, AppTable>; found: FoundLinks[] },
  fields: readonly ReferenceField[],
): Promise<Map<string, Shown>> {
  const shown = new Map<string, Shown>()
  for (const { key, definition } of fields) {
    const other = others.get(definition.app)
    const ids = found.flatMap((links) =>
      links.fieldId === definition.id ? links.items.map((item) => item.id) : [],
    )
    if (other === undefined || definition.columns.length === 0) continue
    shown.set(key, await linkedColumns(tx, actor, { other, keys: definition.columns, ids }))
  }
  return shown
}
