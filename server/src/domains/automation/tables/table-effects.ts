// Steps that read and write reference tables.
import { TABLE_LIMITS } from '@caseloom/contract/automation/tables'
import { mergedTouches } from '@caseloom/contract/records/touches'
import { TableDelete, TableLookup, TableUpsert } from '@caseloom/playbook/actions-tables'
import { suggestion } from '@caseloom/playbook/issues'
import type { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { effectOf, failedStep } from '../effects/effect-of.ts'
import type { EffectAction, EffectContext, EffectOutcome } from '../effects/effects.ts'
import { originOf } from '../effects/origin-of.ts'
import type { GateDeps } from '../gate/run-gate.ts'
import { keepOperation, knownOperation } from '../state/state.store.ts'
import { keyColumn, matchOf, readCells, readKey } from './cells.rules.ts'
import { openRows, touchesOf } from './row-gate.ts'
import { deleteRow, putRows, rowCount, rowsByMatch, type RowRow } from './table-row.store.ts'
import { allTables, lockTable, tableByKey, type TableRow } from './table.store.ts'
import { valuesOf } from './table-view.ts'

type Fault = Extract<EffectOutcome, { ok: false }>

/** `table.lookup`, `table.upsert`, `table.delete`. */
export function tableEffects(deps: GateDeps): ReadonlyMap<string, EffectAction> {
  return new Map([
    ['table.lookup', effectOf(TableLookup, (input, context) => lookUp(deps, context, input))],
    ['table.upsert', effectOf(TableUpsert, (input, context) => upsert(context, input))],
    ['table.delete', effectOf(TableDelete, (input, context) => remove(deps, context, input))],
  ])
}

async function lookUp(
  deps: GateDeps,
  context: EffectContext,
  input: z.output<typeof TableLookup>,
): Promise<EffectOutcome> {
  const place = await context.scope.read((tx) => placeOf(tx, input))
  if ('ok' in place) return place
  const row = await openRow(deps, context, place)
  if (row === null) return { ok: true, output: { found: false, row: null } }
  return {
    ok: true,
    output: { found: true, row: valuesOf(place.table, row) },
    touched: touchesOf(row).map((one) => ({ ...one, aside: true })),
  }
}

function upsert(context: EffectContext, input: z.output<typeof TableUpsert>): Promise<EffectOutcome> {
  return once(context, async (tx) => {
    const place = await placeOf(tx, input)
    if ('ok' in place) return place
    const table = (await lockTable(tx, place.table.id)) ?? place.table
    const { cells, issues } = readCells(table, input.values ?? {}, ['values'])
    if (keyColumn(table) in cells)
      issues.push({ path: [], code: 'key', message: `The column "${keyColumn(table)}" holds the key` })
    if (issues.length > 0)
      return failedStep(
        'table.row_invalid',
        issues.map(({ path, message }) => [...path.slice(1), message].join(': ')).join('; '),
      )
    const [old] = await rowsByMatch(tx, table.id, [place.match])
    if (old === undefined && (await rowCount(tx, table.id)) >= TABLE_LIMITS.rows)
      return failedStep('table.full', `A table can have at most ${TABLE_LIMITS.rows} rows`)
    const touches = mergedTouches([
      ...(old === undefined ? [] : touchesOf(old)),
      ...(await originOf(tx, context)),
    ])
    const row = {
      id: old?.id ?? newId(),
      match: place.match,
      cells: { [keyColumn(table)]: place.key, ...old?.cells, ...cells },
      touches,
    }
    await putRows(tx, table.id, [row], { name: context.actor.name, runId: context.actor.runId ?? null })
    return { ok: true, output: { key: place.key } }
  })
}

async function remove(
  deps: GateDeps,
  context: EffectContext,
  input: z.output<typeof TableDelete>,
): Promise<EffectOutcome> {
  const place = await context.scope.read((tx) => placeOf(tx, input))
  if ('ok' in place) return place
  const row = await openRow(deps, context, place)
  return once(context, async (tx) => ({
    ok: true,
    output: { deleted: row !== null && (await deleteRow(tx, place.table.id, row.id)) },
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
  const table = await tableByKey(tx, name)
  if (table === null) {
    const near = suggestion(
      name,
      (await allTables(tx)).map((one) => one.key),
    )
    return fault('table.unknown', `There is no table "${name}"${near}`)
  }
  const key = readKey(given)
  if ('fault' in key) return fault('step.bad_input', `key: ${key.fault}`)
  return { table, key: key.value, match: matchOf(table, key.value) }
}

function fault(code: string, message: string): Fault {
  return { ok: false, error: { code, message, retryable: false } }
}

/** The row, unless it was made of data that the run may not read: such a row doesn't exist for it. */
async function openRow(
  deps: GateDeps,
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
