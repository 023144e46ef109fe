import type { FieldInput } from './fields.ts'
import type { FieldTypeRules, KindTraits } from './field-type.ts'
import { FIELD_KINDS, FIELD_TYPES, type FieldKind } from './registry.ts'

/** The rules of a field's type. */
export function fieldType({ type }: Pick<FieldInput, 'type'>): FieldTypeRules<FieldInput, FieldKind> {
  // Rules of one type are only ever asked about fields of it: `kindOf` and its neighbors pass on the field they came with.
  return FIELD_TYPES[type] as FieldTypeRules<FieldInput, FieldKind>
}

/** How values of a field are stored and compared. */
export function kindOf(field: FieldInput): FieldKind {
  return fieldType(field).kind(field)
}

/** Types whose values those of a field may become; its own type means another format or number of values. */
export function conversionsOf(field: Pick<FieldInput, 'type'>): readonly string[] {
  const { convertsTo = [], isText } = fieldType(field)
  if (isText !== true) return convertsTo
  return Object.entries<{ fromText?: true }>(FIELD_TYPES).flatMap(([type, rules]) =>
    rules.fromText === true ? [type] : [],
  )
}

/** What values of a kind can be asked. */
export function kindTraits(kind: FieldKind): KindTraits {
  return FIELD_KINDS[kind]
}

/** What the values of a field can be asked. */
export function fieldTraits(field: FieldInput): KindTraits {
  return FIELD_KINDS[kindOf(field)]
}

/** A field for files, with its limits. */
export function holdsFiles<F extends FieldInput>(field: F): field is F & { type: 'attachment' } {
  return fieldTraits(field).files
}

/** A field for users or groups, with the people that it offers. */
export function holdsPeople<F extends FieldInput>(field: F): field is F & { type: 'user' | 'group' } {
  const { groups, users } = fieldTraits(field)
  return users || groups
}

/** A field for ATT&CK techniques. */
export function holdsTechniques<F extends FieldInput>(field: F): field is F & { type: 'technique' } {
  return fieldTraits(field).techniques
}

/** A field that links records of an app, one at most. */
export function linksOne(field: FieldInput): boolean {
  return fieldTraits(field).links && 'multiple' in field && !field.multiple
}
