import * as routes from '@caseloom/contract/home'
import type { Favourite, FavouriteKind } from '@caseloom/contract/home'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { paths } from './paths.ts'
import { type TenantScope, useTenantScope } from './scope.tsx'

/** Below settings, so that renaming a target refreshes the favorites. */
export function favouritesQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'favourites'),
    queryFn: async ({ signal }): Promise<Favourite[]> =>
      (await call(routes.favourites, { params: { tenantId }, signal })).items,
    staleTime: 60_000,
  })
}

export function favouritePath(scope: TenantScope, { kind, id }: Favourite): string {
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

export function useFavourite(kind: FavouriteKind, id: string) {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const query = useQuery(favouritesQuery(tenantId))
  const isOne = query.data?.some((one) => one.kind === kind && one.id === id) ?? false
  const change = useMutation({
    mutationFn: () =>
      isOne
        ? call(routes.removeFavourite, { params: { tenantId }, query: { kind, id } })
        : call(routes.addFavourite, { params: { tenantId }, body: { kind, id } }),
    onSettled: () => refreshFavourites(client, tenantId),
  })
  return { isOne, isKnown: query.isSuccess, isBusy: change.isPending, toggle: () => change.mutate() }
}

export async function refreshFavourites(
  client: ReturnType<typeof useQueryClient>,
  tenantId: string,
): Promise<void> {
  await Promise.all(
    ['favourites', 'home'].map((what) =>
      client.invalidateQueries({ queryKey: keys.list(tenantId, 'settings', what) }),
    ),
  )
}
