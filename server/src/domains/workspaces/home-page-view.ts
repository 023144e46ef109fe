import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { HomePageView } from '@caseloom/contract/workspaces/home-pages'
import { mayManageHomePage, mayShareHomePages } from './home-pages.rules.ts'
import type { StoredHomePage } from './home-pages.store.ts'

/** A home page as this actor may see it. */
export function homePageView(actor: Actor, page: StoredHomePage): HomePageView {
  const { id, key: _key, ownerId, defaultFor, updatedAt, ...rest } = page
  const manage = mayManageHomePage(actor, page)
  return {
    ...rest,
    // Ids of stored things were made by the id generator.
    id: id as HomePageView['id'],
    ownerId: ownerId as HomePageView['ownerId'],
    defaultFor: defaultFor as HomePageView['defaultFor'],
    updatedAt: updatedAt.toISOString(),
    can: { manage, share: manage && mayShareHomePages(actor) },
  }
}
