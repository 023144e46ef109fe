import type { AppRevision, AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { allowBuild } from '../definition/app-sharing.rules.ts'
import { withReadableTests } from '../definition/test-values.rules.ts'
import { appView } from '../reading/app-view.ts'
import { findApp, findRevision, revisionsBefore } from '../catalog/apps.store.ts'
import { revisionBefore, revisionNumber, revisionPage } from './revision-page.ts'

interface RevisionsCommand {
  appId: string
  limit: number
  cursor?: string | undefined
}

/** Published revisions, newest first, each with what it changed. */
export async function listRevisions(
  scope: TenantScope,
  actor: Actor,
  { appId, limit, cursor }: RevisionsCommand,
): Promise<{ items: AppRevision[]; next: string | null }> {
  allow(actor, 'app:build')
  const id = normalizeGuid(appId)
  if (id === null) throw fail('resource.not_found')
  const before = revisionBefore(cursor)
  const { rows, fields } = await scope.read(async (tx) => {
    const app = await findApp(tx, id)
    if (app === null) throw fail('resource.not_found')
    allowBuild(actor, app)
    return { rows: await revisionsBefore(tx, id, before, limit + 1), fields: app.definition.fields }
  })
  return revisionPage(rows, limit, (definition) => withReadableTests(actor, definition, fields))
}

/** The app as it was in a revision. */
export async function getRevision(
  scope: TenantScope,
  actor: Actor,
  { appId, revision }: { appId: string; revision: string },
): Promise<AppView> {
  allow(actor, 'app:build')
  const id = normalizeGuid(appId)
  const wanted = revisionNumber(revision)
  if (id === null || wanted === null) throw fail('resource.not_found')
  return scope.read(async (tx) => {
    const app = await findApp(tx, id)
    const definition = app === null ? null : await findRevision(tx, id, wanted)
    if (app === null || definition === null) throw fail('resource.not_found')
    allowBuild(actor, app)
    return appView({ ...app, definition, revision: wanted }, actor, null, app)
  })
}
