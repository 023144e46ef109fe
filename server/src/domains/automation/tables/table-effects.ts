// Steps that read and write reference tables.
import { TABLE_LIMITS } from '@caseloom/contract/automation/tables'
import { mergedTouches } from '@caseloom/contract/records/touches'
import { TableDelete, TableLookup, TableUpsert } from '@caseloom/playbook/actions-tables'
import { suggestion } from '@caseloom/playbook/issues'
import type { z } from 'zod'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { effectOf, failedStep } from '../effects/effect-of.ts'
import type { EffectAction, EffectContext, EffectOutcome } from '../effects/effects.ts'
import { originOf } from '../effects/origin-of.ts'
import { keepOperation, knownOperation } from '../state/state.store.ts'
import { markOf } from './cell-marks.ts'
import {
  columnSought,
  keyColumn,
  matchOf,
  type Read,
  readCells,
  readInstant,
  readKey,
  soughtCells,
  soughtKeys,
} from './cells.rules.ts'
import { deleteRow, putRows, type WrittenBy } from './put-rows.store.ts'
import { openRows, touchesOf } from './row-gate.ts'
import { dateOf } from './save-row.ts'
import { peopleOfTable, type TableDeps } from './table-people.ts'
import { rowCounts, rowsByMarks, rowsByMatch, type RowRow } from './table-row.store.ts'
import { allTables, lockTable, tableByKey, type TableRow } from './table.store.ts'
import { valuesOf } from './table-view.ts'

/** Of rows with one value, as many are considered. */
const MARKED = 50

type Fault = Extract<EffectOutcome, { ok: false }>

/** `table.lookup`, `table.upsert`, `table.delete`. */
export function tableEffects(deps: TableDeps): ReadonlyMap<string, EffectAction> {
  return new Map([
    ['table.lookup', effectOf(TableLookup, (input, context) => lookUp(deps, context, input))],
    ['table.upsert', effectOf(TableUpsert, (input, context) => upsert(deps, context, input))],
    ['table.delete', effectOf(TableDelete, (input, context) => remove(deps, context, input))],
  ])
}

async function lookUp(
  deps: TableDeps,
  context: EffectContext,
  input: z.output<typeof TableLookup>,
): Promise<EffectOutcome> {
  const table = await context.scope.read((tx) => tableNamed(tx, input.table))
  if ('ok' in table) return table
  const found = await rowsSought(deps, context, { table, input })
  if ('ok' in found) return found
  const isOpen = await openRows(deps, context.scope, context.actor, found)
  const row = found.find(isOpen)
  if (row === undefined) return { ok: true, output: { found: false, row: null } }
  return {
    ok: true,
    output: { found: true, row: valuesOf(table, row.cells) },
    touched: touchesOf(row).map((one) => ({ ...one, aside: true })),
  }
}

interface Lookup {
  table: TableRow
  input: z.output<typeof TableLookup>
}

/** Rows that a lookup finds, the best first: by the key, or by a value of another column. */
async function rowsSought(
  deps: TableDeps,
  { scope }: EffectContext,
  { table, input: { key, column: name } }: Lookup,
): Promise<readonly RowRow[] | Fault> {
  if (name === undefined || name === keyColumn(table)) {
    const read = readKey(table, key)
    if ('fault' in read) return fault('step.bad_input', `key: ${read.fault}`)
    const keys = soughtKeys(table, key)
    const rows = await scope.read((tx) => rowsByMatch(tx, table.id, keys))
    return rows.toSorted((one, other) => keys.indexOf(one.match) - keys.indexOf(other.match))
  }
  const column = columnSought(table, name)
  if ('fault' in column) return fault('table.unknown_column', column.fault)
  const { type } = column.value
  const value = type === 'user' ? await personSought(deps, scope, { table, key }) : key
  const marks = soughtCells(table, column.value, value).map((one) => markOf(table.id, name, one))
  if (marks.length === 0 && type === 'network')
    return fault('step.bad_input', 'key: Not an IP address or a network, such as 10.20.0.0/16')
  const narrowest = type === 'network' ? name : null
  return scope.read((tx) => rowsByMarks(tx, { tableId: table.id, marks, narrowest, limit: MARKED }))
}

async function personSought(
  deps: TableDeps,
  scope: TenantScope,
  { table, key }: { table: TableRow; key: string },
): Promise<string> {
  const found = (await peopleOfTable(deps, scope, table)).find(key.trim())
  return 'value' in found ? found.value : key.trim()
}

async function upsert(
  deps: TableDeps,
  context: EffectContext,
  input: z.output<typeof TableUpsert>,
): Promise<EffectOutcome> {
  const seen = await context.scope.read((tx) => placeOf(tx, input))
  if ('ok' in seen) return seen
  const { find: findPerson } = await peopleOfTable(deps, context.scope, seen.table)
  return once(context, async (tx) => {
    const place = await placeOf(tx, input)
    if ('ok' in place) return place
    const table = (await lockTable(tx, place.table.id)) ?? place.table
    const { cells, issues } = readCells(table, input.values ?? {}, { path: ['values'], findPerson })
    if (keyColumn(table) in cells)
      issues.push({ path: [], code: 'key', message: `The column "${keyColumn(table)}" holds the key` })
    const expiry = readExpiry(input.expiresAt)
    if ('fault' in expiry)
      issues.push({ path: ['values', 'expiresAt'], code: 'bad_value', message: expiry.fault })
    if (issues.length > 0)
      return failedStep(
        'table.row_invalid',
        issues.map(({ path, message }) => [...path.slice(1), message].join(': ')).join('; '),
      )
    const [old] = await rowsByMatch(tx, table.id, [place.match])
    if (old === undefined && (await rowCounts(tx, table.id)).live >= TABLE_LIMITS.rows)
      return failedStep('table.full', `A table can have at most ${TABLE_LIMITS.rows} rows`)
    const touches = mergedTouches([
      ...(old === undefined ? [] : touchesOf(old)),
      ...(await originOf(tx, context)),
    ])
    const set = 'value' in expiry ? expiry.value : undefined
    const row = {
      id: old?.id ?? newId(),
      match: place.match,
      cells: { [keyColumn(table)]: place.key, ...old?.cells, ...cells },
      touches,
      expires: set === undefined ? (old?.own_expires_at ?? null) : dateOf(set),
    }
    await putRows(tx, table, [row], { by: writerOf(context) })
    return { ok: true, output: { key: place.key } }
  })
}

/** What a step sets: absent leaves the expiry as it is, and null leaves it to the table. */
function readExpiry(given: string | null | undefined): Read<string | null | undefined> {
  return given === undefined || given === null ? { value: given } : readInstant(given.trim())
}

function writerOf({ actor }: EffectContext): WrittenBy {
  return { name: actor.name, runId: actor.runId ?? null }
}

async function remove(
  deps: TableDeps,
  context: EffectContext,
  input: z.output<typeof TableDelete>,
): Promise<EffectOutcome> {
  const place = await context.scope.read((tx) => placeOf(tx, input))
  if ('ok' in place) return place
  const row = await openRow(deps, context, place)
  return once(context, async (tx) => ({
    ok: true,
    output: { deleted: row !== null && (await deleteRow(tx, place.table.id, row.id, writerOf(context))) },
  }))
}

interface Place {
  table: TableRow
  key: string
  match: string
}

/** The table and the key that a step names, or why they can't be used. */
async function placeOf(
  tx: TenantTx,
  { table: name, key: given }: { table: string; key: string },
): Promise<Place | Fault> {
  const table = await tableNamed(tx, name)
  if ('ok' in table) return table
  const key = readKey(table, given)
  if ('fault' in key) return fault('step.bad_input', `key: ${key.fault}`)
  return { table, key: key.value, match: matchOf(table, key.value) }
}

async function tableNamed(tx: TenantTx, name: string): Promise<TableRow | Fault> {
  const table = await tableByKey(tx, name)
  if (table !== null) return table
  const known = (await allTables(tx)).map((one) => one.key)
  return fault('table.unknown', `There is no table "${name}"${suggestion(name, known)}`)
}

function fault(code: string, message: string): Fault {
  return { ok: false, error: { code, message, retryable: false } }
}

/** The row, unless it was made of data that the run may not read: such a row doesn't exist for it. */
async function openRow(
  deps: TableDeps,
  { scope, actor }: EffectContext,
  { table, match }: Place,
): Promise<RowRow | null> {
  const [row] = await scope.read((tx) => rowsByMatch(tx, table.id, [match]))
  if (row === undefined) return null
  return (await openRows(deps, scope, actor, [row]))(row) ? row : null
}

/** A step that is repeated after a crash answers what it did the first time and changes nothing. */
function once(
  { scope, actor, idempotencyKey }: EffectContext,
  change: (tx: TenantTx) => Promise<EffectOutcome>,
): Promise<EffectOutcome> {
  const { playbookId, runId } = actor
  if (playbookId === undefined || runId === undefined)
    return Promise.resolve(failedStep('table.no_playbook', 'Only steps of a run can change tables'))
  return scope.tx(async (tx) => {
    const before = await knownOperation(tx, playbookId, idempotencyKey)
    if (before !== null) return { ok: true, output: before.result }
    const outcome = await change(tx)
    if (outcome.ok) await keepOperation(tx, { runId, key: idempotencyKey, result: outcome.output })
    return outcome
  })
}
