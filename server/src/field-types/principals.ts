import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { plainText, trimmedCell } from './cells.ts'
import type { KindRules } from './field-type.ts'
import { LIST_COLUMN } from './lists.ts'
import type { ParsedValue } from './parsed-value.ts'
import { issue, parseSet } from './parsing.ts'

/** The bare id of a user or group. */
export function parseId(raw: JsonValue, of: 'user' | 'group'): ParsedValue {
  const value = typeof raw === 'string' ? normalizeGuid(raw) : null
  return value === null ? issue('invalid_guid', `Expected the ID of a ${of}`) : { value }
}

export function parseIds(raw: JsonValue, of: 'user' | 'group'): ParsedValue {
  return parseSet(raw, { list: `a list of ${of} ids`, values: `${of}s` }, (item) => parseId(item, of))
}

export const ID_COLUMN = {
  sqlType: 'uuid',
  sortType: 'uuid',
  index: (column) => `btree (${column}, created_at, id)`,
  toCell: plainText,
  fromCell: trimmedCell,
} satisfies Partial<KindRules>

export const IDS_COLUMN = { ...LIST_COLUMN, sqlType: 'uuid[]' } satisfies Partial<KindRules>
