import type { FieldInput } from '@caseloom/contract/fields'
import type { LayoutSection } from '@caseloom/contract/apps'
import type { FieldPlace } from './app-draft.ts'
import type { Fault } from './faults.ts'
import type { EditedApp } from './useAppDraft.ts'

/** What the panel at the right is about. */
export type Selected = { field: string } | { section: number } | { revisions: true } | null
export type BuilderView = 'layout' | 'rights' | 'settings'

/** What one can do to the form. */
export interface FormEdits {
  /** Adds a field of a kind, at the end of the open tab where no place is given, and opens it. */
  addKind: (kind: string, place?: FieldPlace) => void
  addSection: (at?: number) => void
  restore: (field: FieldInput) => void
  place: (key: string, place: FieldPlace) => void
  step: (key: string, step: -1 | 1) => void
  moveSection: (from: number, to: number) => void
  duplicate: (key: string) => void
  takeOff: (key: string) => void
  remove: (key: string) => void
  change: (key: string, field: FieldInput, by?: string) => void
  changeSection: (at: number, section: LayoutSection, by?: string) => void
  removeSection: (at: number) => void
}

/** What the parts of the panel share: the field, how to change it, and what is wrong with it. */
export interface FieldSettingsProps {
  field: FieldInput
  edited: EditedApp
  /** It is in the published revision: what its stored values depend on is fixed. */
  isStored: boolean
  set: (over: Record<string, unknown>) => void
  fault: (at: string) => string | undefined
  /** What is wrong at a place and inside of it: with any part of a condition, say. */
  faultIn: (at: string) => string | undefined
}

/** The same for a field of one type. */
export type FieldOf<Type extends FieldInput['type']> = FieldSettingsProps & {
  field: Extract<FieldInput, { type: Type }>
}

/** What the form and its parts share. */
export interface SheetProps {
  edited: EditedApp
  edits: FormEdits
  faults: readonly Fault[]
  selected: Selected
  onSelect: (selected: Selected) => void
}
