import * as routes from '@caseloom/contract/automation/tables'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { fetchFile, saveFile, sendBytes } from '../../../data/files.ts'
import { keys } from '../../../data/keys.ts'

const PAGE = 100

export function rowsQuery(tenantId: string, tableId: string, q: string | undefined) {
  return infiniteQueryOptions({
    queryKey: keys.one(tenantId, 'playbooks', tableId, 'rows', q ?? ''),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(routes.listTableRows, {
        params: { tenantId, tableId },
        query: {
          limit: PAGE,
          ...(q === undefined ? {} : { q }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}

export function tableUsesQuery(tenantId: string, tableId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', tableId, 'uses'),
    queryFn: ({ signal }) => call(routes.tableUses, { params: { tenantId, tableId }, signal }),
    meta: { quiet: true },
  })
}

export function addTable(tenantId: string, body: routes.TableInput) {
  return call(routes.createTable, { params: { tenantId }, body })
}

export function changeTable(tenantId: string, table: routes.TableView, input: routes.TableInput) {
  const body = { ...input, revision: table.revision }
  return call(routes.saveTable, { params: { tenantId, tableId: table.id }, body })
}

export function removeTable(tenantId: string, tableId: string) {
  return call(routes.deleteTable, { params: { tenantId, tableId } })
}

export function addRow(tenantId: string, tableId: string, values: routes.RowValues) {
  return call(routes.createTableRow, { params: { tenantId, tableId }, body: { values } })
}

interface RowPlace {
  tableId: string
  row: routes.TableRowView
}

export function changeRow(tenantId: string, { tableId, row }: RowPlace, values: routes.RowValues) {
  const params = { tenantId, tableId, tableRowId: row.id }
  return call(routes.saveTableRow, { params, body: { values, revision: row.revision } })
}

export function removeRow(tenantId: string, { tableId, row }: RowPlace) {
  return call(routes.deleteTableRow, { params: { tenantId, tableId, tableRowId: row.id } })
}

export async function importRows(tenantId: string, tableId: string, file: Blob): Promise<number> {
  const reply = await sendBytes(routes.importTable, {
    params: { tenantId, tableId },
    bytes: file,
    contentType: 'application/octet-stream',
  })
  return routes.ImportedRows.parse(reply).rows
}

export async function downloadTable(tenantId: string, table: routes.TableView): Promise<void> {
  const file = await fetchFile(routes.exportTable, { params: { tenantId, tableId: table.id } })
  saveFile(file, `${table.key}.csv`)
}

/** Tables with their counts, and the rows of one of them. */
export function refreshTables(client: QueryClient, tenantId: string, tableId: string): void {
  void client.invalidateQueries({ queryKey: keys.list(tenantId, 'playbooks', 'tables') })
  void client.invalidateQueries({ queryKey: keys.one(tenantId, 'playbooks', tableId) })
}
