import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import type { HomeDeps } from './home-page.ts'
import { keyedHomePages } from './read-home-pages.ts'
import { createHomePage, deleteUnusedHomePage, saveHomePage } from './save-home-page.ts'

type Input = Parameters<typeof createHomePage>[3]
type Change = Omit<Input, 'key'> & { id: string; revision: number }

/** What content packages do with shared home pages, always as the person who exports or imports. */
export function packagedHomePages({ flags }: Pick<HomeDeps, 'flags'>) {
  const deps = { flags }
  /** Home pages can be switched off, and belong to users. */
  const isOffered = async ({ accountId }: TenantScope, actor: Actor) =>
    actor.kind === 'user' && (await flags(accountId)).HomePage
  return {
    isOffered,
    list: async (scope: TenantScope, actor: Actor) =>
      (await isOffered(scope, actor)) ? keyedHomePages(scope, actor) : [],
    create: (scope: TenantScope, actor: Actor, input: Input & { key: string }) =>
      createHomePage(deps, scope, { actor, ip: null }, input),
    save: (scope: TenantScope, actor: Actor, { id: homePageId, ...change }: Change) =>
      saveHomePage(deps, scope, { actor, ip: null }, { ...change, homePageId }),
    /** Answers false, and deletes nothing, while it is the default of a role or someone has chosen it. */
    remove: (scope: TenantScope, actor: Actor, homePageId: string) =>
      deleteUnusedHomePage(deps, scope, { actor, ip: null }, homePageId),
  }
}
