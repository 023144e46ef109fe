import type { PackageItem } from '../format/package-file.ts'
import type { LocalItem } from '../local/local-item.ts'
import type { IdsByKey, Importer } from './definitions.ts'
import * as pages from './page-definitions.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'

interface Writing {
  deps: Pick<ContentDeps, 'workspaces' | 'reports' | 'homePages'>
  scope: TenantScope
  actor: Actor
  importer: Importer
}

interface Target {
  ids: IdsByKey
  /** What is there already. */
  source: LocalItem['source'] | undefined
}

export async function writeWorkspace(at: Writing, item: PackageItem, { ids, source }: Target): Promise<void> {
  const { deps, scope, actor, importer } = at
  const input = pages.newWorkspace(item, ids, importer)
  if (source?.kind !== 'workspace') await deps.workspaces.create(scope, actor, input)
  else await deps.workspaces.save(scope, actor, pages.nextWorkspace(input, source.view))
}

export async function writeReport(at: Writing, item: PackageItem, { ids, source }: Target): Promise<void> {
  const { deps, scope, actor, importer } = at
  const input = pages.newReport(item, ids, importer)
  if (source?.kind !== 'report') await deps.reports.create(scope, actor, input)
  else await deps.reports.save(scope, actor, pages.nextReport(input, source.view))
}

export async function writeHomePage(at: Writing, item: PackageItem, { ids, source }: Target): Promise<void> {
  const { deps, scope, actor, importer } = at
  const input = pages.newHomePage(item, ids, importer)
  if (source?.kind !== 'homepage') await deps.homePages.create(scope, actor, input)
  else await deps.homePages.save(scope, actor, pages.nextHomePage(input, source.view))
}
