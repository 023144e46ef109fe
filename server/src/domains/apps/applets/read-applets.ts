import type { AppletView } from '@caseloom/contract/apps/applets'
import type { AppRevision } from '@caseloom/contract/apps/apps'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import {
  allApplets,
  appletRevisionsBefore,
  findApplet,
  findAppletRevision,
} from '../catalog/applets.store.ts'
import { revisionBefore, revisionNumber, revisionPage } from '../changes/revision-page.ts'
import { allowBuildApplet, mayReadApp } from '../definition/app-sharing.rules.ts'
import type { StoredApplet } from '../definition/applet-definition.ts'
import { withReadableTests } from '../definition/test-values.rules.ts'
import { appletView } from './applet-view.ts'
import { allLinks } from './linking-apps.read.ts'

/** Applets of the tenant that are shared with the actor, by name. */
export async function listApplets(scope: TenantScope, actor: Actor): Promise<AppletView[]> {
  allow(actor, 'app:read')
  return scope.read(async (tx) => {
    const count = await visibleLinks(tx, actor)
    const applets = await allApplets(tx)
    return applets
      .filter((applet) => mayReadApp(actor, applet))
      .map((applet) => appletView(applet, actor, count(applet.id)))
  })
}

export async function getApplet(scope: TenantScope, actor: Actor, appletId: string): Promise<AppletView> {
  allow(actor, 'app:read')
  return scope.read(async (tx) => {
    const applet = await readableApplet(tx, actor, appletId)
    return appletView(applet, actor, (await visibleLinks(tx, actor))(applet.id))
  })
}

/** How many links in apps that the actor can see an applet has. */
export async function visibleLinks(tx: TenantTx, actor: Actor): Promise<(appletId: string) => number> {
  const links = (await allLinks(tx)).filter((link) => mayReadApp(actor, link))
  return (appletId) => links.filter(({ applet }) => applet === appletId).length
}

/** @throws resource.not_found also for an applet that is not shared with the actor */
export async function readableApplet(tx: TenantTx, actor: Actor, appletId: string): Promise<StoredApplet> {
  const id = normalizeGuid(appletId)
  const applet = id === null ? null : await findApplet(tx, id)
  if (applet === null || !mayReadApp(actor, applet)) throw fail('resource.not_found')
  return applet
}

interface RevisionsCommand {
  appletId: string
  limit: number
  cursor?: string | undefined
}

/** Published revisions, newest first, each with what it changed. */
export async function listAppletRevisions(
  scope: TenantScope,
  actor: Actor,
  { appletId, limit, cursor }: RevisionsCommand,
): Promise<{ items: AppRevision[]; next: string | null }> {
  allow(actor, 'app:build')
  const before = revisionBefore(cursor)
  const { rows, fields } = await scope.read(async (tx) => {
    const applet = await readableApplet(tx, actor, appletId)
    allowBuildApplet(actor, applet)
    const { fields: now } = applet.definition
    return { rows: await appletRevisionsBefore(tx, applet.id, before, limit + 1), fields: now }
  })
  return revisionPage(rows, limit, (definition) => withReadableTests(actor, definition, fields))
}

/** The applet as it was in a revision; its sharing is the present one, and who can read a field now counts as well. */
export async function getAppletRevision(
  scope: TenantScope,
  actor: Actor,
  { appletId, revision }: { appletId: string; revision: string },
): Promise<AppletView> {
  allow(actor, 'app:read')
  return scope.read(async (tx) => {
    const applet = await readableApplet(tx, actor, appletId)
    const wanted = revisionNumber(revision)
    const row = wanted === null ? null : await findAppletRevision(tx, applet.id, wanted)
    if (row === null) throw fail('resource.not_found')
    const { sharing: _then, ...then } = row.definition
    const { sharing } = applet.definition
    const definition = { ...then, ...(sharing === undefined ? {} : { sharing }) }
    const past = { ...applet, definition, revision: row.revision, updatedAt: row.at, updatedBy: row.actor }
    return appletView(past, actor, (await visibleLinks(tx, actor))(applet.id), applet)
  })
}
