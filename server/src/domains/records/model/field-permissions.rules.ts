import { type Actor, mayPass } from '@caseloom/contract/permissions'
import type { FieldShape } from './record-shape.ts'
import type { Field } from '@caseloom/contract/fields'

export function mayReadField(actor: Actor, field: FieldShape): boolean {
  return mayPass(actor, field.definition.readers)
}

/** A read-only field is not for hands: playbooks and the system fill it. */
export function mayWriteField(actor: Actor, field: FieldShape): boolean {
  if (isComputed(field.definition)) return false
  if (field.definition.readOnly && actor.kind === 'user') return false
  return mayPass(actor, field.definition.writers)
}

/** Values that only the product sets. */
function isComputed(definition: Field): boolean {
  return (
    definition.type === 'formula' ||
    definition.type === 'system' ||
    definition.type === 'clock' ||
    (definition.type === 'datetime' && definition.stamp !== undefined)
  )
}
