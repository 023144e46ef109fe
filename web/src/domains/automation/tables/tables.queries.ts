import * as routes from '@caseloom/contract/automation/tables'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hasCode } from '../../../data/api-error.ts'
import { call } from '../../../data/call.ts'
import { fetchFile, saveFile, sendBytes } from '../../../data/files.ts'
import { keys } from '../../../data/keys.ts'

const PAGE = 100

export interface RowFilter {
  q?: string | undefined
  state?: 'live' | 'expired' | undefined
}

export function rowsQuery(tenantId: string, tableId: string, { q, state }: RowFilter) {
  return infiniteQueryOptions({
    queryKey: keys.one(tenantId, 'playbooks', tableId, 'rows', q ?? '', state ?? ''),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(routes.listTableRows, {
        params: { tenantId, tableId },
        query: {
          limit: PAGE,
          ...(q === undefined ? {} : { q }),
          ...(state === undefined ? {} : { state }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}

const CHANGES_PAGE = 30

/** Changes of one row, or of all rows of the table. */
export function changesQuery(tenantId: string, tableId: string, row?: string) {
  return infiniteQueryOptions({
    queryKey: keys.one(tenantId, 'playbooks', tableId, 'changes', row ?? ''),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(routes.listTableChanges, {
        params: { tenantId, tableId },
        query: {
          limit: CHANGES_PAGE,
          ...(row === undefined ? {} : { row }),
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

/** What a person writes into a row; null leaves its expiry to the table. */
export interface RowInput {
  values: routes.RowValues
  expiresAt: string | null
}

export function addRow(tenantId: string, tableId: string, body: RowInput) {
  return call(routes.createTableRow, { params: { tenantId, tableId }, body })
}

interface RowPlace {
  tableId: string
  row: routes.TableRowView
}

export function changeRow(tenantId: string, { tableId, row }: RowPlace, input: RowInput) {
  const params = { tenantId, tableId, tableRowId: row.id }
  return call(routes.saveTableRow, { params, body: { ...input, revision: row.revision } })
}

/** The row as it is stored now; null when it is gone. */
export async function newestRow(
  tenantId: string,
  { tableId, row }: RowPlace,
): Promise<routes.TableRowView | null> {
  try {
    return await call(routes.getTableRow, { params: { tenantId, tableId, tableRowId: row.id } })
  } catch (error) {
    if (hasCode(error, 'resource.not_found')) return null
    throw error
  }
}

interface ChangePlace {
  tableId: string
  change: routes.TableChangeView
  /** Of the row as it is shown; null when it no longer exists. */
  revision: number | null
}

export function restoreRow(tenantId: string, { tableId, change, revision }: ChangePlace) {
  const params = { tenantId, tableId, tableChangeId: change.id }
  return call(routes.restoreTableRow, { params, body: { revision } })
}

export function removeRow(tenantId: string, { tableId, row }: RowPlace) {
  return call(routes.deleteTableRow, { params: { tenantId, tableId, tableRowId: row.id } })
}

interface ImportFile {
  tableId: string
  file: Blob
  /** Only says what an import would do. */
  dryRun: boolean
}

export async function importRows(
  tenantId: string,
  { tableId, file, dryRun }: ImportFile,
): Promise<routes.ImportedRows> {
  const reply = await sendBytes(routes.importTable, {
    params: { tenantId, tableId },
    query: { dryRun },
    bytes: file,
    contentType: 'application/octet-stream',
  })
  return routes.ImportedRows.parse(reply)
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
