import * as routes from '@caseloom/contract/content/catalog'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

export function catalogQuery(tenantId: string, lineKey: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'content', 'catalog', lineKey),
    queryFn: ({ signal }) => call(routes.getCatalog, { params: { tenantId, lineKey }, signal }),
    // What is in use changes elsewhere, too.
    staleTime: 0,
  })
}

export const planCatalogPackage = (tenantId: string, lineKey: string, packageKey: string) =>
  call(routes.planCatalogPackage, { params: { tenantId, lineKey, packageKey } })
export const addLine = (tenantId: string, body: RouteBodyInput<typeof routes.createLine>) =>
  call(routes.createLine, { params: { tenantId }, body })
export const changeLine = (
  tenantId: string,
  lineKey: string,
  body: RouteBodyInput<typeof routes.updateLine>,
) => call(routes.updateLine, { params: { tenantId, lineKey }, body })
export const removeLine = (tenantId: string, lineKey: string) =>
  call(routes.deleteLine, { params: { tenantId, lineKey } })

export function refreshLines(client: QueryClient, tenantId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.list(tenantId, 'content') })
}
