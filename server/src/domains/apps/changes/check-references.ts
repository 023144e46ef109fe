import type { Issue } from '@caseloom/contract/kernel/errors'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { type AppDefinition } from '../definition/app-definition.ts'
import { fieldsKnownTo, mayReadApp } from '../definition/app-sharing.rules.ts'
import { findApp } from '../catalog/apps.store.ts'

interface Checked {
  /** Absent for a new app, to which nothing can point yet. */
  appId?: string
  before?: Pick<AppDefinition, 'fields'>
  fields: readonly FieldInput[]
}

/** References to apps that are missing or not shared with the builder, and columns that the other app lacks. */
export async function referenceIssues(
  tx: TenantTx,
  actor: Actor,
  { appId, before, fields }: Checked,
): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const [at, field] of fields.entries()) {
    if (!('columns' in field) || isUnchanged(before, field)) continue
    const found = field.app === appId ? fields : await knownFields(tx, actor, field.app)
    issues.push(...(found === null ? [unknownApp(at)] : columnIssues(field, found, at)))
  }
  return issues
}

/** What was there before may point to an app that this builder does not see. */
function isUnchanged(
  before: Pick<AppDefinition, 'fields'> | undefined,
  field: FieldInput & { type: 'reference' },
): boolean {
  const old = before?.fields.find(({ key }) => key === field.key)
  return (
    old !== undefined &&
    'columns' in old &&
    old.app === field.app &&
    old.columns.join() === field.columns.join()
  )
}

/** Fields of another app as far as the actor knows of them; null for an app that they may not see. */
export async function knownFields(
  tx: TenantTx,
  actor: Actor,
  appId: string,
): Promise<readonly FieldInput[] | null> {
  const app = await findApp(tx, appId)
  return app === null || !mayReadApp(actor, app) ? null : fieldsKnownTo(actor, app)
}

function unknownApp(at: number): Issue {
  return { path: ['body', 'fields', at, 'app'], code: 'unknown_app', message: 'App not found' }
}

function columnIssues(
  field: FieldInput & { type: 'reference' },
  others: readonly FieldInput[],
  at: number,
): Issue[] {
  return field.columns.flatMap((column, index) => {
    const path = ['body', 'fields', at, 'columns', index]
    const other = others.find(({ key }) => key === column)
    if (other === undefined)
      return [{ path, code: 'unknown_field', message: `The other app has no field "${column}"` }]
    const { files, links, thread } = fieldTraits(other)
    // One cell can’t show them.
    if (files || links || thread)
      return [{ path, code: 'not_allowed', message: `"${column}" can’t be shown in a column` }]
    return field.columns.indexOf(column) === index
      ? []
      : [{ path, code: 'duplicate', message: `"${column}" is listed twice` }]
  })
}
