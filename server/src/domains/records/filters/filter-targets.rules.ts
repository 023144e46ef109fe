import { fieldTarget } from '@caseloom/contract/filters/field-types/filter-rules'
import type { FilterTarget } from '@caseloom/contract/filters/field-types/plain-filter'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import type { AppShape } from '../model/record-shape.ts'

/** The target of a key for this actor, or null: a field that one may not read does not exist. */
export function targetOf(app: AppShape, actor: Actor, key: string): FilterTarget | null {
  const field = app.byKey.get(key)
  const target = fieldTarget(key, field?.definition)
  return field === undefined || target === null || target.key !== key
    ? target
    : mayPass(actor, field.definition.readers)
      ? target
      : null
}
