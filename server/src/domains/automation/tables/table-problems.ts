import type { Issue } from '@caseloom/contract/kernel/errors'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { suggestion } from '@caseloom/playbook/issues'
import type { TenantTx } from '../../../platform/database/types.ts'
import { deedsOf } from '../triggers/deeds.rules.ts'
import { columnSought, keyColumn, readCells } from './cells.rules.ts'
import { allTables, type TableRow } from './table.store.ts'

/** Tables and columns that steps name and that don't exist, and values that their columns can't hold. */
export async function tableProblems(tx: TenantTx, document: JsonObject): Promise<Issue[]> {
  const deeds = deedsOf(document).filter(({ action }) => action.startsWith('table.'))
  if (deeds.length === 0) return []
  const tables = new Map((await allTables(tx)).map((table) => [table.key, table]))
  return deeds.flatMap(({ input, path }): Issue[] => {
    const name = input['table']
    if (typeof name !== 'string' || name === '' || !isConstant(name)) return []
    const table = tables.get(name)
    if (table !== undefined)
      return [
        ...columnProblems(table, input['column'], [...path, 'column']),
        ...valueProblems(table, input['values'], [...path, 'values']),
      ]
    const message = `There is no table "${name}"${suggestion(name, tables.keys())}`
    return [{ path: [...path, 'table'], code: 'unknown_table', message }]
  })
}

function columnProblems(table: TableRow, name: JsonValue | undefined, path: (string | number)[]): Issue[] {
  if (typeof name !== 'string' || name === '' || !isConstant(name)) return []
  const found = columnSought(table, name)
  return 'fault' in found ? [{ path, code: 'unknown_column', message: found.fault }] : []
}

function valueProblems(table: TableRow, values: JsonValue | undefined, path: (string | number)[]): Issue[] {
  if (!isJsonObject(values)) return []
  const key = keyColumn(table)
  const isKey = key in values
  const { [key]: _key, ...others } = values
  // An expression is judged when it is evaluated; its column must exist all the same.
  const judged = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, isConstant(value) ? value : null]),
  )
  const { issues } = readCells(table, judged, { path })
  const message = `The column "${key}" holds the key of the row: it is set by "key"`
  return isKey ? [{ path: [...path, key], code: 'key_column', message }, ...issues] : issues
}

function isConstant(value: JsonValue): boolean {
  return !JSON.stringify(value).includes('{%')
}
