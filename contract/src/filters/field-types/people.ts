import { normalizeGuid } from '../../kernel/ids.ts'
import type { JsonValue } from '../../kernel/json.ts'
import type { FilterLook } from './plain-filter.ts'

/** The ID to compare with; `me` is the actor. */
export function userOrMe(raw: JsonValue, { me }: FilterLook): string | null {
  if (typeof raw !== 'string') return null
  return raw === 'me' ? me : normalizeGuid(raw)
}
