// Changing apps: create, update, delete, and the work that follows a change.
import type { AppUpdate, AppView } from '@caseloom/contract/apps/apps'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { type AppError, fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import type { AppDefinition, StoredApp, StoredField } from '../definition/app-definition.ts'
import { definitionIssues, droppedOptions } from '../definition/app-definition.rules.ts'
import { SharedValues } from '../tables/app-table.store.ts'
import { appView } from '../reading/app-view.ts'
import { askForRefill, usedOption } from '../catalog/apps.store.ts'
import { auditReaders } from './audit-app.ts'
import { type Backfill, findBackfill } from '../tables/backfill.store.ts'
import type { BackfillListeners } from '../tables/backfill-listeners.ts'
import type { IndexBuilds } from '../tables/build-indexes.ts'
import { promotionIssues } from './check-promotions.ts'
import { referenceIssues } from './check-references.ts'
import { workflowLinkIssues } from './check-workflow-links.ts'
import { workflowTableIssues } from './check-workflow-tables.ts'
import { type FindRoles, refuseUnconfirmed } from './confirm-publishing.ts'
import { columnId } from '../definition/compiled-app.ts'
import type { AssigningPort } from '../definition/assigning-port.ts'
import type { ConditionCheck } from '../definition/condition-definition.rules.ts'
import { defineApps } from '../tables/define-apps.ts'
import type { TablesPort } from '../definition/tables-port.ts'
import { editedApp } from './edited-app.ts'
import type { WidenedField } from '../definition/field-readers.rules.ts'
import { planUpdate, type UpdatePlan } from './plan-update.ts'
import { prebuildUniqueIndexes } from '../tables/prebuild-unique-indexes.ts'
import { publishRevision } from './publish-revision.ts'
import { imageIssues } from './app-images.ts'
import { holdLinked, resolveLinks } from './resolve-links.ts'
import { startRework } from './start-change.ts'

export interface AppUpdateCommand extends AppUpdate {
  appId: string
  /** Publishes although tests fail or roles are missing. */
  confirmed?: boolean | undefined
}

export interface UpdateAppDeps {
  catalog: AppCatalog
  builds: IndexBuilds
  watchers: BackfillListeners
  check: ConditionCheck
  /** Notifies the app's managers that more people can read some of its fields. */
  notifyManagers: NotifyManagers
  findRoles: FindRoles
  tables: TablesPort
  assigning: AssigningPort
}

/** Notifies the app's managers, except the actor; runs after the change, so that a failure undoes nothing. */
export type NotifyManagers = (
  scope: TenantScope,
  actor: Actor,
  change: { app: StoredApp; widened: readonly WidenedField[] },
) => Promise<void>

/**
 * Publishes the next revision of an app.
 * @throws request.invalid, app.change_refused with the place, resource.version_conflict with what others changed,
 * app.confirm_first with what publishing breaks
 */
export async function updateApp(
  deps: UpdateAppDeps,
  scope: TenantScope,
  actor: Actor,
  command: AppUpdateCommand,
): Promise<AppView> {
  allow(actor, 'app:build')
  const { before, whole } = await scope.read(async (tx) => {
    const edited = await editedApp(tx, actor, command)
    return { before: edited, whole: await resolveLinks(tx, actor, command, edited) }
  })
  const issues = definitionIssues(whole, whole.fields, deps.check)
  if (issues.length > 0) throw fail('request.invalid', { issues })
  const plan = planUpdate(actor, before, whole)
  await refuseUnconfirmed(deps, scope, actor, whole)
  const { app, rework } = await publishWithIndexes(deps, scope, actor, plan)
  deps.catalog.forget(scope.tenantId, app.id)
  if (rework !== null) deps.watchers.notify(scope, app.id)
  if (plan.widened.length > 0) await deps.notifyManagers(scope, actor, { app, widened: plan.widened })
  return appView(app, actor, rework)
}

/**
 * Large apps get the indexes of fields that become unique before the definition is published, so that no one waits
 * for them, and the others after it.
 */
async function publishWithIndexes(
  { builds, tables }: Pick<UpdateAppDeps, 'builds' | 'tables'>,
  scope: TenantScope,
  actor: Actor,
  plan: UpdatePlan,
): Promise<Published> {
  let isLacking = true
  try {
    const ahead = await prebuildUniqueIndexes(scope, plan.before, plan.definition)
    isLacking = ahead.made
    const published = await defineApps(scope, (tx) => publish(tx, actor, plan, tables)).catch(
      async (error: unknown) => {
        await ahead.undo()
        throw error
      },
    )
    isLacking ||= published.lacking
    return published
  } catch (error) {
    throw error instanceof SharedValues ? sharedValues(plan.definition, error.index) : error
  } finally {
    if (isLacking) void builds.start(scope, plan.before.id)
  }
}

interface Published {
  app: StoredApp
  /** Its tables are large: some indexes are still to be made. */
  lacking: boolean
  rework: Backfill | null
}

async function publish(tx: TenantTx, actor: Actor, plan: UpdatePlan, tables: TablesPort): Promise<Published> {
  const { definition, fields, convert, widened } = plan
  const { id: appId, revision } = plan.before
  // No one published another revision since the plan was made.
  const before = await editedApp(tx, actor, { appId, revision }, true)
  await holdLinked(tx, definition.applets, before.definition.applets)
  const checked = { appId, before: before.definition, fields, promotions: definition.promotions }
  const unknown = [
    ...(await imageIssues(tx, appId, definition)),
    ...(await referenceIssues(tx, actor, checked)),
    ...(await promotionIssues(tx, actor, checked)),
    ...(await workflowLinkIssues(tx, actor, { ...definition, appId, fields })),
    ...(await workflowTableIssues(tx, actor, { ...definition, before: before.definition, fields, tables })),
  ]
  if (unknown.length > 0) throw fail('request.invalid', { issues: unknown })
  await refuseUsedOptions(tx, before, definition.fields)
  const { app, lacking } = await publishRevision(tx, { before, definition, actor, by: actorRef(actor) })
  for (const field of widened) await auditReaders(tx, actor, app, field)
  if (plan.rebuild) await askForRefill(tx, appId)
  const works = await startRework(tx, actor, { appId, before: before.definition, after: definition, convert })
  return { app, lacking, rework: works ? await findBackfill(tx, appId) : null }
}

async function refuseUsedOptions(
  tx: TenantTx,
  before: StoredApp,
  after: readonly StoredField[],
): Promise<void> {
  const issues: Issue[] = []
  for (const { field, at, options } of droppedOptions(before.definition, after)) {
    const used = await usedOption(tx, before.id, field, options)
    if (used !== null)
      issues.push({
        path: ['body', 'fields', at, 'options'],
        code: 'in_use',
        message: `Records still use the option "${used}" of "${field.key}"`,
      })
  }
  if (issues.length > 0) throw fail('app.change_refused', { issues })
}

function sharedValues(definition: AppDefinition, index: string): AppError {
  const at = definition.fields.findIndex((field) => index.endsWith(`_${columnId(field)}`))
  const key = definition.fields[at]?.key ?? ''
  const issue: Issue = {
    path: ['body', 'fields', at, 'unique'],
    code: 'not_unique',
    message: `Several records already share a value of "${key}"`,
  }
  return fail('app.change_refused', { issues: [issue] })
}
