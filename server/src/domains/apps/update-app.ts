import type { AppUpdate, AppView } from '@caseloom/contract/apps'
import type { Issue } from '@caseloom/contract/errors'
import type { JsonValue } from '@caseloom/contract/json'
import type { Actor } from '@caseloom/contract/permissions'
import { actorRef } from '@caseloom/contract/records'
import { sharedWith } from '@caseloom/contract/sharing'
import type { TenantScope, TenantTx } from '../../platform/database/types.ts'
import { type AppError, fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { newId } from '../../platform/uuid.ts'
import type { AppCatalogue } from './app-catalogue.ts'
import {
  type AppDefinition,
  liveFields,
  shapeOf,
  type StoredApp,
  type StoredField,
} from './app-definition.ts'
import { definitionIssues, droppedOptions, nextFields } from './app-definition.rules.ts'
import { definitionDifferences } from './app-diff.rules.ts'
import { allowBuild, keepBuilder, sharingOf } from './app-sharing.rules.ts'
import { reconcileTables, SharedValues } from './app-table.store.ts'
import { auditApp, auditReaders } from './audit-app.ts'
import type { IndexBuilds } from './build-indexes.ts'
import type { ConditionCheck } from './condition-definition.rules.ts'
import { hiddenFieldIssues, type WidenedField, widenedFields } from './field-readers.rules.ts'
import { referenceIssues } from './check-references.ts'
import { appView } from './app-view.ts'
import { askForRefill, findApp, findRevision, markOutdated, updateAppRow, usedOption } from './apps.store.ts'
import { cleanDefinition } from './create-app.ts'
import { columnId } from './compiled-app.ts'
import { nextEpochs } from './read-classes.rules.ts'
import { retryLocked } from './lock-retry.ts'
import {
  type PrebuiltIndexes,
  prebuildUniqueIndexes,
  newUniques,
  NOTHING_AHEAD,
} from './prebuild-unique-indexes.ts'
import { findBackfill, type Backfill } from './backfill.store.ts'
import type { BackfillListeners } from './backfill-listeners.ts'
import { refuseWhileChanging, splitChange, startRework } from './start-change.ts'
import { desiredSchema } from './desired-schema.ts'

export interface AppUpdateCommand extends AppUpdate {
  appId: string
}

export interface UpdateAppDeps {
  catalogue: AppCatalogue
  builds: IndexBuilds
  watchers: BackfillListeners
  check: ConditionCheck
  /** Tells those who manage an app that more people can read fields of it. */
  tellManagers: TellManagers
}

/** Tells those who manage the app, except the actor; after the change, so that its failure undoes nothing. */
export type TellManagers = (
  scope: TenantScope,
  actor: Actor,
  change: { app: StoredApp; widened: readonly WidenedField[] },
) => Promise<void>

/**
 * Publishes the next revision of an app.
 * @throws request.invalid, app.change_refused with the place, resource.version_conflict with what others changed
 */
export async function updateApp(
  deps: UpdateAppDeps,
  scope: TenantScope,
  actor: Actor,
  command: AppUpdateCommand,
): Promise<AppView> {
  allow(actor, 'app:build')
  const issues = definitionIssues(command, command.fields, deps.check)
  if (issues.length > 0) throw fail('request.invalid', { issues })
  const ahead = await uniquesAhead(deps.builds, scope, actor, command)
  const published = retryLocked(() => scope.define('apps', (tx) => publish(tx, actor, command)))
  const { app, lacking, rework, widened } = await published.catch(async (error: unknown) => {
    await ahead.undo()
    if (ahead.made) void deps.builds.start(scope, command.appId)
    throw error
  })
  deps.catalogue.forget(scope.tenantId, app.id)
  if (rework !== null) deps.watchers.tell(scope, app.id)
  if (lacking || ahead.made) void deps.builds.start(scope, app.id)
  if (widened.length > 0) await deps.tellManagers(scope, actor, { app, widened })
  return appView(app, actor, rework)
}

/**
 * Large apps get the indexes of fields that become unique before the definition is published, so that no one waits
 * for them. What else is wrong with the command is left to the publishing itself.
 */
async function uniquesAhead(
  builds: IndexBuilds,
  scope: TenantScope,
  actor: Actor,
  command: AppUpdateCommand,
): Promise<PrebuiltIndexes> {
  const before = await scope.read((tx) => findApp(tx, command.appId))
  if (before === null || before.revision !== command.revision) return NOTHING_AHEAD
  allowBuild(actor, before)
  const next = nextFields(before.definition, splitChange(before.definition, command).now, newId)
  if (next.refused !== undefined) return NOTHING_AHEAD
  // Publishing refuses these; that values are shared would tell of a field that the actor can't read.
  if (hiddenFieldIssues(actor, before.definition.fields, next.fields).length > 0) return NOTHING_AHEAD
  const known = new Set(before.definition.fields.map((field) => field.id))
  // A new field has no column yet, and no values that could be shared.
  const after = { ...before.definition, fields: next.fields.filter((field) => known.has(field.id)) }
  try {
    return await prebuildUniqueIndexes(scope, before.id, newUniques(before, after))
  } catch (error) {
    void builds.start(scope, before.id)
    throw error instanceof SharedValues ? sharedValues({ ...after, fields: next.fields }, error.index) : error
  }
}

interface Published {
  app: StoredApp
  /** Its tables are large: some indexes are still to be made. */
  lacking: boolean
  rework: Backfill | null
  widened: WidenedField[]
}

async function publish(tx: TenantTx, actor: Actor, command: AppUpdateCommand): Promise<Published> {
  const before = await findApp(tx, command.appId, true)
  if (before === null) throw fail('resource.not_found')
  allowBuild(actor, before)
  if (before.revision !== command.revision) throw await conflict(tx, before, command.revision)
  await refuseWhileChanging(tx, before.id)
  const { now, later, convert } = splitChange(before.definition, command)
  // Conditions were checked with the types that are wished for: until these are there they may hold nowhere.
  const issues = later.length === 0 ? [] : definitionIssues(command, now, () => [])
  if (issues.length > 0) throw fail('request.invalid', { issues })
  const next = nextFields(before.definition, now, newId)
  if (next.refused !== undefined) throw fail('app.change_refused', { issues: next.refused })
  const { appId } = command
  const wished = next.fields.map((field) => later.find(({ id }) => id === field.id) ?? field)
  const hidden = hiddenFieldIssues(actor, before.definition.fields, wished)
  if (hidden.length > 0) throw fail('app.change_refused', { issues: hidden })
  const widened = widenedFields(before.definition.fields, wished)
  const unknown = await referenceIssues(tx, actor, { appId, before: before.definition, fields: now })
  if (unknown.length > 0) throw fail('request.invalid', { issues: unknown })
  await refuseUsedOptions(tx, before, next.fields)
  const shown = next.fields.filter((field) => field.hidden !== true)
  const { epochs, rebuild } = nextEpochs(
    liveFields(before.definition),
    shown,
    before.definition.classEpochs ?? {},
  )
  const sharing = command.sharing === undefined ? sharingOf(before) : keepBuilder(actor, command.sharing)
  const definition = cleanDefinition({
    ...shapeOf({ ...command, sharing }),
    fields: next.fields,
    classEpochs: epochs,
    ...(later.length === 0 ? {} : { changing: later }),
  })
  const app: StoredApp = { ...before, definition, revision: before.revision + 1, updatedAt: tx.now }
  const lacking = await reconcile(tx, app)
  await updateAppRow(tx, app, actorRef(actor))
  if (lacking) await markOutdated(tx, app.id)
  await auditApp(tx, actor, { app, action: 'app.changed', before })
  for (const field of widened) await auditReaders(tx, actor, app, field)
  if (rebuild) await askForRefill(tx, app.id)
  const change = { appId: app.id, before: before.definition, after: definition, convert }
  const works = await startRework(tx, actor, change)
  tx.announce({
    topic: 'model',
    verb: 'updated',
    kind: 'apps',
    id: app.id,
    rev: app.revision,
    need: 'app:read',
    acl: sharedWith(sharingOf(app)),
    aclBefore: sharedWith(sharingOf(before)),
  })
  return { app, lacking, rework: works ? await findBackfill(tx, app.id) : null, widened }
}

async function conflict(tx: TenantTx, current: StoredApp, edited: number): Promise<AppError> {
  const base = await findRevision(tx, current.id, edited)
  const changes = base === null ? [] : definitionDifferences(base, current.definition)
  // Differences are made of JSON values only.
  const extra = { revision: current.revision, changes: changes as unknown as JsonValue }
  return fail('resource.version_conflict', {
    detail: `Revision ${current.revision} was published after revision ${edited}`,
    extra,
  })
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

async function reconcile(tx: TenantTx, app: StoredApp): Promise<boolean> {
  try {
    const { later } = await reconcileTables(tx, app.id, desiredSchema(app.id, app.definition))
    return later.length > 0
  } catch (error) {
    throw error instanceof SharedValues ? sharedValues(app.definition, error.index) : error
  }
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
