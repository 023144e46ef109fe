import type { Draft } from '../../../field-types/field-type.ts'

/** How the fields of a stored record are changed: each is saved as it is left. */
export interface FieldEdits {
  /** Typed; saved when the field is left. */
  edit: (key: string, draft: Draft) => void
  /** Chosen; saved immediately. */
  choose: (key: string, draft: Draft) => void
  leave: (key: string) => void
  /** Restores the stored value. */
  cancel: (key: string) => void
  /** Fields that show what was typed before a reload, until it is typed on, saved, or discarded. */
  restored: ReadonlySet<string>
}
