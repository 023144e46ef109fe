import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { Access } from '../model/app-permissions.rules.ts'
import type { AppShape, FieldShape } from '../model/record-shape.ts'

/** A field whose values are links to records of another app. */
export type ReferenceField = FieldShape & { readonly definition: Field & { type: 'reference' } }

export function isReference<F extends FieldShape>(field: F): field is F & ReferenceField {
  return fieldTraits(field.definition).links
}

const known = new WeakMap<AppShape, readonly ReferenceField[]>()

/** Those that the actor may read. */
export function readableReferences({ app, readable }: Access): ReferenceField[] {
  return referenceFields(app).filter(({ key }) => readable.has(key))
}

/** The reference fields of a revision. */
export function referenceFields(app: AppShape): readonly ReferenceField[] {
  const found = known.get(app) ?? [...app.byKey.values()].filter(isReference)
  known.set(app, found)
  return found
}
