import type { JsonValue } from '@caseloom/contract/kernel/json'
import { decoded, encodingOf } from './decode.ts'
import {
  columnNames,
  MAX_ROW_CHARACTERS,
  type OpenUpload,
  type Table,
  type TableRow,
  unreadable,
} from './table-shape.ts'

/** Objects sampled for the names of columns. */
const SAMPLE = 200

/** A JSON file: an array of objects, or an object per line. */
export async function jsonTable(upload: OpenUpload): Promise<Table> {
  const encoding = await encodingOf(upload)
  const read = () => objects(decoded(upload, encoding))
  const names = new Set<string>()
  let count = 0
  for await (const { value } of read()) {
    for (const key of Object.keys(value)) names.add(key)
    count += 1
    if (count === SAMPLE) break
  }
  if (count === 0) unreadable('The file has no objects')
  return {
    format: 'json',
    texts: false,
    columns: columnNames([...names]),
    rows: (columns) => pick(read(), columns),
    close: async () => undefined,
  }
}

async function* pick(
  rows: AsyncIterable<{ row: number; value: Record<string, JsonValue> }>,
  columns: readonly string[],
): AsyncGenerator<TableRow> {
  for await (const { row, value } of rows)
    yield { row, cells: columns.map((column) => value[column] ?? null) }
}

/** Splits a JSON stream into the objects of its outermost array, or into consecutive objects. */
async function* objects(
  chunks: AsyncIterable<string>,
): AsyncGenerator<{ row: number; value: Record<string, JsonValue> }> {
  let row = 0
  const splitter = new Splitter()
  for await (const chunk of chunks) {
    for (const text of splitter.take(chunk)) {
      row += 1
      yield { row, value: parseObject(text, row) }
    }
  }
  if (!splitter.atEnd) unreadable(`The file ends in the middle of object ${row + 1}`)
}

function parseObject(text: string, row: number): Record<string, JsonValue> {
  try {
    // The splitter returns the text of one object, braces included.
    return JSON.parse(text) as Record<string, JsonValue>
  } catch (error) {
    return unreadable(`Object ${row} isn’t valid JSON`, error)
  }
}

class Splitter {
  #text = ''
  #at = 0
  #start = -1
  #depth = 0
  #inText = false
  #escaped = false

  get atEnd(): boolean {
    return this.#depth === 0
  }

  *take(chunk: string): Generator<string> {
    this.#text += chunk
    while (this.#at < this.#text.length) {
      const found = this.#step(this.#text.charCodeAt(this.#at))
      this.#at += 1
      if (found) {
        yield this.#text.slice(this.#start, this.#at)
        this.#text = this.#text.slice(this.#at)
        this.#at = 0
        this.#start = -1
      }
    }
    if (this.#start < 0) {
      this.#text = ''
      this.#at = 0
    } else if (this.#at - this.#start > MAX_ROW_CHARACTERS)
      unreadable('An object is larger than 8 million characters')
  }

  /** True when an object ends with this character. */
  #step(code: number): boolean {
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false
      else if (code === BACKSLASH) this.#escaped = true
      else if (code === QUOTE) this.#inText = false
      return false
    }
    if (code === QUOTE && this.#depth > 0) this.#inText = true
    else if (code === OPEN || (code === OPEN_LIST && this.#depth > 0)) {
      if (this.#depth === 0) this.#start = this.#at
      this.#depth += 1
    } else if (code === CLOSE || (code === CLOSE_LIST && this.#depth > 0)) {
      this.#depth -= 1
      if (this.#depth < 0) unreadable('Unexpected closing bracket')
      return this.#depth === 0
    } else if (this.#depth === 0 && !BETWEEN.has(code))
      unreadable('Expected an array of objects or one object per line')
    return false
  }
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d]
/** Blanks, commas and the brackets of the outermost array. */
const BETWEEN = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c, 0x5b, 0x5d, 0xfeff])
