import * as lists from '@caseloom/contract/automation/observable-lists'
import * as routes from '@caseloom/contract/automation/tables'
import type { Http } from '../../../platform/http/types.ts'
import type { TableUsesDeps } from './logic-uses.ts'
import { importTable } from './import-table.ts'
import { exportTable, getTableRow, listTableRows, listTables, usesOfTable } from './list-tables.ts'
import { addToList, findOnLists, listObservableLists, removeFromList } from './observable-lists.ts'
import { listTableChanges, restoreTableRow } from './restore-row.ts'
import { createTableRow, deleteTableRow, saveTableRow } from './save-row.ts'
import { createTable, deleteTable, saveTable } from './save-table.ts'
import type { TableDeps } from './table-people.ts'

/** Serves reference tables and their rows. */
export function bindTableRoutes(http: Http, deps: TableDeps & TableUsesDeps): void {
  http.bindTenant(routes.listTables, async ({ scope, actor }) => ({ items: await listTables(scope, actor) }))
  http.bindTenant(routes.createTable, ({ scope, actor, body, request }) =>
    createTable(scope, { actor, ip: request.ip }, body),
  )
  http.bindTenant(routes.saveTable, ({ scope, actor, params, body, request }) => {
    const { revision, ...input } = body
    return saveTable(deps, scope, { actor, ip: request.ip }, { tableId: params.tableId, revision, input })
  })
  http.bindTenant(routes.deleteTable, async ({ scope, actor, params, request }) => {
    await deleteTable(deps, scope, { actor, ip: request.ip }, params.tableId)
    return undefined
  })
  http.bindTenant(routes.tableUses, ({ scope, actor, params }) =>
    usesOfTable(deps, scope, actor, params.tableId),
  )
  http.bindTenant(routes.listTableRows, ({ scope, actor, params, query }) =>
    listTableRows(deps, scope, actor, { tableId: params.tableId, ...query }),
  )
  http.bindTenant(routes.createTableRow, ({ scope, actor, params, body }) =>
    createTableRow(deps, scope, actor, { tableId: params.tableId, ...body }),
  )
  http.bindTenant(routes.getTableRow, ({ scope, actor, params }) =>
    getTableRow(deps, scope, actor, { tableId: params.tableId, rowId: params.tableRowId }),
  )
  http.bindTenant(routes.saveTableRow, ({ scope, actor, params, body }) =>
    saveTableRow(deps, scope, actor, { tableId: params.tableId, rowId: params.tableRowId, ...body }),
  )
  http.bindTenant(routes.deleteTableRow, async ({ scope, actor, params }) => {
    await deleteTableRow(scope, actor, { tableId: params.tableId, rowId: params.tableRowId })
    return undefined
  })
  http.bindTenant(routes.listTableChanges, ({ scope, actor, params, query }) =>
    listTableChanges(deps, scope, actor, { tableId: params.tableId, ...query }),
  )
  http.bindTenant(routes.restoreTableRow, ({ scope, actor, params, body }) =>
    restoreTableRow(deps, scope, actor, {
      tableId: params.tableId,
      changeId: params.tableChangeId,
      ...body,
    }),
  )
  http.bindTenant(routes.importTable, ({ scope, actor, params, query, raw, request }) => {
    const file = { tableId: params.tableId, bytes: raw, dryRun: query.dryRun === 'true' }
    return importTable(deps, scope, { actor, ip: request.ip }, file)
  })
  http.bindTenant(routes.exportTable, async ({ scope, actor, params }) => {
    const { name, text } = await exportTable(deps, scope, actor, params.tableId)
    return { mediaType: 'text/csv; charset=utf-8', content: Buffer.from(text), fileName: `${name}.csv` }
  })
}

/** Serves block and allow lists, for observables. */
export function bindObservableListRoutes(http: Http, deps: TableDeps): void {
  http.bindTenant(lists.listObservableLists, async ({ scope, actor }) => ({
    items: await listObservableLists(scope, actor),
  }))
  http.bindTenant(lists.findOnLists, async ({ scope, actor, body }) => ({
    items: await findOnLists(deps, scope, actor, body.observables),
  }))
  http.bindTenant(lists.addToList, ({ scope, actor, params, body }) =>
    addToList(deps, scope, actor, { ...body, listId: params.observableListId }),
  )
  http.bindTenant(lists.removeFromList, async ({ scope, actor, params }) => {
    await removeFromList(deps, scope, actor, { listId: params.observableListId, rowId: params.listedRowId })
    return undefined
  })
}
