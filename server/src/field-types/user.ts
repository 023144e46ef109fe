import type { KindRules, ServerFieldType } from './field-type.ts'
import { ID_COLUMN, IDS_COLUMN, parseId, parseIds } from './principals.ts'

export const userType: ServerFieldType<'user'> = {
  parse: ({ multiple }, raw) => (multiple ? parseIds(raw, 'user') : parseId(raw, 'user')),
  convert: {},
  indexRank: ({ multiple }) => (multiple ? 3 : 1),
}

export const userKinds = {
  user: ID_COLUMN,
  users: IDS_COLUMN,
} satisfies Record<string, KindRules>
