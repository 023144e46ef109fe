import type { TableColumn } from '@caseloom/contract/automation/tables'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TFunction } from 'i18next'

/** A cell as people read it. */
export function cellText(
  t: TFunction<'tables'>,
  { type }: Pick<TableColumn, 'type'>,
  value: JsonValue | undefined,
): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return t(value ? 'rows.yes' : 'rows.no')
  if (type === 'instant' && typeof value === 'string') return instantText(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Minutes are enough for a list; the zone is named because cells hold instants. */
function instantText(value: string): string {
  return `${value.slice(0, 10)} ${value.slice(11, 16)} UTC`
}
