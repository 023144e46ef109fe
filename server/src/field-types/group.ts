import type { KindRules, ServerFieldType } from './field-type.ts'
import { ID_COLUMN, IDS_COLUMN, parseId, parseIds } from './principals.ts'

export const groupType: ServerFieldType<'group'> = {
  parse: ({ multiple }, raw) => (multiple ? parseIds(raw, 'group') : parseId(raw, 'group')),
  convert: {},
  indexRank: ({ multiple }) => (multiple ? 3 : 1),
}

export const groupKinds = {
  group: ID_COLUMN,
  groups: IDS_COLUMN,
} satisfies Record<string, KindRules>
