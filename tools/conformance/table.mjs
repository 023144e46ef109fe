// docs/conformance.md held against the tests: a statement is proven only by a passing test that names its id.
import { readFileSync } from 'node:fs'

/** How many statements each section of the specification has; the table must have exactly these. */
const SECTIONS = { 1: 6, 2: 50, 3: 8, 4: 17, 5: 6, 6: 6, 7: 10, 8: 6, 9: 8 }
const ROW = /^\| (S\d\.\d\d) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$/
export const ID = /\[((?:S\d\.\d\d)(?:,? S\d\.\d\d)*)\]/g

/** Ids of all statements, in order. */
export function allIds() {
  return Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `S${section}.${String(index + 1).padStart(2, '0')}`),
  )
}

/** Rows of the table: {id, wording, state: 'built' | 'later', note}; `faults` says what is wrong with it. */
export function readTable(text) {
  const rows = []
  const faults = []
  for (const line of text.split('\n')) {
    if (!line.startsWith('| S')) continue
    const [, id, wording, state, note] = ROW.exec(line) ?? []
    if (id === undefined) faults.push(`unreadable row: ${line}`)
    else if (state !== 'built' && state !== 'later') faults.push(`${id}: the state is built or later`)
    else if (note.trim() === '') faults.push(`${id}: says neither what was built nor what it waits for`)
    else rows.push({ id, wording, state, note: note.trim() })
  }
  const ids = rows.map((row) => row.id)
  for (const id of allIds()) if (!ids.includes(id)) faults.push(`${id} is missing`)
  for (const [index, id] of ids.entries()) if (ids.indexOf(id) !== index) faults.push(`${id} stands twice`)
  for (const id of ids) if (!allIds().includes(id)) faults.push(`${id} is no statement`)
  return { rows, faults }
}

/** Ids that a test's name carries: `… [S2.01]` or `… [S2.01 S2.02]`. */
export function idsIn(name) {
  return [...name.matchAll(ID)].flatMap(([, ids]) => ids.split(/,? /))
}

/** What keeps the table from being true, given the names of tests that exist or passed. */
export function compare({ rows, faults }, names) {
  const proven = new Set(names.flatMap(idsIn))
  const missing = rows
    .filter((row) => row.state === 'built' && !proven.has(row.id))
    .map((row) => `${row.id} is claimed without a test that names it: ${row.wording}`)
  const modest = rows
    .filter((row) => row.state === 'later' && proven.has(row.id))
    .map((row) => `${row.id} has a test but is said to come later`)
  const strange = [...proven]
    .filter((id) => !allIds().includes(id))
    .map((id) => `a test names ${id}, which is no statement`)
  return [...faults, ...missing, ...modest, ...strange]
}

/** The table of a checkout. */
export function tableOf(root) {
  return readTable(readFileSync(`${root}/docs/conformance.md`, 'utf8'))
}

/** One line for people. */
export function summaryOf(rows) {
  const built = rows.filter((row) => row.state === 'built').length
  return `conformance: ${built} of ${rows.length} statements built and proven by name, ${rows.length - built} to come`
}
