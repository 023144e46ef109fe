import * as routes from '@caseloom/contract/apps/applets'
import type { AppletView } from '@caseloom/contract/apps/applets'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

export function appletsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'apps', 'applets'),
    queryFn: async ({ signal }): Promise<AppletView[]> =>
      (await call(routes.listApplets, { params: { tenantId }, signal })).items,
  })
}

export function appletQuery(tenantId: string, appletId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'apps', appletId),
    queryFn: ({ signal }) => call(routes.getApplet, { params: { tenantId, appletId }, signal }),
  })
}

/** A published revision never changes. */
export function appletRevisionQuery(tenantId: string, appletId: string, revision: number) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'apps', appletId, 'revision', revision),
    queryFn: ({ signal }) =>
      call(routes.getAppletRevision, { params: { tenantId, appletId, revision: String(revision) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function appletRevisionsQuery(tenantId: string, appletId: string) {
  return infiniteQueryOptions({
    queryKey: keys.one(tenantId, 'apps', appletId, 'revisions'),
    queryFn: ({ signal, pageParam }) =>
      call(routes.listAppletRevisions, {
        params: { tenantId, appletId },
        query: { limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    // The first page has no cursor.
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

export function usesQuery(tenantId: string, appletId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'apps', appletId, 'uses'),
    queryFn: ({ signal }) => call(routes.listAppletUses, { params: { tenantId, appletId }, signal }),
  })
}

export function updatesQuery(tenantId: string, appletId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'apps', appletId, 'updates'),
    queryFn: ({ signal }) => call(routes.listAppletUpdates, { params: { tenantId, appletId }, signal }),
    staleTime: 0,
  })
}

export const addApplet = (tenantId: string, body: RouteBodyInput<typeof routes.createApplet>) =>
  call(routes.createApplet, { params: { tenantId }, body })
export const publishApplet = (
  tenantId: string,
  appletId: string,
  body: RouteBodyInput<typeof routes.updateApplet>,
) => call(routes.updateApplet, { params: { tenantId, appletId }, body })
export const deleteApplet = (tenantId: string, appletId: string) =>
  call(routes.deleteApplet, { params: { tenantId, appletId } })
export const takeUpdates = (
  tenantId: string,
  appletId: string,
  apps: RouteBodyInput<typeof routes.takeAppletUpdates>['apps'],
) => call(routes.takeAppletUpdates, { params: { tenantId, appletId }, body: { apps } })
export const detachApplet = (tenantId: string, link: { appId: string; prefix: string; revision: number }) =>
  call(routes.detachApplet, {
    params: { tenantId, appId: link.appId, prefix: link.prefix },
    body: { revision: link.revision },
  })

/** Caches a published applet and refetches what shows it. */
export function keepApplet(client: QueryClient, tenantId: string, applet: AppletView): void {
  client.setQueryData(keys.one(tenantId, 'apps', applet.id), applet)
  void forgetLinks(client, tenantId, applet.id)
}

/** After links changed: the apps, and what is known of the applet. */
export async function forgetLinks(client: QueryClient, tenantId: string, appletId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.list(tenantId, 'apps') }),
    client.invalidateQueries({ queryKey: keys.one(tenantId, 'apps', appletId) }),
  ])
}
