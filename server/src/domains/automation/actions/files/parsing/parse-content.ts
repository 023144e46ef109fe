import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { ParseOptions } from '@caseloom/playbook/actions-files'
import { AppError } from '../../../../../platform/errors.ts'
import { clean, encodingOf } from './text-part.rules.ts'
import { badOption, ParseFault, tooLarge, unreadable } from './parse-fault.ts'
import { parseJson, parseJsonLines } from './parse-json.ts'
import { PARSE_LIMITS, type ParseAnswer, type ParseTask } from './parse-messages.ts'
import { parseCsv, parseWorkbook } from './parse-table.ts'
import { parseXml } from './parse-xml.ts'
import { parseYaml } from './parse-yaml.ts'

type Format = NonNullable<ParseOptions['format']>

/** Reads content as values within `PARSE_LIMITS`. Never throws for what the content can cause. */
export async function parseContent(task: ParseTask): Promise<ParseAnswer> {
  try {
    const json = JSON.stringify(await read(task))
    if (json.length > PARSE_LIMITS.characters)
      throw tooLarge(`The values exceed ${PARSE_LIMITS.characters} characters as JSON`)
    return { ok: true, json }
  } catch (error) {
    if (error instanceof ParseFault)
      return { ok: false, code: error.code, message: error.message, at: error.at }
    // The tables say in words what is wrong with a file.
    if (error instanceof AppError && error.code === 'import.unreadable')
      return { ok: false, code: 'file.unreadable', message: error.details.detail ?? error.message, at: null }
    throw error
  }
}

async function read({ content, name, options }: ParseTask): Promise<JsonObject> {
  const bytes =
    typeof content === 'string' ? null : Buffer.from(content.buffer, content.byteOffset, content.length)
  const head = bytes?.subarray(0, 4).toString('latin1') ?? ''
  if (head === '\u00d0\u00cf\u0011\u00e0')
    throw unreadable(
      'The workbook is from an old version of Excel or has a password. Save it as .xlsx without one.',
    )
  const isArchive = head === 'PK\u0003\u0004'
  const text = isArchive || options.format === 'xlsx' ? null : textOf(bytes, content, options)
  const format = options.format ?? (text === null ? 'xlsx' : detected(text, name))
  checkOptions(format, options, bytes !== null)
  if (format === 'xlsx') {
    if (bytes === null) throw badOption('format', 'a text can’t be a workbook')
    return { ...(await parseWorkbook(bytes, options)), format }
  }
  if (text === null) throw unreadable(`The file is an archive or a workbook, not ${format.toUpperCase()}`)
  if (text.trim() === '') throw unreadable('The content is empty')
  if (format === 'csv') return { ...parseCsv(text, options), format }
  return { value: bounded(DOCUMENTS[format](text)), format, columns: [], sheets: [] }
}

function textOf(bytes: Buffer | null, content: Uint8Array | string, { encoding }: ParseOptions): string {
  if (typeof content === 'string') return clean(content.replace(/^\uFEFF/, ''))
  return clean(new TextDecoder(encoding ?? encodingOf(bytes ?? content)).decode(content))
}

const OF_FORMAT: readonly { name: 'delimiter' | 'header' | 'sheet'; formats: readonly Format[] }[] = [
  { name: 'delimiter', formats: ['csv'] },
  { name: 'header', formats: ['csv', 'xlsx'] },
  { name: 'sheet', formats: ['xlsx'] },
]

/** An option that would do nothing is a mistake of who wrote the step. */
function checkOptions(format: Format, options: ParseOptions, isFile: boolean): void {
  for (const { name, formats } of OF_FORMAT)
    if (options[name] !== undefined && !formats.includes(format))
      throw badOption(name, `isn’t an option of ${format.toUpperCase()}`)
  if (options.encoding !== undefined && (!isFile || format === 'xlsx'))
    throw badOption('encoding', isFile ? 'isn’t an option of XLSX' : 'is only an option of files')
}

const ENDINGS: readonly [RegExp, Format][] = [
  [/\.(csv|tsv)$/i, 'csv'],
  [/\.json$/i, 'json'],
  [/\.(jsonl|ndjson)$/i, 'jsonl'],
  [/\.xml$/i, 'xml'],
  [/\.ya?ml$/i, 'yaml'],
]

/** By the name, else by how the content begins. */
function detected(text: string, name: string): Format {
  const named = ENDINGS.find(([ending]) => ending.test(name))?.[1]
  if (named !== undefined) return named
  const [first = '', ...rest] = text.trimStart().split('\n', 2)
  if (first.startsWith('<')) return 'xml'
  if (!/^[[{]/.test(first)) return 'csv'
  // A whole value on the first line, and more after it.
  return rest.length > 0 && isJson(first) && !isJson(text) ? 'jsonl' : 'json'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Whether it is JSON was the question.
    return false
  }
}

const DOCUMENTS: Record<Exclude<Format, 'csv' | 'xlsx'>, (text: string) => JsonValue> = {
  json: parseJson,
  jsonl: parseJsonLines,
  xml: parseXml,
  yaml: parseYaml,
}

/** The same value, unless it has too many values, is nested too deeply, or has a number that JSON doesn't know. */
function bounded(root: JsonValue): JsonValue {
  let left: number = PARSE_LIMITS.values
  const stack: [JsonValue, number][] = [[root, 0]]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [value, depth] = next
    left -= 1
    if (left < 0) throw tooLarge(`The content has more than ${PARSE_LIMITS.values} values`)
    if (depth > PARSE_LIMITS.depth)
      throw tooLarge(`The content is nested deeper than ${PARSE_LIMITS.depth} levels`)
    if (typeof value === 'number' && !Number.isFinite(value))
      throw unreadable('The content has a number that is infinite or not a number')
    if (typeof value !== 'object' || value === null) continue
    for (const member of Object.values(value)) stack.push([member, depth + 1])
  }
  return root
}
