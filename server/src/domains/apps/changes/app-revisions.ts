import type { AppRevision, AppView } from '@caseloom/contract/apps'
import type { Actor } from '@caseloom/contract/permissions'
import { normalizeGuid } from '@caseloom/contract/ids'
import { cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { definitionDifferences } from '../definition/app-diff.rules.ts'
import { allowBuild } from '../definition/app-sharing.rules.ts'
import { appView } from '../reading/app-view.ts'
import { findApp, findRevision, revisionsBefore } from '../catalog/apps.store.ts'

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
  const [revision] = readCursor(cursor, [/^[1-9]\d{0,8}$/]) ?? []
  const before = revision === undefined ? null : Number(revision)
  const rows = await scope.read(async (tx) => {
    const app = await findApp(tx, id)
    if (app === null) throw fail('resource.not_found')
    allowBuild(actor, app)
    // One more than asked for: each revision is compared with the one before it.
    return revisionsBefore(tx, id, before, limit + 1)
  })
  const items = rows.slice(0, limit).map((row, at) => {
    const older = rows[at + 1]
    return {
      revision: row.revision,
      at: row.at.toISOString(),
      by: row.actor,
      changes: older === undefined ? [] : definitionDifferences(older.definition, row.definition),
    }
  })
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? cursorOf([String(last.revision)]) : null }
}

/** The app as it was in a revision. */
export async function getRevision(
  scope: TenantScope,
  actor: Actor,
  { appId, revision }: { appId: string; revision: string },
): Promise<AppView> {
  allow(actor, 'app:build')
  const id = normalizeGuid(appId)
  const wanted = /^[1-9]\d{0,8}$/.test(revision) ? Number(revision) : null
  if (id === null || wanted === null) throw fail('resource.not_found')
  return scope.read(async (tx) => {
    const app = await findApp(tx, id)
    const definition = app === null ? null : await findRevision(tx, id, wanted)
    if (app === null || definition === null) throw fail('resource.not_found')
    allowBuild(actor, app)
    return appView({ ...app, definition, revision: wanted }, actor)
  })
}
