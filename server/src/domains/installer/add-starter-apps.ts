import { type AppFile, readAppFile } from '@caseloom/contract/apps/app-file'
import type { AppletView } from '@caseloom/contract/apps/applets'
import type { AppCreate, AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import type { InstallerDeps } from './installer-deps.ts'
import { appletSection, readStarterApplets, readStarterApps } from './starter-files.ts'

type Deps = Pick<InstallerDeps, 'apps' | 'reporting'>

/** Adds the apps of a security team with their views; what is there already stays as it is. Answers all of them. */
export async function addStarterApps(deps: Deps, scope: TenantScope, actor: Actor): Promise<AppView[]> {
  allow(actor, 'app:build')
  const known = await deps.apps.listApps(scope, actor)
  const applets = await addStarterApplets(deps, scope, actor)
  const apps: AppView[] = []
  for (const file of await readStarterApps()) {
    const { app, missing } = readAppFile(
      file,
      (key) => [...known, ...apps].find((one) => one.key === key)?.id,
    )
    if (app === undefined)
      throw new Error(`${String(file.app['key'])} refers to ${missing.join(', ')}, which doesn’t exist`)
    const found = known.find(({ key }) => key === app.key)
    const made = found ?? (await deps.apps.createApp(scope, actor, withApplets(app, file, applets)))
    apps.push(made)
    await addViews(deps, scope, actor, { app: made, file })
  }
  return apps
}

/** Adds the applets that come with the product; what is there already stays as it is. */
async function addStarterApplets(
  { apps }: Pick<InstallerDeps, 'apps'>,
  scope: TenantScope,
  actor: Actor,
): Promise<AppletView[]> {
  const known = await apps.applets.list(scope, actor)
  const applets: AppletView[] = []
  for (const { applet } of await readStarterApplets()) {
    const found = known.find(({ key }) => key === applet.key)
    applets.push(found ?? (await apps.applets.create(scope, actor, applet)))
  }
  return applets
}

/** The app with links to the applets that its file names, each with its section at the end. */
function withApplets(
  app: AppCreate,
  { applets: named = [] }: AppFile,
  applets: readonly AppletView[],
): AppCreate {
  const found = named.flatMap(({ applet: key, prefix, tab }) => {
    const applet = applets.find((one) => one.key === key)
    return applet === undefined ? [] : [{ applet, prefix, tab }]
  })
  const links = found.map(({ applet: { id, revision }, prefix }) => ({
    applet: id,
    prefix,
    revision,
    overrides: {},
  }))
  const sections = found.map(({ applet: { section }, prefix, tab }) => appletSection(section, prefix, tab))
  return { ...app, applets: links, layout: [...app.layout, ...sections] }
}

async function addViews(
  { reporting }: Deps,
  scope: TenantScope,
  actor: Actor,
  { app, file }: { app: AppView; file: AppFile },
): Promise<void> {
  for (const view of file.views ?? []) {
    const input = { ...view, appId: app.id, sharing: null }
    await reporting.createReport(scope, { actor, ip: null }, input).catch((error: unknown) => {
      // It is there already, or the app was changed so that the view does not fit it any more.
      if (!isFailure(error, 'name.taken') && !isFailure(error, 'field.unknown')) throw error
    })
  }
}
