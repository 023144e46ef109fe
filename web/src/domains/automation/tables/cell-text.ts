import type { TableColumn } from '@caseloom/contract/automation/table-columns'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TFunction } from 'i18next'
import { formatDateTime } from '../../../ui/time.ts'

export interface CellWords {
  t: TFunction<'tables'>
  /** Names by ID of the people that the row names. */
  people?: Readonly<Record<string, string>>
  /** Of the reader. */
  zone: string
}

/** A cell as people read it, with times in their zone. */
export function cellText(
  { t, zone, people = {} }: CellWords,
  { type }: Pick<TableColumn, 'type'>,
  value: JsonValue | undefined,
): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return t(value ? 'rows.yes' : 'rows.no')
  if (type === 'instant' && typeof value === 'string') return formatDateTime(new Date(value), zone)
  if (type === 'user') return people[String(value)] ?? t('rows.formerUser')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
