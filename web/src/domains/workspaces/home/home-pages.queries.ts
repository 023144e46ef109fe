import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import * as routes from '@caseloom/contract/workspaces/home-pages'
import type { HomePageView } from '@caseloom/contract/workspaces/home-pages'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** The ID of the built-in page in addresses and choices. */
export const BUILT_IN = 'builtIn'

export function homePagesQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'homepages'),
    queryFn: ({ signal }) => call(routes.listHomePages, { params: { tenantId }, signal }),
  })
}

export function homePageQuery(tenantId: string, homePageId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'settings', homePageId),
    queryFn: ({ signal }) => call(routes.getHomePage, { params: { tenantId, homePageId }, signal }),
  })
}

export const addHomePage = (tenantId: string, body: RouteBodyInput<typeof routes.createHomePage>) =>
  call(routes.createHomePage, { params: { tenantId }, body })
export const changeHomePage = (
  tenantId: string,
  homePageId: string,
  body: RouteBodyInput<typeof routes.saveHomePage>,
) => call(routes.saveHomePage, { params: { tenantId, homePageId }, body })
export const removeHomePage = (tenantId: string, homePageId: string) =>
  call(routes.deleteHomePage, { params: { tenantId, homePageId } })
/** Null follows the default of the reader's roles. */
export const chooseHomePage = (tenantId: string, page: string | null) =>
  call(routes.chooseHomePage, { params: { tenantId }, body: { page } })

export function keepHomePage(client: QueryClient, tenantId: string, saved: HomePageView): void {
  client.setQueryData(keys.one(tenantId, 'settings', saved.id), saved)
  refreshHomePages(client, tenantId)
}

export function refreshHomePages(client: QueryClient, tenantId: string): void {
  for (const what of ['home', 'homepages'])
    void client.invalidateQueries({ queryKey: keys.list(tenantId, 'settings', what) })
}
