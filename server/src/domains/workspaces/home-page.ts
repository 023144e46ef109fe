import type { Favorite } from '@caseloom/contract/workspaces/home'
import type { FeatureFlags } from '@caseloom/contract/identity/identity'
import { type Actor, may, type Permission } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { home as homeRoute } from '@caseloom/contract/workspaces/home'
import type { TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { listDashboards } from './read-dashboards.ts'
import { listWorkspaces } from './read-workspaces.ts'
import {
  dropFavorite,
  favoritesOf,
  homeDashboard,
  putFavorite,
  putHomeDashboard,
  type StoredFavorite,
} from './home.store.ts'
import { defaultHomePage, mayReadHomePage } from './home-pages.rules.ts'
import { allHomePages, homeChoice, type StoredHomePage } from './home-pages.store.ts'
import { homePageView } from './home-page-view.ts'
import type { WorkspacesDeps } from './workspaces-deps.ts'

export interface HomeDeps extends WorkspacesDeps {
  /** Playbooks of the tenant, by title. */
  playbooks(scope: TenantScope, reader: Actor): Promise<readonly { id: string; title: string }[]>
  flags(accountId: string): Promise<FeatureFlags>
}

type HomeView = RouteReply<typeof homeRoute>

/** What is on the caller's home page; throws resource.not_found while home pages are switched off. */
export async function readHome(deps: HomeDeps, scope: TenantScope, actor: Actor): Promise<HomeView> {
  await needFlag(deps, scope)
  const userId = userOf(actor)
  const { wanted, choice, pages } = await scope.read(async (tx) => ({
    wanted: await homeDashboard(tx, userId),
    choice: await homeChoice(tx, userId),
    pages: await allHomePages(tx),
  }))
  const dashboards = may(actor, 'dashboard:read') ? await listDashboards(scope, actor) : []
  const chosen = dashboards.find((dashboard) => dashboard.id === wanted)
  return {
    ...pageOf(actor, choice, pages),
    dashboard: chosen === undefined ? null : { id: chosen.id, name: chosen.name },
    favourites: await readFavorites(deps, scope, actor),
  }
}

/** The page that the actor chose, while they may read it; else a default of their roles; else the built-in page. */
function pageOf(
  actor: Actor,
  choice: string | null | undefined,
  pages: readonly StoredHomePage[],
): Pick<HomeView, 'page' | 'source'> {
  if (choice === null) return { page: null, source: 'chosen' }
  const own = pages.find((page) => page.id === choice && mayReadHomePage(actor, page))
  if (own !== undefined) return { page: homePageView(actor, own), source: 'chosen' }
  const ofRole = defaultHomePage(actor, pages)
  if (ofRole !== undefined) return { page: homePageView(actor, ofRole), source: 'role' }
  return { page: null, source: 'builtIn' }
}

/** Puts a dashboard that the caller may read on their home page; throws resource.not_found. */
export async function saveHome(
  deps: HomeDeps,
  scope: TenantScope,
  { actor, dashboardId }: { actor: Actor; dashboardId: string | null },
): Promise<void> {
  await needFlag(deps, scope)
  if (dashboardId !== null) await needThing(deps, scope, { actor, kind: 'dashboard', id: dashboardId })
  await scope.tx((tx) => putHomeDashboard(tx, userOf(actor), dashboardId))
}

/** Favorites that the caller may see now, in their order. */
export async function readFavorites(deps: HomeDeps, scope: TenantScope, actor: Actor): Promise<Favorite[]> {
  const favorites = await scope.read((tx) => favoritesOf(tx, userOf(actor)))
  const kinds = [...new Set(favorites.map((one) => one.kind))]
  const things = new Map(
    await Promise.all(
      kinds.map(async (kind) => [kind, await thingsOf(deps, scope, { actor, kind })] as const),
    ),
  )
  return favorites.flatMap(({ kind, id }) => {
    const thing = things.get(kind)?.find((one) => one.id === id)
    return thing === undefined ? [] : [{ kind, id, name: thing.name, icon: thing.icon }]
  })
}

/** Keeps something that the caller may see; throws resource.not_found. */
export async function addFavorite(
  deps: HomeDeps,
  scope: TenantScope,
  wanted: StoredFavorite & { actor: Actor },
): Promise<void> {
  await needThing(deps, scope, wanted)
  await scope.tx((tx) => putFavorite(tx, userOf(wanted.actor), wanted))
}

/** Takes something out; throws resource.not_found when it was none. */
export async function removeFavorite(
  scope: TenantScope,
  { actor, ...favorite }: StoredFavorite & { actor: Actor },
): Promise<void> {
  if (!(await scope.tx((tx) => dropFavorite(tx, userOf(actor), favorite)))) throw fail('resource.not_found')
}

const READ: Record<StoredFavorite['kind'], Permission> = {
  app: 'app:read',
  workspace: 'workspace:read',
  dashboard: 'dashboard:read',
  playbook: 'playbook:read',
}

interface Thing {
  id: string
  name: string
  icon: string | null
}

async function needThing(
  deps: HomeDeps,
  scope: TenantScope,
  { actor, kind, id }: StoredFavorite & { actor: Actor },
): Promise<void> {
  const things = await thingsOf(deps, scope, { actor, kind })
  if (!things.some((thing) => thing.id === id)) throw fail('resource.not_found')
}

async function thingsOf(
  deps: HomeDeps,
  scope: TenantScope,
  { actor, kind }: { actor: Actor; kind: StoredFavorite['kind'] },
): Promise<Thing[]> {
  if (!may(actor, READ[kind])) return []
  const lists = {
    app: async () =>
      (await deps.apps.listApps(scope, actor)).map(({ id, name, icon }) => ({ id, name, icon })),
    workspace: async () =>
      (await listWorkspaces(deps, scope, actor)).map(({ id, name, icon }) => ({ id, name, icon })),
    dashboard: async () =>
      (await listDashboards(scope, actor)).map(({ id, name }) => ({ id, name, icon: null })),
    playbook: async () =>
      (await deps.playbooks(scope, actor)).map(({ id, title }) => ({ id, name: title, icon: null })),
  } satisfies Record<StoredFavorite['kind'], () => Promise<Thing[]>>
  return lists[kind]()
}

/** Throws resource.not_found while home pages are switched off. */
export async function needFlag({ flags }: Pick<HomeDeps, 'flags'>, scope: TenantScope): Promise<void> {
  if (!(await flags(scope.accountId)).HomePage) throw fail('resource.not_found')
}

/** A home belongs to a user; others who act in a tenant have none. */
export function userOf(actor: Actor): string {
  if (actor.kind !== 'user' || actor.id === null) throw fail('resource.not_found')
  return actor.id
}
