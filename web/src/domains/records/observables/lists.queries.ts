import * as routes from '@caseloom/contract/automation/observable-lists'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** The block and allow lists of the tenant. */
export function observableListsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'observable-lists'),
    queryFn: async ({ signal }) =>
      (await call(routes.listObservableLists, { params: { tenantId }, signal })).items,
    meta: { quiet: true },
    retry: false,
  })
}

/** Where observables are listed; those that are on no list are left out. */
export function onListsQuery(tenantId: string, observables: readonly ObservableName[]) {
  const names = observables.map(({ kind, value }) => ({ kind, value }))
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'observable-lists', 'on', names),
    queryFn: async ({ signal }) => {
      const found = []
      for (let at = 0; at < names.length; at += routes.MAX_LISTED) {
        const body = { observables: names.slice(at, at + routes.MAX_LISTED) }
        found.push(...(await call(routes.findOnLists, { params: { tenantId }, body, signal })).items)
      }
      return found
    },
    staleTime: 0,
    meta: { quiet: true },
    retry: false,
  })
}

export function addToList(tenantId: string, observableListId: string, { kind, value }: ObservableName) {
  return call(routes.addToList, { params: { tenantId, observableListId }, body: { kind, value } })
}

export function removeFromList(tenantId: string, { listId, rowId }: routes.ListedRow) {
  const params = { tenantId, observableListId: listId, listedRowId: rowId }
  return call(routes.removeFromList, { params })
}

export function refreshLists(client: QueryClient, tenantId: string): void {
  void client.invalidateQueries({ queryKey: keys.kind(tenantId, 'playbooks') })
}
