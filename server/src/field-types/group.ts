import { normaliseGuid } from '@caseloom/contract/ids'
import type { JsonValue } from '@caseloom/contract/json'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { LIST_OPERATORS } from './lists.ts'
import { EQUALITY, LISTS } from './operators.ts'
import { ID_COLUMN, IDS_COLUMN, parseId, parseIds } from './principals.ts'

export const groupType: ServerFieldType<'group'> = {
  parse: ({ multiple }, raw) => (multiple ? parseIds(raw, 'group') : parseId(raw, 'group')),
  convert: {},
  indexRank: ({ multiple }) => (multiple ? 3 : 1),
}

const filter = {
  expected: 'the ID of a group',
  canonical: (raw: JsonValue) => (typeof raw === 'string' ? normaliseGuid(raw) : null),
}

export const groupKinds = {
  group: { ...ID_COLUMN, filter: { ...filter, operators: [...EQUALITY, ...LISTS] } },
  groups: { ...IDS_COLUMN, filter: { ...filter, operators: LIST_OPERATORS } },
} satisfies Record<string, KindRules>
