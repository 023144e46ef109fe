import type { Readable } from 'node:stream'
import { csvTable } from './csv-table.ts'
import { jsonTable } from './json-table.ts'
import { isZipBundle, zipBundleTable } from './zip-bundle-table.ts'
import { type OpenUpload, type Table, unreadable } from './table-shape.ts'
import { xlsxTable } from './xlsx-table.ts'

/**
 * Opens an uploaded file as a table; the format is detected from its first bytes when it is not given.
 * @throws import.unreadable
 */
export async function openTable(upload: OpenUpload, format?: Table['format']): Promise<Table> {
  const head = await firstBytes(await upload.open(), 4096)
  if (head.length === 0) unreadable('The file is empty')
  if (isZipBundle(head, upload.name)) return zipBundleTable(upload, openTable)
  const found = format ?? formatOf(head, upload.name)
  if (found === 'xlsx') return xlsxTable(upload)
  return found === 'json' ? jsonTable(upload) : csvTable(upload)
}

function formatOf(head: Buffer, name: string): Table['format'] {
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'xlsx'
  if (head.subarray(0, 4).toString('hex') === 'd0cf11e0')
    unreadable('This workbook is from an old version of Excel. Save it as .xlsx.')
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  return /\.(json|jsonl|ndjson)$/i.test(name) || /^(\[\s*[{\]]|\{)/.test(text) ? 'json' : 'csv'
}

async function firstBytes(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}
