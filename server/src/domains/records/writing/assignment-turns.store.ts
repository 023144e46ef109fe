import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import { endsWork } from '@caseloom/contract/records/closing'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable, FieldColumn } from '../model/record-shape.ts'

const TurnRow = z.object({ field: z.string(), last_user: z.string().nullable() })

/**
 * Whose turn was last, by the field's key. The turns stay locked until the transaction ends, so that records made at
 * the same time go to different people.
 */
export async function lockTurns(
  tx: TenantTx,
  app: AppTable,
  fields: readonly FieldColumn[],
): Promise<Map<string, string | null>> {
  const keys = fields.map(({ key }) => key).sort()
  const rows = await tx.rows(
    TurnRow,
    `insert into caseloom.assignment_turn as t (tenant_id, app_id, field, last_user)
     select $1, $2, key, null from unnest($3::text[]) key order by key
     on conflict (tenant_id, app_id, field) do update set last_user = t.last_user
     returning field, last_user`,
    [tx.tenantId, app.id, keys],
    'record-assignment-turns',
  )
  return new Map(rows.map((row) => [row.field, row.last_user]))
}

export async function saveTurn(
  tx: TenantTx,
  app: AppTable,
  { field, userId }: { field: string; userId: string },
): Promise<void> {
  await tx.query(
    'update caseloom.assignment_turn set last_user = $4 where tenant_id = $1 and app_id = $2 and field = $3',
    [tx.tenantId, app.id, field, userId],
    'record-assignment-turn-save',
  )
}

const LoadRow = z.object({ user_id: z.string(), records: z.number() })

/** How many records of the app that aren't closed each of these users has in the field. */
export async function openRecordsOf(
  tx: TenantTx,
  app: AppTable,
  { field, userIds }: { field: FieldColumn; userIds: readonly string[] },
): Promise<Map<string, number>> {
  const several = kindTraits(field.kind).several
  const user = several ? 'u.id' : `t.${field.column}`
  const from = several ? `${app.table} t, unnest(t.${field.column}) u(id)` : `${app.table} t`
  const states = closedStates(app)
  const open = states.map(({ column }, at) => `and (t.${column} is null or t.${column} <> all($${at + 2}))`)
  const rows = await tx.rows(
    LoadRow,
    `select ${user} as user_id, count(*)::int as records from ${from}
      where t.deleted_at is null and ${user} = any($1::uuid[]) ${open.join(' ')} group by 1`,
    [userIds, ...states.map(({ values }) => values)],
  )
  return new Map(rows.map((row) => [row.user_id, row.records]))
}

function closedStates(app: AppTable): { column: string; values: string[] }[] {
  return app.fields.flatMap(({ column, definition, kind }) => {
    if (!('options' in definition) || kindTraits(kind).several) return []
    const values = definition.options.map(({ key }) => key).filter((key) => endsWork(definition, key))
    return values.length === 0 ? [] : [{ column, values }]
  })
}
