import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { Readable } from 'node:stream'
import { unreadable } from './table-shape.ts'
import type { Archive } from './xlsx-archive.ts'
import { unescapeOffice } from './xlsx-parts.rules.ts'

/** What a number in a cell represents. */
export type NumberKind = 'number' | 'date' | 'dateTime' | 'time'

/** What all sheets of a workbook share. */
export interface Workbook {
  /** Files of the sheets in their order, and their names. */
  sheets: readonly string[]
  names: readonly string[]
  strings: readonly string[]
  /** By the number of the style. */
  styles: readonly NumberKind[]
  /** Some workbooks count days from 1904. */
  from1904: boolean
}

const MAX_SHARED_CHARACTERS = 150_000_000

/** A parser that knows no document types, and so no entities of its own. */
export function plainParser(handlers: {
  open?(tag: SaxesTagPlain): void
  close?(name: string): void
  text?(text: string): void
}): SaxesParser {
  const parser = new SaxesParser()
  parser.on('doctype', () => unreadable('The workbook declares a document type'))
  parser.on('error', (error) => unreadable('The workbook is damaged', error))
  parser.on('opentag', (tag) => handlers.open?.({ ...tag, name: local(tag.name) }))
  parser.on('closetag', (tag) => handlers.close?.(local(tag.name)))
  parser.on('text', (text) => handlers.text?.(text))
  return parser
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Feeds the parser with the whole stream. */
async function parseAll(stream: Readable, parser: SaxesParser): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of stream as AsyncIterable<Buffer>)
    parser.write(decoder.decode(chunk, { stream: true }))
  parser.write(decoder.decode()).close()
}

/** Reads what the sheets of a workbook share. @throws import.unreadable */
export async function readBook(open: () => Promise<Archive>): Promise<Workbook> {
  const archive = await open()
  try {
    const { sheets: listed, from1904 } = await readSheetIds(archive)
    const targets = await readTargets(archive)
    const found = listed.flatMap(({ id, name }) => {
      const file = targets.get(id)
      return file !== undefined && archive.names.includes(file) ? [{ file, name }] : []
    })
    if (found.length === 0) unreadable('The workbook has no sheet')
    const strings = archive.names.includes('xl/sharedStrings.xml') ? await readStrings(archive) : []
    const styles = archive.names.includes('xl/styles.xml') ? await readStyles(archive) : []
    const [sheets, names] = [found.map(({ file }) => file), found.map(({ name }) => name)]
    return { sheets, names, strings, styles, from1904 }
  } finally {
    archive.close()
  }
}

async function readSheetIds(
  archive: Archive,
): Promise<{ sheets: { id: string; name: string }[]; from1904: boolean }> {
  const sheets: { id: string; name: string }[] = []
  let from1904 = false
  const parser = plainParser({
    open({ name, attributes }) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name === 'sheet')
        sheets.push({ id: attributes['r:id'] ?? attributes['id'] ?? '', name: attributes['name'] ?? '' })
    },
  })
  await parseAll(await archive.open('xl/workbook.xml'), parser)
  return { sheets, from1904 }
}

async function readTargets(archive: Archive): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  const parser = plainParser({
    open({ name, attributes }) {
      if (name !== 'Relationship') return
      const target = attributes['Target'] ?? ''
      targets.set(attributes['Id'] ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  await parseAll(await archive.open('xl/_rels/workbook.xml.rels'), parser)
  return targets
}

async function readStrings(archive: Archive): Promise<string[]> {
  const strings: string[] = []
  let text: string | null = null
  let isText = false
  let inPhonetic = false
  let size = 0
  const parser = plainParser({
    open({ name }) {
      if (name === 'si') text = ''
      else if (name === 't') isText = true
      else if (name === 'rPh') inPhonetic = true
    },
    text(part) {
      if (text !== null && isText && !inPhonetic) text += part
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') inPhonetic = false
      else if (name === 'si') {
        strings.push(unescapeOffice(text ?? ''))
        size += text?.length ?? 0
        if (size > MAX_SHARED_CHARACTERS) unreadable('The texts of the workbook are too large. Use CSV.')
        text = null
      }
    },
  })
  await parseAll(await archive.open('xl/sharedStrings.xml'), parser)
  return strings
}

async function readStyles(archive: Archive): Promise<NumberKind[]> {
  const formats = new Map<number, NumberKind>()
  const styles: NumberKind[] = []
  let inCells = false
  const parser = plainParser({
    open({ name, attributes }) {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'numFmt') formats.set(id, kindOfFormat(attributes['formatCode'] ?? ''))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) styles.push(formats.get(id) ?? builtIn(id))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  await parseAll(await archive.open('xl/styles.xml'), parser)
  return styles
}

/** Number formats that are not written into the file, by ECMA-376 part 1, 18.8.30. */
function builtIn(id: number): NumberKind {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58)) return 'date'
  if (id === 22) return 'dateTime'
  return (id >= 18 && id <= 21) || (id >= 45 && id <= 47) || (id >= 32 && id <= 35) ? 'time' : 'number'
}

function kindOfFormat(code: string): NumberKind {
  // Spans such as [h]:mm count hours; quoted or escaped characters are text.
  const bare = code.replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]/gi, '').toLowerCase()
  const hasDay = /[yd]/.test(bare)
  const hasTime = /[hs]/.test(bare)
  if (hasDay) return hasTime ? 'dateTime' : 'date'
  return hasTime ? 'time' : 'number'
}
