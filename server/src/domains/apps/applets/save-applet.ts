import type { AppletCreate, AppletUpdate, AppletView } from '@caseloom/contract/apps/applets'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { type AppError, fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import {
  findApplet,
  findAppletRevision,
  insertApplet,
  isAppletKeyTaken,
  updateAppletRow,
} from '../catalog/applets.store.ts'
import { referenceIssues } from '../changes/check-references.ts'
import { workflowTableIssues } from '../changes/check-workflow-tables.ts'
import { type FindRoles, refuseUnconfirmed } from '../changes/confirm-publishing.ts'
import type { TablesPort } from '../definition/tables-port.ts'
import type { StoredField } from '../definition/app-definition.ts'
import { nextFields } from '../definition/app-definition.rules.ts'
import { definitionDifferences } from '../definition/app-diff.rules.ts'
import { allowBuildApplet, keepBuilder, sharingOf } from '../definition/app-sharing.rules.ts'
import { appletDefinition, type StoredApplet } from '../definition/applet-definition.ts'
import { appletIssues } from '../definition/applet-definition.rules.ts'
import type { AssigningPort } from '../definition/assigning-port.ts'
import type { ConditionCheck } from '../definition/condition-definition.rules.ts'
import { hiddenFieldIssues } from '../definition/field-readers.rules.ts'
import { appletView } from './applet-view.ts'
import { auditApplet } from './audit-applet.ts'
import { visibleLinks } from './read-applets.ts'

interface Deps {
  check: ConditionCheck
  findRoles: FindRoles
  tables: TablesPort
  assigning: AssigningPort
}

/**
 * Creates and publishes an applet.
 * @throws request.invalid with every fault, app.key_taken, app.confirm_first with what publishing breaks
 */
export async function createApplet(
  { check, findRoles, tables, assigning }: Deps,
  scope: TenantScope,
  actor: Actor,
  { confirmed, ...input }: AppletCreate & { confirmed?: boolean | undefined },
): Promise<AppletView> {
  allow(actor, 'app:build')
  const issues = appletIssues(input.key, input, check)
  if (issues.length > 0) throw fail('request.invalid', { issues })
  await refuseUnconfirmed({ findRoles, tables, assigning }, scope, actor, { ...input, confirmed })
  const fields = input.fields.map((field) => ({ ...field, id: field.id ?? newId() }) as StoredField)
  const sharing = keepBuilder(actor, input.sharing ?? null)
  const definition = appletDefinition(input, fields, sharing)
  return scope.tx(async (tx) => {
    if (await isAppletKeyTaken(tx, input.key)) throw keyTaken(input.key)
    await refuseReferences(tx, actor, { tables, input })
    const applet: StoredApplet = {
      id: newId(),
      key: input.key,
      revision: 1,
      definition,
      updatedAt: tx.now,
      updatedBy: actorRef(actor),
    }
    await insertApplet(tx, applet)
    await auditApplet(tx, actor, { applet, action: 'applet.created' })
    return appletView(applet, actor, 0)
  })
}

function keyTaken(key: string): AppError {
  const message = `Another applet has the key "${key}"`
  return fail('app.key_taken', { issues: [{ path: ['body', 'key'], code: 'taken', message }] })
}

type UpdateCommand = AppletUpdate & { appletId: string; confirmed?: boolean | undefined }

/**
 * Publishes the next revision of an applet; apps keep the one that they use.
 * @throws request.invalid, app.change_refused with the place, resource.version_conflict with what others changed,
 * app.confirm_first with what publishing breaks
 */
export async function updateApplet(
  { check, findRoles, tables, assigning }: Deps,
  scope: TenantScope,
  actor: Actor,
  command: UpdateCommand,
): Promise<AppletView> {
  allow(actor, 'app:build')
  const edit = { check, tables, command, lock: false }
  await scope.read((tx) => checkedEdit(tx, actor, edit))
  // Not in the transaction that writes: running tests can take a moment.
  await refuseUnconfirmed({ findRoles, tables, assigning }, scope, actor, command)
  return scope.tx(async (tx) => {
    const { before, fields } = await checkedEdit(tx, actor, { ...edit, lock: true })
    const sharing = command.sharing === undefined ? sharingOf(before) : keepBuilder(actor, command.sharing)
    const applet: StoredApplet = {
      ...before,
      definition: appletDefinition(command, fields, sharing),
      revision: before.revision + 1,
      updatedAt: tx.now,
      updatedBy: actorRef(actor),
    }
    await updateAppletRow(tx, applet)
    await auditApplet(tx, actor, { applet, action: 'applet.changed', before })
    return appletView(applet, actor, (await visibleLinks(tx, actor))(applet.id))
  })
}

/** The applet that is edited, and the fields that its next revision stores. */
async function checkedEdit(
  tx: TenantTx,
  actor: Actor,
  {
    check,
    tables,
    command,
    lock,
  }: Pick<Deps, 'check' | 'tables'> & { command: UpdateCommand; lock: boolean },
): Promise<{ before: StoredApplet; fields: StoredField[] }> {
  const id = normalizeGuid(command.appletId)
  const before = id === null ? null : await findApplet(tx, id, lock)
  if (before === null) throw fail('resource.not_found')
  allowBuildApplet(actor, before)
  if (before.revision !== command.revision) throw await conflict(tx, before, command.revision)
  const issues = appletIssues(before.key, command, check)
  if (issues.length > 0) throw fail('request.invalid', { issues })
  await refuseReferences(tx, actor, { tables, input: command, before })
  const next = nextFields(before.definition, command.fields, newId)
  if (next.refused !== undefined) throw fail('app.change_refused', { issues: next.refused })
  const hidden = hiddenFieldIssues(actor, before.definition.fields, next.fields)
  if (hidden.length > 0) throw fail('app.change_refused', { issues: hidden })
  return { before, fields: next.fields }
}

interface Referring {
  tables: TablesPort
  input: Pick<AppletUpdate, 'fields' | 'workflow'>
  before?: StoredApplet
}

async function refuseReferences(
  tx: TenantTx,
  actor: Actor,
  { tables, input, before }: Referring,
): Promise<void> {
  const { fields } = input
  const { fields: old } = before?.definition ?? {}
  const issues = [
    ...(await referenceIssues(tx, actor, {
      fields,
      ...(old === undefined ? {} : { before: { fields: old } }),
    })),
    ...(await workflowTableIssues(tx, actor, {
      fields,
      workflow: input.workflow,
      before: before?.definition,
      tables,
    })),
  ]
  if (issues.length > 0) throw fail('request.invalid', { issues })
}

async function conflict(tx: TenantTx, current: StoredApplet, edited: number): Promise<AppError> {
  const base = await findAppletRevision(tx, current.id, edited)
  const changes = base === null ? [] : definitionDifferences(base.definition, current.definition)
  // Differences are made of JSON values only.
  const extra = { revision: current.revision, changes: changes as unknown as JsonValue }
  return fail('resource.version_conflict', {
    detail: `Revision ${current.revision} was published after revision ${edited}`,
    extra,
  })
}
