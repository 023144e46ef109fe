import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import type { Automation } from '../automation.ts'
import { exportTable, listTableRows } from './list-tables.ts'
import { findOnLists } from './observable-lists.ts'
import { listTableChanges, restoreTableRow } from './restore-row.ts'
import { createTable } from './save-table.ts'
import { pageOfChanges } from './table-change.store.ts'
import { tableEffects } from './table-effects.ts'
import { rowById } from './table-row.store.ts'
import { allTables } from './table.store.ts'

/** Names the row. */
export const ROW = { table: 'seen', key: 'one' }

/** A step that writes what the step `get` read of a record, and one that reads it again. */
export const WRITES_ROW: JsonObject = {
  key: 'write',
  action: 'table.upsert',
  after: 'get',
  with: {
    ...ROW,
    values: { code: '{% steps.get.output.fields.code %}', note: '{% steps.get.output.fields.hush %}' },
  },
}
export const READS_ROW: JsonObject = { key: 'read', action: 'table.lookup', with: ROW }

/** The only table of the tenant, which these steps use. */
export async function aSeenTable(scope: TenantScope, actor: Actor): Promise<void> {
  const columns = ['of', 'code', 'note'].map((key) => ({ key, label: key, type: 'text' as const }))
  const input = { key: 'seen', name: 'Seen', description: null, caseSensitive: false, expireDays: null }
  const listing = { purpose: 'block' as const, column: 'code', kinds: ['other' as const], editors: true }
  await createTable(scope, { actor, ip: '192.0.2.1' }, { ...input, columns, listing })
}

/** All that a person is shown of the rows: the list, a search that finds them, and the export. */
export async function shownRows(
  automation: Automation,
  scope: TenantScope,
  actor: Actor,
  q: string,
): Promise<unknown[]> {
  const [table] = await scope.read((tx) => allTables(tx))
  const tableId = table?.id ?? ''
  const list = (words?: string) => listTableRows(automation, scope, actor, { tableId, limit: 10, q: words })
  return [await list(), await list(q), await exportTable(automation, scope, actor, tableId)]
}

/** All that a person is shown of the history: of the table and of each row, and what restoring says. */
export async function shownHistory(
  automation: Automation,
  scope: TenantScope,
  actor: Actor,
): Promise<unknown[]> {
  const [table] = await scope.read((tx) => allTables(tx))
  const tableId = table?.id ?? ''
  const { items } = await listTableRows(automation, scope, actor, { tableId, limit: 10 })
  const lists = [undefined, ...items.map(({ id }) => id)].map((row) =>
    listTableChanges(automation, scope, actor, { tableId, row, limit: 10 }),
  )
  return Promise.all(lists)
}

/** What a person is shown who restores the last change of the row, which changes nothing. */
export async function restoredRow(
  automation: Automation,
  scope: TenantScope,
  actor: Actor,
): Promise<unknown> {
  const [table] = await scope.read((tx) => allTables(tx))
  const tableId = table?.id ?? ''
  const [change] = await scope.read((tx) =>
    pageOfChanges(tx, { tableId, rowId: null, after: null, limit: 1 }),
  )
  const row = await scope.read((tx) => rowById(tx, tableId, change?.row_id ?? ''))
  const restore = { tableId, changeId: change?.id ?? '', revision: row?.revision ?? null }
  return restoreTableRow(automation, scope, actor, restore)
}

/** The values that the actor is shown to be on the table, which is a block list by its column `code`. */
export function listedValues(
  automation: Automation,
  scope: TenantScope,
  actor: Actor,
  values: readonly string[],
): Promise<unknown> {
  const observables = values.map((value) => ({ kind: 'other' as const, value }))
  return findOnLists(automation, scope, actor, observables)
}

/** What a step of the actor's playbook gets of the row. */
export async function lookedUpRow(
  automation: Automation,
  scope: TenantScope,
  actor: Actor,
): Promise<unknown> {
  return tableEffects(automation)
    .get('table.lookup')
    ?.perform(ROW, {
      scope,
      actor: { ...actor, runId: newId(), playbookId: newId() },
      idempotencyKey: newId(),
      timeoutMs: 1_000,
      signal: new AbortController().signal,
    })
}
