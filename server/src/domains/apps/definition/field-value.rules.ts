import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ItemIds } from '../../../field-types/case-items.ts'
import type { ParsedValue } from '../../../field-types/parsed-value.ts'
import { serverType } from '../../../field-types/registry.ts'

/**
 * Reads one value of a field into its canonical form, or names every fault of it. Empty text and empty lists are
 * null; a list of options follows the order of the options; instants are UTC with milliseconds.
 */
export function readValue(field: Field, raw: JsonValue, ids: ItemIds = anyIds()): ParsedValue {
  return raw === null || raw === '' ? { value: null } : serverType(field).parse(field, raw, ids)
}

/** IDs that only distinguish items, for checking a value that is not stored. */
function anyIds(): ItemIds {
  let count = 0
  return () => {
    count += 1
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
  }
}
