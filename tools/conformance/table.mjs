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

/** `built`: the whole statement; `part`: some of it, and the note says what is missing; `later`: none of it. */
const STATES = ['built', 'part', 'later']

/** What follows it is not there yet: such a statement is `part`. */
const CAVEAT = /\b(?:comes? with|later|not yet|will be|planned|to come|for now|until then|so far|except)\b/i

/** Statements about screens and states: only a journey through the real pages proves them. */
const IN_BROWSER = /^S[24]\./

/** Rows of the table: {id, wording, state, note}; `faults` says what is wrong with it. */
export function readTable(text) {
  const rows = []
  const faults = []
  for (const line of text.split('\n')) {
    if (!line.startsWith('| S')) continue
    const [, id, wording, state, note] = ROW.exec(line) ?? []
    if (id === undefined) faults.push(`unreadable row: ${line}`)
    else if (!STATES.includes(state)) faults.push(`${id}: the state is built, part, or later`)
    else if (state === 'part' && !/missing: \S/.test(note))
      faults.push(`${id}: part, but the note doesn’t say "missing: …"`)
    else if (state === 'built' && /missing: /.test(note))
      faults.push(`${id}: built, but the note says what is missing`)
    else if (state === 'built' && CAVEAT.test(note))
      faults.push(`${id}: built, but the note makes an exception: ${note}`)
    else if (note.trim() === '') faults.push(`${id}: says neither what was built nor what it waits for`)
    else rows.push({ id, wording, state, note: note.trim() })
  }
  const ids = rows.map((row) => row.id)
  for (const id of allIds()) if (!ids.includes(id)) faults.push(`${id} is missing`)
  for (const [index, id] of ids.entries()) if (ids.indexOf(id) !== index) faults.push(`${id} appears twice`)
  for (const id of ids) if (!allIds().includes(id)) faults.push(`${id} is no statement`)
  return { rows, faults }
}

/**
 * Names of the tests and suites in a source file: the first argument of `it`, `test`, and `describe`, also behind `.each(…)`.
 * Comments and other texts don't count, nor do tests that are skipped.
 */
export function testNames(source) {
  const names = []
  for (let at = 0; at < source.length; at = Math.max(at + 1, passOver(source, at))) {
    if (passOver(source, at) > at) continue
    CALL.lastIndex = at
    const [call] = CALL.exec(source) ?? []
    if (call === undefined || /[\w.$]/.test(source[at - 1] ?? '') || /\.(?:skip|todo)\b/.test(call)) continue
    const name = firstText(source, at + call.length)
    if (name !== null) names.push(name)
  }
  return names
}

const CALL = /(?:it|test|describe)(?:\.(?:concurrent|sequential|skip|todo|only|each|for|fails))*(?=\s*\()/y
const QUOTES = new Set([`'`, '"', '`'])

/** The text that begins a call's arguments; a first pair of brackets (the cases of `.each`) is passed over. */
function firstText(code, from) {
  let at = skipBlanks(code, from)
  for (let calls = 0; calls < 2 && code[at] === '('; calls += 1) {
    const inside = skipBlanks(code, at + 1)
    if (QUOTES.has(code[inside])) return code.slice(inside + 1, passOver(code, inside) - 1)
    at = skipBlanks(code, endOfBrackets(code, at) + 1)
  }
  return null
}

function skipBlanks(code, at) {
  let next = at
  while (/\s/.test(code[next] ?? '')) next += 1
  return next
}

function endOfBrackets(code, at) {
  let depth = 0
  for (let next = at; next < code.length; next = Math.max(next + 1, passOver(code, next))) {
    if (code[next] === '(') depth += 1
    else if (code[next] === ')' && (depth -= 1) === 0) return next
  }
  return code.length
}

/** Where the text, comment, or regular expression that begins at `at` ends; `at` itself when none begins there. */
function passOver(code, at) {
  if (QUOTES.has(code[at])) return endOfText(code, at) + 1
  if (code[at] !== '/') return at
  if (code[at + 1] === '/') return endOr(code, code.indexOf('\n', at))
  if (code[at + 1] === '*') return endOr(code, code.indexOf('*/', at + 2) + 2)
  // A division follows a value; a regular expression follows a sign.
  const before = /\S\s*$/.exec(code.slice(Math.max(0, at - 200), at))?.[0]?.[0] ?? '('
  return /[\w)\]]/.test(before) ? at : endOfRegExp(code, at) + 1
}

const endOr = (code, at) => (at <= 1 ? code.length : at)

/** Where the text that begins at `at` ends: at its quote, or with its line unless it is a template. */
function endOfText(code, at) {
  const quote = code[at]
  let next = at + 1
  while (next < code.length && code[next] !== quote && (quote === '`' || code[next] !== '\n'))
    next += code[next] === '\\' ? 2 : 1
  return next
}

function endOfRegExp(code, at) {
  let isClass = false
  let next = at + 1
  while (next < code.length && code[next] !== '\n' && (isClass || code[next] !== '/')) {
    if (code[next] === '[') isClass = true
    if (code[next] === ']') isClass = false
    next += code[next] === '\\' ? 2 : 1
  }
  return next
}

/** Ids that a test's name carries: `… [S2.01]` or `… [S2.01 S2.02]`. */
export function idsIn(name) {
  return [...name.matchAll(ID)].flatMap(([, ids]) => ids.split(/,? /))
}

/** Statements of sections 2 and 4 said to be built that no journey names. */
export function withoutJourney({ rows }, journeys) {
  const walked = new Set(journeys.flatMap(idsIn))
  return rows
    .filter((row) => row.state === 'built' && IN_BROWSER.test(row.id) && !walked.has(row.id))
    .map((row) => `${row.id} is said to be built without a journey that names it: ${row.wording}`)
}

/** What keeps the table from being true, given the names of tests that exist or passed. */
export function compare({ rows, faults }, names) {
  const proven = new Set(names.flatMap(idsIn))
  const missing = rows
    .filter((row) => row.state !== 'later' && !proven.has(row.id))
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
  const count = (state) => rows.filter((row) => row.state === state).length
  return `conformance: of ${rows.length} statements ${count('built')} built, ${count('part')} in part, ${count('later')} to come; what is built or in part is proven by name`
}
