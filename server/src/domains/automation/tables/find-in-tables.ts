// Whether values are in reference tables: what form logic asks.
import { CONDITION_TYPES } from '@caseloom/contract/automation/table-columns'
import type { TableAnswer, TableQuestion } from '@caseloom/contract/apps/table-answers'
import { storedTouches } from '@caseloom/contract/records/touches'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { GateDeps } from '../gate/run-gate.ts'
import { keyColumn, soughtCells, soughtKeys } from './cells.rules.ts'
import { type CellsSought, cellsFound } from './table-row.store.ts'
import { allTables, type TableRow } from './table.store.ts'

/**
 * Answers questions in one statement, by keys as steps look them up, and by texts of other columns in the same way. Rows
 * that runs wrote count with `runs`, as far as everyone who can read records can read what they were made of.
 */
async function findInTables(
  { records }: GateDeps,
  tx: TenantTx,
  questions: readonly TableQuestion[],
  { runs }: { runs: boolean },
): Promise<TableAnswer[]> {
  if (questions.length === 0) return []
  const tables = new Map((await allTables(tx)).map((table) => [table.key, table]))
  const sought = new Map<string, CellsSought>()
  const asked = questions.map((question) => {
    const place = placeOf(tables.get(question.table), question)
    if (place !== null) add(sought, place)
    return { question, place }
  })
  const found = await cellsFound(tx, [...sought.values()])
  const touches = found.flatMap((one) => one.touches.flatMap(storedTouches))
  const isOpen = runs && touches.length > 0 ? await records.touches.judgeForAll(tx, touches) : () => true
  const present = new Set(
    found
      .filter((one) => one.by_people || (runs && one.touches.some((own) => storedTouches(own).every(isOpen))))
      .map((one) => nameOf(one.table, one.column, one.text)),
  )
  return asked.map(({ question, place }) => ({ ...question, found: answerOf(place, present) }))
}

/** The port of form logic to the tables. */
export function tablesPort(deps: GateDeps): Pick<AppsDoor['tables'], 'known' | 'find'> {
  return { known: allTables, find: (tx, questions, of) => findInTables(deps, tx, questions, of) }
}

interface Place {
  table: TableRow
  /** Null for the key column. */
  column: string | null
  /** As they are compared, each of which counts; none for what no cell holds. */
  texts: readonly string[]
}

function placeOf(table: TableRow | undefined, { column: name, value }: TableQuestion): Place | null {
  if (table === undefined) return null
  const given = value.toWellFormed()
  if (name === undefined || name === keyColumn(table))
    return { table, column: null, texts: soughtKeys(table, given) }
  const column = table.columns.find(({ key }) => key === name)
  if (column === undefined || !CONDITION_TYPES.has(column.type)) return null
  return { table, column: name, texts: soughtCells(table, column, given) }
}

function answerOf(place: Place | null, present: ReadonlySet<string>): boolean | null {
  if (place === null) return null
  const { table, column, texts } = place
  return texts.some((text) => present.has(nameOf(table.id, column, text)))
}

function nameOf(table: string, column: string | null, text: string): string {
  return `${table}\0${column ?? ''}\0${text}`
}

function add(sought: Map<string, CellsSought>, { table: { id }, column, texts }: Place): void {
  const name = nameOf(id, column, '')
  const own = sought.get(name) ?? { table: id, column, texts: [] }
  own.texts = [...new Set([...own.texts, ...texts])]
  sought.set(name, own)
}
