import type { EntryRow } from './audit.store.ts'

const COLUMNS = [
  'instant',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'object_kind',
  'object_id',
  'object_name',
  'tenant_id',
  'ip',
  'before_digest',
  'after_digest',
  'id',
] as const satisfies readonly (keyof EntryRow)[]

/** The first line of the export. */
export function csvHead(): string {
  return line(COLUMNS.map((name) => (name === 'instant' ? 'at' : name)))
}

/** One entry as a line of RFC 4180. */
export function csvLine(row: EntryRow): string {
  return line(COLUMNS.map((name) => row[name] ?? ''))
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
