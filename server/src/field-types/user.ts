import { normaliseGuid } from '@caseloom/contract/ids'
import type { JsonValue } from '@caseloom/contract/json'
import type { FilterLook, KindRules, ServerFieldType } from './field-type.ts'
import { LIST_OPERATORS } from './lists.ts'
import { EQUALITY, LISTS } from './operators.ts'
import { ID_COLUMN, IDS_COLUMN, parseId, parseIds } from './principals.ts'

export const userType: ServerFieldType<'user'> = {
  parse: ({ multiple }, raw) => (multiple ? parseIds(raw, 'user') : parseId(raw, 'user')),
  convert: {},
  indexRank: ({ multiple }) => (multiple ? 3 : 1),
}

/** The ID to compare with; `me` is the actor. */
export function userOrMe(raw: JsonValue, { me }: FilterLook): string | null {
  if (typeof raw !== 'string') return null
  return raw === 'me' ? me : normaliseGuid(raw)
}

const filter = { expected: 'the ID of a user, or "me"', canonical: userOrMe }

export const userKinds = {
  user: { ...ID_COLUMN, filter: { ...filter, operators: [...EQUALITY, ...LISTS] } },
  users: { ...IDS_COLUMN, filter: { ...filter, operators: LIST_OPERATORS } },
} satisfies Record<string, KindRules>
