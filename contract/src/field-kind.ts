import type { Field } from './fields.ts'

/** How values of a field are kept and compared. */
export type FieldKind =
  | 'text'
  | 'url'
  | 'number'
  | 'instant'
  | 'option'
  | 'options'
  | 'user'
  | 'users'
  | 'json'
  | 'date'
  | 'time'
  | 'duration'
  | 'texts'
  | 'numbers'
  | 'group'
  | 'groups'
  | 'rich'
  | 'files'
  | 'comments'
  | 'reference'
  | 'boolean'
  | 'technique'
  | 'techniques'
  | 'system'
  | 'observables'
  | 'tasks'
  | 'clock'

/** How values of a field are kept and compared. */
export function kindOf(field: Field): FieldKind {
  switch (field.type) {
    case 'datetime':
      return 'instant'
    case 'selection':
      return field.multiple ? 'options' : 'option'
    case 'user':
      return field.multiple ? 'users' : 'user'
    case 'group':
      return field.multiple ? 'groups' : 'group'
    case 'list':
      return field.of === 'number' ? 'numbers' : 'texts'
    case 'text':
      return field.format === 'rich' ? 'rich' : 'text'
    case 'attachment':
      return 'files'
    case 'formula':
      return field.result === 'datetime' ? 'instant' : field.result
    case 'technique':
      return field.multiple ? 'techniques' : 'technique'
    default:
      return field.type
  }
}

/** Whether figures can measure values of a kind: numbers, and seconds of durations and of clocks that have ended. */
export function isMeasured(kind: FieldKind): boolean {
  return kind === 'number' || kind === 'duration' || kind === 'clock'
}
