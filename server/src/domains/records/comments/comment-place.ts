import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInApp, mayInApp, mayReadField } from '../model/app-permissions.rules.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { mayPass } from '@caseloom/contract/kernel/permissions'
import type { AppTable, FieldShape, RecordPlace, StoredRecord } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** A thread of a record: its own, or that of a comments field. */
export interface Thread {
  app: AppTable
  record: StoredRecord
  field: FieldShape | null
}

/**
 * The thread that an actor may read.
 * @throws resource.not_found for the record, field.unknown for a field that is missing, unreadable or of another type
 */
export async function visibleThread(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  { field: key, ...place }: RecordPlace & { field?: string | undefined },
): Promise<Thread> {
  const { app, record } = await visibleRecord(deps, tx, actor, place)
  if (key === undefined) return { app, record, field: null }
  const field = app.byKey.get(key)
  if (field === undefined || !kindTraits(field.kind).thread || !mayReadField(actor, field)) {
    const issue = { path: ['query', 'field'], code: 'unknown_field', message: 'No such comments field' }
    throw fail('field.unknown', { issues: [issue] })
  }
  return { app, record, field }
}

/** Commenting needs the right to change records of the app and, in a field, to write it; a lock forbids nothing here. */
export function mayComment(actor: Actor, { app, field }: Pick<Thread, 'app' | 'field'>): boolean {
  return mayInApp(actor, 'record:update', app) && (field === null || mayPass(actor, field.definition.writers))
}

/** The same as a demand; throws right.missing. */
export function allowComment(actor: Actor, thread: Thread): void {
  allowInApp(actor, 'record:update', thread.app)
  if (!mayComment(actor, thread))
    throw fail('right.missing', { detail: 'You don’t have permission to comment here' })
}

/** The thread of a comment by the field's id; null for one that the actor may not read. */
export function threadField(app: AppTable, actor: Actor, fieldId: string): FieldShape | null {
  for (const field of app.byKey.values())
    if (field.definition.id === fieldId) return mayReadField(actor, field) ? field : null
  return null
}
