import type { Issue } from '@caseloom/contract/errors'
import { foldText } from '@caseloom/contract/normalize-text'
import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import { recogniseObservable } from '@caseloom/contract/observable-value'
import { plainTextOf } from '@caseloom/contract/rich-text'
import { fileRefs } from '../model/file-refs.rules.ts'
import type { FieldShape } from '../model/record-shape.ts'

/** What the text form needs of a field. */
export type TextField = Pick<FieldShape, 'kind' | 'definition'>

/** What a cell says, for the field's own reader; or why it says nothing. */
export type Said = { raw: JsonValue; issues?: never } | { raw?: never; issues: Issue[] }

/** A value as the text of one cell; reading it again gives the same value. Empty is the empty text. */
export function cellOf(field: TextField, value: JsonValue): string {
  if (value === null) return ''
  switch (field.kind) {
    case 'text':
    case 'url':
    case 'number':
    case 'instant':
    case 'option':
    case 'user':
    case 'group':
    case 'date':
    case 'time':
    case 'duration':
    case 'technique':
      return plainText(value)
    case 'boolean':
      return value === true ? 'yes' : 'no'
    case 'options':
    case 'users':
    case 'groups':
    case 'texts':
    case 'numbers':
    case 'techniques':
      return listText(value)
    case 'json':
      return JSON.stringify(value)
    case 'rich':
      return typeof value === 'string' ? plainTextOf(value) : ''
    case 'files':
      return listText(namesOf(value))
    case 'reference':
      return linksText(value)
    case 'observables':
      return observablesText(value)
    case 'tasks':
      return JSON.stringify(value)
    case 'clock':
      return isBag(value) ? plainText(value['state'] ?? '') : ''
    case 'comments':
    case 'system':
      return ''
    default:
      return field.kind satisfies never
  }
}

/** What a cell says for the field: keys or labels of options, lists with `;`, `,` or a line each, JSON as JSON. */
export function rawOf(field: TextField, cell: string): Said {
  if (cell === '') return { raw: null }
  switch (field.kind) {
    // Spaces belong to a text, but around anything else they are an accident.
    case 'text':
      return { raw: cell }
    case 'url':
    case 'number':
    case 'user':
    case 'group':
    case 'time':
    case 'duration':
    case 'technique':
      return { raw: cell.trim() }
    case 'instant':
      return { raw: instantText(cell.trim()) }
    case 'date':
      return { raw: cell.trim().replace(MIDNIGHT, '') }
    case 'boolean':
      return { raw: booleanOf(cell) }
    case 'option':
      return { raw: optionKey(field, cell) }
    case 'options':
      return { raw: optionKeys(field, cell) }
    case 'users':
    case 'groups':
    case 'texts':
    case 'reference':
    case 'numbers':
    case 'techniques':
    // A bare value is recognised by its form, a bare title is a task to do.
    case 'observables':
    case 'tasks':
      return { raw: items(cell) }
    case 'json':
      return readJson(cell)
    case 'rich':
      return { raw: richFrom(cell) }
    // Files come by upload; a cell may name those that are there already, by id.
    case 'files':
      return { raw: items(cell) }
    case 'comments':
    case 'clock':
    case 'system':
      return { raw: cell }
    default:
      return field.kind satisfies never
  }
}

/** Bare values where their kind can be read from them and nothing else is said, JSON otherwise. */
function observablesText(value: JsonValue): string {
  const list = Array.isArray(value) ? value : []
  const isPlain = list.every((item) => {
    if (!isBag(item) || typeof item['value'] !== 'string') return false
    const { kind, tlp, ioc, sighted, note } = item
    const isQuiet = tlp === 'amber' && ioc === false && sighted === false && note === undefined
    return isQuiet && recogniseObservable(item['value'])?.kind === kind
  })
  return isPlain
    ? listText(list.map((item) => (isBag(item) ? (item['value'] ?? '') : item)))
    : JSON.stringify(value)
}

/** Formulas are computed, not read; the words come back as they were written all the same. */
function booleanOf(cell: string): JsonValue {
  const word = cell.trim().toLowerCase()
  return word === 'yes' || word === 'true' ? true : word === 'no' || word === 'false' ? false : word
}

function plainText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function namesOf(value: JsonValue): JsonValue {
  return fileRefs(value).map((file) => file.name)
}

/** A plain text as rich text: a paragraph for each line. */
function richFrom(cell: string): string {
  const escaped = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .split(/\r?\n/)
    .map((line) => `<p>${line}</p>`)
    .join('')
}

/** Tracking ids with commas between them; what is no linked record, as it stands. */
function linksText(value: JsonValue): string {
  const linked = Array.isArray(value) || !isBag(value) ? value : (value['items'] ?? null)
  const items = Array.isArray(linked) ? linked : [linked]
  return items
    .map((item) => plainText(isBag(item) ? (item['trackingId'] ?? item['id'] ?? '') : item))
    .join(', ')
}

function isBag(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const SEPARATORS = /[;,\n\r]/

/** Items with `; ` between them, or as JSON when one of them has a separator inside. */
function listText(value: JsonValue): string {
  if (!Array.isArray(value)) return plainText(value)
  const texts = value.map(plainText)
  const simple = texts.every(
    (text) => !SEPARATORS.test(text) && text.trim() === text && !text.startsWith('['),
  )
  return simple ? texts.join('; ') : JSON.stringify(value)
}

function items(cell: string): JsonValue {
  const text = cell.trim()
  if (text.startsWith('[')) {
    const said = readJson(text)
    if (Array.isArray(said.raw)) return said.raw
  }
  return text
    .split(SEPARATORS)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** The key of the option that the cell names by key or by label; else the cell itself, which the reader refuses. */
function optionKey({ definition }: TextField, cell: string): string {
  const text = cell.trim()
  if (definition.type !== 'selection') return text
  const folded = foldText(text)
  const found =
    definition.options.find((option) => option.key === text) ??
    definition.options.find((option) => foldText(option.label.trim()) === folded) ??
    definition.options.find((option) => option.key === folded)
  return found?.key ?? text
}

function optionKeys(field: TextField, cell: string): JsonValue {
  const parts = items(cell)
  const { definition } = field
  if (!Array.isArray(parts) || definition.type !== 'selection') return parts
  const isKey = (part: JsonValue) => definition.options.some(({ key }) => key === part)
  if (parts.every(isKey)) return parts
  // A label may hold a comma.
  const whole = optionKey(field, cell)
  return isKey(whole) ? [whole] : parts.map((part) => optionKey(field, String(part)))
}

function readJson(cell: string): Said {
  try {
    return { raw: JSON.parse(cell) as JsonValue } // what JSON.parse answers
  } catch {
    return {
      issues: [{ path: [], code: 'invalid_json', message: 'Expected JSON. Text must be in double quotes.' }],
    }
  }
}

/** What makes a spreadsheet take a cell for a formula, also when apostrophes stand before it. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const DEFUSED = /^'+[=+\-@\t\r\n＝＋－＠]/
/** A negative number is no formula. */
const NUMBER = /^-\d+(\.\d+)?$/

/** The cell as a spreadsheet may open it: what would be a formula gets an apostrophe before it. */
export function defused(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
}

/** The cell before `defused`. */
export function undefused(cell: string): string {
  return DEFUSED.test(cell) ? cell.slice(1) : cell
}

const MIDNIGHT = /[T ]00:00(:00(\.0+)?)?Z?$/
const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?$/

/** Spreadsheets have no zones: a day, or a day with a time, is meant in UTC. */
function instantText(text: string): string {
  const [, day, time = '00:00:00'] = DAY_AND_TIME.exec(text) ?? []
  return day === undefined ? text : `${day}T${time}Z`
}
