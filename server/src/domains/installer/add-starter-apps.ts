import { AppFile, readAppFile } from '@caseloom/contract/app-file'
import type { AppView } from '@caseloom/contract/apps'
import type { Actor } from '@caseloom/contract/permissions'
import { readFile } from 'node:fs/promises'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import type { InstallerDeps } from './installer-deps.ts'

type Deps = Pick<InstallerDeps, 'apps' | 'reporting'>

/** Apps that come with the product; each may refer to those before it. */
const FILES = ['asset.app.json', 'observable-intel.app.json', 'case.app.json', 'alert.app.json']

/** Adds the apps of a security team with their views; what is there already stays as it is. Answers all of them. */
export async function addStarterApps(deps: Deps, scope: TenantScope, actor: Actor): Promise<AppView[]> {
  allow(actor, 'app:build')
  const known = await deps.apps.listApps(scope, actor)
  const apps: AppView[] = []
  for (const name of FILES) {
    const file = AppFile.parse(
      JSON.parse(await readFile(new URL(`starter/${name}`, import.meta.url), 'utf8')),
    )
    const { app, missing } = readAppFile(
      file,
      (key) => [...known, ...apps].find((one) => one.key === key)?.id,
    )
    if (app === undefined) throw new Error(`${name} refers to ${missing.join(', ')}, which doesn’t exist`)
    const found = known.find(({ key }) => key === app.key)
    const made = found ?? (await deps.apps.createApp(scope, actor, app))
    apps.push(made)
    await addViews(deps, scope, actor, { app: made, file })
  }
  return apps
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
