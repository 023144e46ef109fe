import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import { SEVERITIES } from '@caseloom/contract/values/severities'
import { type Concept, conceptOf } from './concepts.ts'

/** How values of a field are written; `none` where no value of an event can be. */
export type TargetRole =
  | 'text'
  | 'link'
  | 'texts'
  | 'moment'
  | 'number'
  | 'choice'
  | 'technique'
  | 'observables'
  | 'document'
  | 'none'

/** A field of an app that values of a source go to. */
export interface Target {
  key: string
  label: string
  role: TargetRole
  concept: Concept | null
  required: boolean
  unique: boolean
  /** Takes several values, each from its own place. */
  several: boolean
  maxLength: number | null
  format: string | null
  options: readonly { key: string; label: string }[]
  /** Options are severities of OCSF, so that any scale can be translated. */
  isSeverity: boolean
  hasDefault: boolean
}

export interface TargetApp {
  key: string
  titleField?: string | null | undefined
  fields: readonly FieldInput[]
}

/** The fields of an app that can be written, in its order. */
export function targetsOf(app: TargetApp): Target[] {
  return app.fields.filter(isWritten).map((field) => targetOf(field, app.titleField === field.key))
}

function isWritten(field: FieldInput): boolean {
  const { derived, unwritten, fact } = fieldType(field)
  return !field.readOnly && derived !== true && unwritten !== true && fact !== true
}

function targetOf(field: FieldInput, isTitle: boolean): Target {
  const role = roleOf(field)
  const options = 'options' in field ? field.options.filter(({ retired }) => retired !== true) : []
  const keys = new Set(options.map(({ key }) => key))
  const isSeverity = SEVERITIES.filter((name) => keys.has(name)).length >= 3
  return {
    key: field.key,
    label: field.label,
    role,
    concept: isTitle ? 'title' : isSeverity ? 'severity' : conceptAs(role, field),
    required: field.required,
    unique: 'unique' in field && field.unique,
    several:
      role === 'observables' || (role === 'technique' && fieldTraits(field).several) || role === 'texts',
    maxLength: 'maxLength' in field ? field.maxLength : null,
    format: 'format' in field && typeof field.format === 'string' ? field.format : null,
    options: options.map(({ key, label }) => ({ key, label })),
    isSeverity,
    hasDefault: field.default !== undefined,
  }
}

function roleOf(field: FieldInput): TargetRole {
  if (fieldType(field).isLink === true) return 'link'
  const traits = fieldTraits(field)
  if (traits.options) return 'choice'
  if (traits.text || traits.html) return traits.several ? 'texts' : 'text'
  if (traits.instant) return 'moment'
  if (traits.decimal) return 'number'
  if (traits.techniques) return 'technique'
  if (traits.observables) return 'observables'
  return traits.raw ? 'document' : 'none'
}

/** A unique text is what a source calls its alert, unless its name says otherwise. */
function conceptAs(role: TargetRole, field: FieldInput): Concept | null {
  if (role === 'technique') return 'technique'
  const concept = conceptOf(field)
  if (role === 'moment') return concept === 'time' ? 'time' : null
  const isReference = concept === null && role === 'text' && 'unique' in field && field.unique
  return isReference ? 'reference' : concept
}
