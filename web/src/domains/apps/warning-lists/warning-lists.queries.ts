import * as routes from '@caseloom/contract/records/warning-lists'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { fetchFile, saveFile, sendBytes } from '../../../data/files.ts'
import { keys } from '../../../data/keys.ts'

export function warningListsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'warning-lists'),
    queryFn: async ({ signal }) =>
      (await call(routes.listWarningLists, { params: { tenantId }, signal })).items,
  })
}

/** A list with its entries, always as it is now: it is edited. */
export function warningListQuery(tenantId: string, warningListId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'settings', warningListId, 'warning-list'),
    queryFn: ({ signal }) => call(routes.getWarningList, { params: { tenantId, warningListId }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

export function saveList(
  tenantId: string,
  list: Pick<routes.WarningListView, 'id' | 'version'> | undefined,
  input: routes.WarningListInput,
): Promise<routes.WarningListView> {
  if (list === undefined) return call(routes.createWarningList, { params: { tenantId }, body: input })
  const params = { tenantId, warningListId: list.id }
  return call(routes.saveWarningList, { params, body: { ...input, version: list.version } })
}

export function turnList(tenantId: string, { id, version }: routes.WarningListSummary, enabled: boolean) {
  const params = { tenantId, warningListId: id }
  return call(routes.turnWarningList, { params, body: { enabled, version } })
}

export function removeList(tenantId: string, warningListId: string) {
  return call(routes.deleteWarningList, { params: { tenantId, warningListId } })
}

/** Imports a file as a new list, or in place of one. */
export async function importFile(
  tenantId: string,
  file: Blob,
  warningListId?: string,
): Promise<routes.WarningListView> {
  const sent = { bytes: file, contentType: 'application/octet-stream' }
  const reply =
    warningListId === undefined
      ? await sendBytes(routes.importWarningList, { params: { tenantId }, ...sent })
      : await sendBytes(routes.replaceWarningList, { params: { tenantId, warningListId }, ...sent })
  return routes.WarningListView.parse(reply)
}

export async function downloadList(tenantId: string, { id, name }: routes.WarningListSummary): Promise<void> {
  saveFile(
    await fetchFile(routes.exportWarningList, { params: { tenantId, warningListId: id } }),
    `${name}.json`,
  )
}

/** The lists, what they said about values, and emails of records, which are shown without what they hide. */
export function refreshLists(client: QueryClient, tenantId: string): void {
  void client.invalidateQueries({ queryKey: keys.list(tenantId, 'settings', 'warning-lists') })
  void client.invalidateQueries({ queryKey: keys.list(tenantId, 'settings', 'warning-hits') })
  void client.invalidateQueries({ queryKey: keys.kind(tenantId, 'records') })
}
