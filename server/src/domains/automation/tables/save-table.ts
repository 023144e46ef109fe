import { TABLE_LIMITS, type TableInput, type TableView } from '@caseloom/contract/automation/tables'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { type LogicUse, shownUses, type TableUsesDeps } from './logic-uses.ts'
import { tableUsesOf } from '../assets/asset-uses.read.ts'
import { changeIssues, shapeIssues, tableIssue } from './table-changes.rules.ts'
import { usedColumns } from './table-uses.read.ts'
import { dropCells, rowCounts } from './table-row.store.ts'
import { allTables, deleteTableRow, lockTable, putTable, type TableRow } from './table.store.ts'
import { tableView } from './table-view.ts'

/** Where a change came from, for the audit log. */
export interface By {
  actor: Actor
  /** Null for a change by a job. */
  ip: string | null
}

/** Stores a new table; throws table.invalid with all faults, table.key_taken. */
export async function createTable(
  scope: TenantScope,
  { actor, ip }: By,
  input: TableInput,
): Promise<TableView> {
  allow(actor, 'playbook:build')
  return scope.tx(async (tx) => {
    const issues = shapeIssues(input)
    if ((await allTables(tx)).length >= TABLE_LIMITS.tables)
      issues.push(tableIssue(['key'], 'limit', `A tenant can have at most ${TABLE_LIMITS.tables} tables`))
    if (issues.length > 0) throw fail('table.invalid', { issues })
    const row = { ...partsOf(input, null), id: newId(), revision: 1, updated_at: tx.now }
    if (!(await putTable(tx, row))) throw keyTaken(input.key)
    await record(tx, { actor, ip }, { action: 'table.created', after: row })
    return tableView(row, { live: 0, expired: 0 }, actor)
  })
}

interface SaveTable {
  tableId: string
  revision: number
  input: TableInput
}

/** Changes a table; throws resource.not_found, resource.version_conflict, table.invalid with all faults, table.key_taken. */
export async function saveTable(
  { apps }: TableUsesDeps,
  scope: TenantScope,
  { actor, ip }: By,
  { tableId, revision, input }: SaveTable,
): Promise<TableView> {
  allow(actor, 'playbook:build')
  return scope.tx(async (tx) => {
    const old = await lockedTable(tx, tableId)
    if (old.revision !== revision)
      throw fail('resource.version_conflict', { extra: { revision: old.revision } })
    const rows = await rowCounts(tx, tableId)
    const used = await usedColumns(tx, old.key)
    const asking = await apps.tables.uses(tx, old.key)
    const around = { hasRows: rows.live + rows.expired > 0, used, asking }
    const given = { ...input, listing: input.listing === undefined ? old.listing : input.listing }
    const issues: Issue[] = [...shapeIssues(given), ...changeIssues(old, input, around)]
    if (issues.length > 0) throw fail('table.invalid', { issues })
    const row = { ...partsOf(input, old.listing), id: old.id, revision: old.revision + 1, updated_at: tx.now }
    if (!(await putTable(tx, row))) throw keyTaken(input.key)
    const stay = new Set(row.columns.map(({ key }) => key))
    const gone = old.columns.map(({ key }) => key).filter((key) => !stay.has(key))
    if (gone.length > 0) await dropCells(tx, tableId, gone)
    await record(tx, { actor, ip }, { action: 'table.changed', before: old, after: row })
    return tableView(row, rows, actor)
  })
}

/** Deletes a table with its rows; throws resource.not_found, table.in_use when a published playbook or form logic names it. */
export async function deleteTable(
  { apps }: TableUsesDeps,
  scope: TenantScope,
  { actor, ip }: By,
  tableId: string,
): Promise<void> {
  allow(actor, 'playbook:build')
  await scope.tx(async (tx) => {
    const row = await lockedTable(tx, tableId)
    const uses = (await tableUsesOf(tx, row.key)).filter((use) => use.inPublished)
    const asking = await apps.tables.uses(tx, row.key)
    const names = [...uses.map(({ title }) => title), ...namesOf(asking, actor)]
    if (names.length > 0) throw fail('table.in_use', { detail: `Used by ${names.join(', ')}` })
    await deleteTableRow(tx, tableId)
    await record(tx, { actor, ip }, { action: 'table.deleted', before: row })
  })
}

function namesOf(asking: readonly LogicUse[], actor: Actor): string[] {
  const { shown, others } = shownUses(actor, asking)
  const names = shown.map(({ name }) => `the form logic of ${name}`)
  return others === 0 ? names : [...names, 'form logic of apps that aren’t shared with you']
}

/** The table, locked until the transaction ends; throws resource.not_found. */
export async function lockedTable(tx: TenantTx, tableId: string): Promise<TableRow> {
  const row = await lockTable(tx, tableId)
  if (row === null) throw fail('resource.not_found')
  return row
}

function partsOf(
  input: TableInput,
  before: TableRow['listing'],
): Omit<TableRow, 'id' | 'revision' | 'updated_at'> {
  const { key, name, description, columns, caseSensitive, expireDays, listing = before } = input
  return { key, name, description, columns, case_sensitive: caseSensitive, expire_days: expireDays, listing }
}

function keyTaken(key: string) {
  const issues = [tableIssue(['key'], 'taken', `The key "${key}" is already in use`)]
  return fail('table.key_taken', { issues })
}

interface TableChange {
  action: 'table.created' | 'table.changed' | 'table.deleted'
  before?: TableRow
  after?: TableRow
}

async function record(tx: TenantTx, { actor, ip }: By, change: TableChange): Promise<void> {
  const { action, before, after } = change
  const row = after ?? before
  const parts = ({ key, name, columns, case_sensitive, expire_days, listing }: TableRow) => {
    const shown = columns.map(({ options, ...one }) => ({ ...one, ...(options && { options }) }))
    const list = listing === null ? null : { ...listing }
    return { key, name, columns: shown, case_sensitive, expire_days, listing: list }
  }
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action,
    ...(row === undefined ? {} : { object: { kind: 'table', id: row.id, name: row.name } }),
    ...(before === undefined ? {} : { before: parts(before) }),
    ...(after === undefined ? {} : { after: parts(after) }),
    ip,
  })
}
