// Whether values are in reference tables: what form logic asks.
import type { TableAnswer, TableQuestion } from '@caseloom/contract/apps/table-answers'
import { storedTouches } from '@caseloom/contract/records/touches'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { GateDeps } from '../gate/run-gate.ts'
import { keyColumn, matchOf, readKey } from './cells.rules.ts'
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
    if (place !== null && place.text !== null) add(sought, place.table, place.column, place.text)
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
  /** As it is compared; null for what no cell holds. */
  text: string | null
}

function placeOf(table: TableRow | undefined, { column, value }: TableQuestion): Place | null {
  if (table === undefined) return null
  const given = value.toWellFormed()
  const key = readKey(given)
  if (column === undefined || column === keyColumn(table))
    return { table, column: null, text: 'value' in key ? matchOf(table, key.value) : null }
  const isText = table.columns.some((one) => one.key === column && one.type === 'text')
  return isText ? { table, column, text: textOf(table, given) } : null
}

function textOf(table: TableRow, given: string): string | null {
  return given.includes('\0') ? null : matchOf(table, given.trim().normalize('NFC'))
}

function answerOf(place: Place | null, present: ReadonlySet<string>): boolean | null {
  if (place === null) return null
  const { table, column, text } = place
  return text !== null && present.has(nameOf(table.id, column, text))
}

function nameOf(table: string, column: string | null, text: string): string {
  return `${table}\0${column ?? ''}\0${text}`
}

function add(
  sought: Map<string, CellsSought>,
  { id, case_sensitive }: TableRow,
  column: string | null,
  text: string,
): void {
  const name = nameOf(id, column, '')
  const own = sought.get(name) ?? { table: id, column, exact: case_sensitive, texts: [] }
  if (!own.texts.includes(text)) own.texts.push(text)
  sought.set(name, own)
}
