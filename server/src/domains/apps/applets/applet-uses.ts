import type { AppletLink, LinkedApplet } from '@caseloom/contract/apps/applet-links'
import type { AppletUse } from '@caseloom/contract/apps/applets'
import { AppId } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import type { StoredApp } from '../definition/app-definition.ts'
import { allowBuildApplet, mayBuildApp, mayReadApp } from '../definition/app-sharing.rules.ts'
import type { StoredApplet } from '../definition/applet-definition.ts'
import { countRecords } from '../tables/deletion.store.ts'
import { linkingApps } from './linking-apps.read.ts'
import { readableApplet } from './read-applets.ts'

/** Apps that link an applet and that the actor may see, and how many links others have. */
export async function listUses(
  scope: TenantScope,
  actor: Actor,
  appletId: string,
): Promise<{ items: AppletUse[]; others: number }> {
  allow(actor, 'app:build')
  return scope.read(async (tx) => {
    const applet = await readableApplet(tx, actor, appletId)
    allowBuildApplet(actor, applet)
    const { links, others } = await linksOf(tx, actor, applet)
    const items: AppletUse[] = []
    for (const { app, link } of links) items.push(await useOf(tx, actor, { app, link }))
    return { items, others }
  })
}

/** One link of an app. */
export interface AppLink {
  app: StoredApp
  link: LinkedApplet
}

/** The links of an applet in apps that the actor may see; of others only their number. */
export async function linksOf(
  tx: TenantTx,
  actor: Actor,
  { id }: StoredApplet,
): Promise<{ links: AppLink[]; others: number }> {
  const all = (await linkingApps(tx, id)).flatMap((app) =>
    (app.definition.applets ?? []).flatMap((link) => (link.applet === id ? [{ app, link }] : [])),
  )
  const links = all.filter(({ app }) => mayReadApp(actor, app))
  return { links, others: all.length - links.length }
}

export async function useOf(tx: TenantTx, actor: Actor, { app, link }: AppLink): Promise<AppletUse> {
  const { name, icon, layout } = app.definition
  const build = mayBuildApp(actor, app)
  return {
    app: { id: AppId.parse(app.id), key: app.key, name, icon, revision: app.revision },
    // What an app changes about guarded fields is for those who build it.
    link: build ? plainLink(link) : { ...plainLink(link), overrides: {} },
    tab: layout.find(({ applet }) => applet === link.prefix)?.tab ?? null,
    records: build ? await countRecords(tx, app.id) : null,
    can: { build },
  }
}

export function plainLink({ name: _name, stages: _stages, ...link }: LinkedApplet): AppletLink {
  return link
}
