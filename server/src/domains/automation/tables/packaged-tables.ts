import type { TableInput } from '@caseloom/contract/automation/tables'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { listTables } from './list-tables.ts'
import type { TableUsesDeps } from './logic-uses.ts'
import { createTable, deleteTable, saveTable } from './save-table.ts'

interface SaveTable {
  tableId: string
  revision: number
  input: TableInput
}

/** What content packages do with tables, always as the person who exports or imports. */
export function packagedTables(deps: TableUsesDeps) {
  return {
    list: listTables,
    create: (scope: TenantScope, actor: Actor, input: TableInput) =>
      createTable(scope, { actor, ip: null }, input),
    save: (scope: TenantScope, actor: Actor, command: SaveTable) =>
      saveTable(deps, scope, { actor, ip: null }, command),
    remove: (scope: TenantScope, actor: Actor, tableId: string) =>
      deleteTable(deps, scope, { actor, ip: null }, tableId),
  }
}
