import type { JsonValue } from '@caseloom/contract/kernel/json'
import { MAX_WRITTEN } from '@caseloom/playbook/actions-files'
import { setImmediate } from 'node:timers/promises'
import { csvText, workbookBytes } from '../../../records/table-writing.door.ts'
import { FileFault } from './step-file.ts'
import { cellText, type MadeTable } from './made-table.rules.ts'

/** Rows that are written before other work gets its turn. */
const BATCH = 500

export async function csvBytes(
  { header, rows }: MadeTable,
  { delimiter, signal }: { delimiter: string; signal: AbortSignal },
): Promise<Buffer> {
  const between = delimiter === 'tab' ? '\t' : delimiter
  const texts = [csvText(header.length === 0 ? [] : [header], between, true)]
  let size = 0
  for (let from = 0; from < rows.length; from += BATCH) {
    const text = csvText(
      rows.slice(from, from + BATCH).map((row) => row.map(cellText)),
      between,
      false,
    )
    size = checked(size + text.length)
    texts.push(text)
    await setImmediate(undefined, { signal })
  }
  return Buffer.from(texts.join(''))
}

export async function xlsxBytes({ header, width, rows }: MadeTable): Promise<Buffer> {
  let size = 0
  const placed = rows.map((cells, at) => ({ at, cells }))
  return workbookBytes(placed, {
    header,
    width,
    textOf(value) {
      const text = cellText(value)
      size = checked(size + text.length)
      return text
    },
    onLong({ at }, column) {
      throw new FileFault(
        'step.too_large',
        `rows.${at}: cell ${column + 1} exceeds the 32,767 characters of XLSX`,
      )
    },
  })
}

/** JSON with a row on each line, or JSON Lines. */
export function jsonBytes(rows: readonly JsonValue[], format: 'json' | 'jsonl'): Buffer {
  let size = 0
  const lines = rows.map((row) => {
    const line = JSON.stringify(row)
    size = checked(size + line.length)
    return line
  })
  if (format === 'jsonl') return Buffer.from(lines.map((line) => `${line}\n`).join(''))
  return Buffer.from(lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`)
}

function checked(size: number): number {
  if (size > MAX_WRITTEN) throw new FileFault('step.too_large', `The file exceeds ${MAX_WRITTEN} characters`)
  return size
}
