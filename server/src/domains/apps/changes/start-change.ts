import type { AppUpdate } from '@caseloom/contract/apps/apps'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { actorRef } from '@caseloom/contract/records/records'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { AppDefinition, StoredField } from '../definition/app-definition.ts'
import { liveFields } from '../definition/app-definition.ts'
import { recordsTable } from '../tables/app-table.store.ts'
import { converterOf } from '../definition/convert-value.rules.ts'
import { requestBackfill, endBackfill, findBackfill, type OnFault } from '../tables/backfill.store.ts'

/** What an edit asks for: the fields to publish now, and those that take their place when all values are ready. */
export interface Split {
  now: FieldInput[]
  later: StoredField[]
  convert: Readonly<Record<string, OnFault>> | null
}

/**
 * Takes the fields that change their type out of an edit: they stay as they are until the values are ready.
 * @throws app.change_refused with the place when a type cannot become the other
 */
export function splitChange(before: AppDefinition, command: Pick<AppUpdate, 'fields' | 'convert'>): Split {
  const { fields, convert: asked = [] } = command
  if (asked.length === 0) return { now: fields, later: [], convert: null }
  const issues: Issue[] = []
  const later: StoredField[] = []
  const refuse = (path: (string | number)[], code: string, message: string) =>
    issues.push({ path: ['body', ...path], code, message })
  for (const [place, { field: key }] of asked.entries()) {
    const at = fields.findIndex((field) => field.key === key)
    const next = fields[at]
    const old = liveFields(before).find((field) => field.key === key)
    if (next === undefined || old === undefined || (next.id !== undefined && next.id !== old.id))
      refuse(['convert', place, 'field'], 'unknown_field', `Unknown field "${key}" to change`)
    else if (converterOf(old, next) === null)
      refuse(
        ['fields', at, 'type'],
        'no_conversion',
        `"${key}" holds ${old.type}, which can’t be converted to ${next.type}`,
      )
    // The id and the column are the stored field's, so this is a stored field again.
    else later.push({ ...next, id: old.id, generation: (old.generation ?? 0) + 1 } as StoredField)
  }
  if (issues.length > 0) throw fail('app.change_refused', { issues })
  const stay = new Map(
    later.map((field) => [field.key, liveFields(before).find(({ id }) => id === field.id)]),
  )
  const now = fields.map((field) => inputOf(stay.get(field.key)) ?? field)
  return { now, later, convert: Object.fromEntries(asked.map(({ field, onFault }) => [field, onFault])) }
}

function inputOf(field: StoredField | undefined): FieldInput | undefined {
  if (field === undefined) return undefined
  const { hidden: _hidden, generation: _generation, ...input } = field
  return input
}

/** @throws app.change_refused while fields of the app are being changed */
export async function refuseWhileChanging(tx: TenantTx, appId: string): Promise<void> {
  const rework = await findBackfill(tx, appId)
  if (rework === null || rework.convert === null || rework.refused !== null) return
  const message =
    'Field types of this app are being converted. Publish again when the conversion has finished.'
  throw fail('app.change_refused', { issues: [{ path: ['body'], code: 'changing', message }] })
}

/** Asks for what the new definition makes necessary; true when there is work to do. */
export async function startRework(
  tx: TenantTx,
  actor: Actor,
  {
    appId,
    before,
    after,
    convert,
  }: { appId: string; before: AppDefinition; after: AppDefinition; convert: Split['convert'] },
): Promise<boolean> {
  const earlier = await findBackfill(tx, appId)
  if (convert === null && !hasNewFormulas(before, after)) {
    if (earlier !== null && earlier.refused !== null) await endBackfill(tx, appId, null)
    return earlier !== null && earlier.refused === null
  }
  // Anyone who writes by the old definition is done before the first record is worked out by the new one.
  await tx.query(`lock table ${recordsTable(tx, appId)} in exclusive mode`)
  await requestBackfill(tx, appId, { convert, actor: actorRef(actor) })
  return true
}

/** True when a formula is new, says something else, or reads a field of another type. */
export function hasNewFormulas(before: AppDefinition, after: AppDefinition): boolean {
  const old = new Set(formulasOf(before))
  return formulasOf(after).some((formula) => !old.has(formula))
}

function formulasOf(definition: AppDefinition): string[] {
  return liveFields(definition).flatMap((field) =>
    'expression' in field
      ? [JSON.stringify([field.id, field.expression, field.result, field.generation ?? 0])]
      : [],
  )
}
