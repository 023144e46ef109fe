import * as routes from '@caseloom/contract/workspaces/home'
import type { Favorite, FavoriteKind } from '@caseloom/contract/workspaces/home'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { paths } from './paths.ts'
import { type TenantScope, useTenantScope } from './scope.tsx'

/** Below settings, so that renaming a target refreshes the favorites. */
export function favoritesQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'favourites'),
    queryFn: async ({ signal }): Promise<Favorite[]> =>
      (await call(routes.favorites, { params: { tenantId }, signal })).items,
    staleTime: 60_000,
  })
}

export function favoritePath(scope: TenantScope, { kind, id }: Favorite): string {
  const path = {
    app: paths.recordList,
    workspace: paths.workspace,
    dashboard: paths.dashboard,
    playbook: paths.playbook,
  }
  return path[kind](scope, id)
}

export function homeQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'home'),
    queryFn: ({ signal }) => call(routes.home, { params: { tenantId }, signal }),
  })
}

/** Sets the dashboard on the home page; null removes it. */
export const chooseHome = (tenantId: string, dashboardId: string | null) =>
  // The schema of the body makes the branded id.
  call(routes.saveHome, { params: { tenantId }, body: { dashboardId } })

export function useFavorite(kind: FavoriteKind, id: string) {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const query = useQuery(favoritesQuery(tenantId))
  const isOne = query.data?.some((one) => one.kind === kind && one.id === id) ?? false
  const change = useMutation({
    mutationFn: () =>
      isOne
        ? call(routes.removeFavorite, { params: { tenantId }, query: { kind, id } })
        : call(routes.addFavorite, { params: { tenantId }, body: { kind, id } }),
    onSettled: () => refreshFavorites(client, tenantId),
  })
  return { isOne, isKnown: query.isSuccess, isBusy: change.isPending, toggle: () => change.mutate() }
}

export async function refreshFavorites(
  client: ReturnType<typeof useQueryClient>,
  tenantId: string,
): Promise<void> {
  await Promise.all(
    ['favourites', 'home'].map((what) =>
      client.invalidateQueries({ queryKey: keys.list(tenantId, 'settings', what) }),
    ),
  )
}
