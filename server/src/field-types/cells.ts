import { escapeHtml } from '@caseloom/contract/kernel/escape-html'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { CellReading } from './field-type.ts'

const SEPARATORS = /[;,\n\r]/

export function plainText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Items with `; ` between them, or as JSON when one of them has a separator inside. */
export function listText(value: JsonValue): string {
  if (!Array.isArray(value)) return plainText(value)
  const texts = value.map(plainText)
  const simple = texts.every(
    (text) => !SEPARATORS.test(text) && text.trim() === text && !text.startsWith('['),
  )
  return simple ? texts.join('; ') : JSON.stringify(value)
}

/** Spaces belong to a text, but around anything else they are an accident. */
export function trimmedCell(cell: string): CellReading {
  return { raw: cell.trim() }
}

/** The items of a cell, between `;`, `,` or line ends, or as JSON. */
export function itemsOf(cell: string): JsonValue[] {
  const text = cell.trim()
  if (text.startsWith('[')) {
    const { raw } = jsonCell(text)
    if (Array.isArray(raw)) return raw
  }
  return text
    .split(SEPARATORS)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

export function itemsCell(cell: string): CellReading {
  return { raw: itemsOf(cell) }
}

export function jsonCell(cell: string): CellReading {
  try {
    return { raw: JSON.parse(cell) as JsonValue } // what JSON.parse answers
  } catch {
    // Reported as an issue of the cell.
    return {
      issues: [{ path: [], code: 'invalid_json', message: 'Expected JSON. Text must be in double quotes.' }],
    }
  }
}

/** A plain text as rich text: a paragraph for each line. */
export function paragraphs(text: string): string {
  return escapeHtml(text)
    .split(/\r?\n/)
    .map((line) => `<p>${line}</p>`)
    .join('')
}
