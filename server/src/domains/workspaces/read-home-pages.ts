import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { KeyedHomePage } from '@caseloom/contract/workspaces/home-page-file'
import type { HomePageItem, HomePageView } from '@caseloom/contract/workspaces/home-pages'
import type { TenantScope, TenantTx } from '../../platform/database/types.ts'
import { keyWithId } from '../../platform/database/name-keys.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { type HomeDeps, needFlag } from './home-page.ts'
import { homePageView } from './home-page-view.ts'
import { isShared, mayReadHomePage, mayShareHomePages } from './home-pages.rules.ts'
import { allHomePages, findHomePage, type StoredHomePage } from './home-pages.store.ts'

type Flags = Pick<HomeDeps, 'flags'>

/** Home pages that the actor may read, by name; throws resource.not_found while home pages are switched off. */
export async function listHomePages(
  deps: Flags,
  scope: TenantScope,
  actor: Actor,
): Promise<{ items: HomePageItem[]; can: { share: boolean } }> {
  await needFlag(deps, scope)
  const pages = await readableHomePages(scope, actor)
  const items = pages.map((page) => {
    const { revision: _revision, widgets, ...rest } = homePageView(actor, page)
    return { ...rest, widgets: widgets.length }
  })
  return { items, can: { share: mayShareHomePages(actor) } }
}

/** Stored pages that the actor may read, by name. */
export async function readableHomePages(scope: TenantScope, actor: Actor): Promise<StoredHomePage[]> {
  allow(actor, 'tenant')
  const pages = await scope.read((tx) => allHomePages(tx))
  return pages.filter((page) => mayReadHomePage(actor, page))
}

/** One page; throws resource.not_found for a missing one and one that is not shared alike. */
export async function getHomePage(
  deps: Flags,
  scope: TenantScope,
  actor: Actor,
  homePageId: string,
): Promise<HomePageView> {
  await needFlag(deps, scope)
  return homePageView(actor, await scope.read((tx) => readableHomePage(tx, actor, homePageId)))
}

export async function readableHomePage(tx: TenantTx, actor: Actor, id: string): Promise<StoredHomePage> {
  const page = await findHomePage(tx, id)
  if (page === null || !mayReadHomePage(actor, page)) throw fail('resource.not_found')
  return page
}

/** For the tenant's export: personal pages stay with their owners. */
export async function sharedHomePages(scope: TenantScope, actor: Actor): Promise<HomePageView[]> {
  const pages = await readableHomePages(scope, actor)
  return pages.filter(isShared).map((page) => homePageView(actor, page))
}

/** Shared pages that the actor may read, by name, each with its key. */
export async function keyedHomePages(scope: TenantScope, actor: Actor): Promise<KeyedHomePage[]> {
  const pages = await readableHomePages(scope, actor)
  return pages.filter(isShared).map((page) => ({
    ...homePageView(actor, page),
    // A process of the version before writes no key.
    key: page.key ?? keyWithId('home_page', page.id),
  }))
}
