import type { AppCreate, AppView } from '@caseloom/contract/apps/apps'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { auditApp } from './audit-app.ts'
import { promotionIssues } from './check-promotions.ts'
import { referenceIssues } from './check-references.ts'
import { workflowLinkIssues } from './check-workflow-links.ts'
import { workflowTableIssues } from './check-workflow-tables.ts'
import { type FindRoles, refuseUnconfirmed } from './confirm-publishing.ts'
import { cleanDefinition, shapeOf, type StoredApp, type StoredField } from '../definition/app-definition.ts'
import { definitionIssues } from '../definition/app-definition.rules.ts'
import { keepBuilder } from '../definition/app-sharing.rules.ts'
import { reconcileTables } from '../tables/app-table.store.ts'
import { announceApp } from './announce-app.ts'
import { appView } from '../reading/app-view.ts'
import { insertApp, takenNames } from '../catalog/apps.store.ts'
import type { AssigningPort } from '../definition/assigning-port.ts'
import type { ConditionCheck } from '../definition/condition-definition.rules.ts'
import type { TablesPort } from '../definition/tables-port.ts'
import { defineApps } from '../tables/define-apps.ts'
import { desiredSchema } from '../tables/desired-schema.ts'
import { copyImages } from '../catalog/app-images.store.ts'
import { imageIssues, storeImage } from './app-images.ts'
import { holdLinked, type Resolved, resolveLinks } from './resolve-links.ts'

interface CreateDeps {
  check: ConditionCheck
  findRoles: FindRoles
  tables: TablesPort
  assigning: AssigningPort
}

/**
 * Creates and publishes an app: metadata and tables in one transaction. References of a copy to the app that it is a
 * `copyOf` lead to the copy.
 * @throws request.invalid with every fault, app.key_taken, app.confirm_first with what publishing breaks
 */
export async function createApp(
  deps: CreateDeps,
  scope: TenantScope,
  actor: Actor,
  { copyOf, ...input }: AppCreate & { copyOf?: string; confirmed?: boolean | undefined },
): Promise<AppView> {
  allow(actor, 'app:build')
  const whole = await scope.read((tx) => resolveLinks(tx, actor, input, null))
  const issues = definitionIssues(whole, whole.fields, deps.check)
  if (issues.length > 0) throw fail('request.invalid', { issues })
  await refuseUnconfirmed(deps, scope, actor, whole)
  const id = newId()
  const fields = whole.fields.map((field) =>
    'app' in field && field.app === copyOf ? { ...field, app: id } : field,
  )
  // A copy may name the tables that its source names.
  const logic = { ...whole, fields, before: copyOf === undefined ? undefined : whole, tables: deps.tables }
  const app = newApp({ ...whole, fields, sharing: keepBuilder(actor, input.sharing ?? null) }, id)
  await defineApps(scope, async (tx) => {
    await refuseTaken(tx, input)
    await holdLinked(tx, whole.applets)
    for (const [at, image] of (input.images ?? []).entries())
      await storeImage(tx, id, { bytes: Buffer.from(image, 'base64'), path: ['body', 'images', at] })
    if (copyOf !== undefined) await copyImages(tx, copyOf, id)
    const unknown = [
      ...(await imageIssues(tx, id, whole)),
      ...(await referenceIssues(tx, actor, { appId: id, fields })),
      ...(await promotionIssues(tx, actor, { ...whole, appId: id, fields })),
      ...(await workflowLinkIssues(tx, actor, { ...whole, appId: id, fields })),
      ...(await workflowTableIssues(tx, actor, logic)),
    ]
    if (unknown.length > 0) throw fail('request.invalid', { issues: unknown })
    await reconcileTables(tx, app.id, desiredSchema(app.id, app.definition))
    await insertApp(tx, app, actorRef(actor))
    await auditApp(tx, actor, { app, action: 'app.created' })
    announceApp(tx, 'created', app)
  })
  return appView(app, actor)
}

function newApp(input: Resolved<AppCreate>, id: string): StoredApp {
  const fields = input.fields.map((field) => ({ ...field, id: field.id ?? newId() }) as StoredField)
  return {
    id,
    key: input.key,
    acronym: input.acronym,
    revision: 1,
    updatedAt: new Date(),
    definition: cleanDefinition({ ...shapeOf(input), fields }),
  }
}

async function refuseTaken(tx: TenantTx, names: { key: string; acronym: string }): Promise<void> {
  const taken = await takenNames(tx, names)
  const issues: Issue[] = []
  if (taken.key)
    issues.push({ path: ['body', 'key'], code: 'taken', message: `Another app has the key "${names.key}"` })
  if (taken.acronym)
    issues.push({
      path: ['body', 'acronym'],
      code: 'taken',
      message: `Another app has the acronym ${names.acronym}`,
    })
  if (issues.length > 0) throw fail('app.key_taken', { issues })
}
