// Tables as files: reading and writing CSV, JSON, XLSX, and bundles, and values as the text of a cell.
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Readable } from 'node:stream'
import { fail } from '../../../platform/errors.ts'

/** One row of a file: its number, counted from 1, and the cells of the requested columns. */
export interface TableRow {
  row: number
  cells: JsonValue[]
}

/** Contents of files by their SHA-256. */
export interface Contents {
  has(sha256: string): boolean
  open(sha256: string): Promise<Readable>
}

/** A file as rows. Every call of `rows` reads it from its beginning, with constant memory. */
export interface Table {
  format: 'csv' | 'xlsx' | 'json'
  columns: readonly string[]
  /** Cells are texts of a spreadsheet; else values of the interface. */
  texts: boolean
  rows(columns: readonly string[]): AsyncIterable<TableRow>
  /** Contents of files that lie beside the table in one archive. */
  contents?: Contents
  /** Removes what reading needed. */
  close(): Promise<void>
}

/** Larger cells are rejected: no one types that much text. */
export const MAX_CELL_CHARACTERS = 1_100_000
export const MAX_ROW_CHARACTERS = 8_000_000
export const MAX_COLUMNS = 1_000

/** @throws import.unreadable saying what is wrong */
export function unreadable(detail: string, cause?: unknown): never {
  throw fail('import.unreadable', { detail, ...(cause === undefined ? {} : { cause }) })
}

/** Names of columns that are each once; empty ones get a number. */
export function columnNames(header: readonly string[]): string[] {
  if (header.length > MAX_COLUMNS) unreadable(`The file has more than ${MAX_COLUMNS} columns`)
  const seen = new Set<string>()
  return header.map((cell, at) => {
    const base = cell.trim().slice(0, 280) || `Column ${at + 1}`
    let name = base
    for (let n = 2; seen.has(name); n += 1) name = `${base} (${n})`
    seen.add(name)
    return name
  })
}

/** An uploaded file that the actor may use. */
export interface OpenUpload {
  name: string
  size: number
  open(): Promise<Readable>
}
