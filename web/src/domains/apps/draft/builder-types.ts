import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { LayoutBlock, LayoutSection } from '@caseloom/contract/apps/layout'
import type { FieldPlace } from './app-draft.ts'
import type { Fault } from './faults.ts'
import type { EditedApp } from './useAppDraft.ts'

export type Selected =
  | { field: string }
  | { section: number }
  | { block: string }
  | { layout: string }
  | { preview: true }
  /** Linking an applet at this place of the layout. */
  | { linkAt: number }
  | { revisions: true }
  | null
/** The parts of the app builder. */
export type BuilderView = 'layout' | 'workflow' | 'records' | 'rights' | 'settings'

export interface FormEdits {
  /** Adds a field, at the end of the open tab where no place is given, and opens it. */
  addKind: (kind: string, place?: FieldPlace) => void
  addSection: (at?: number) => void
  /** Asks which applet to link, at the end of the open tab where no place is given. */
  linkApplet: (at?: number) => void
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
  /** Adds a block, at the end of the open tab where no place is given, and opens it. */
  addBlock: (kind: LayoutBlock['kind'], place?: FieldPlace) => void
  placeBlock: (id: string, place: FieldPlace) => void
  stepBlock: (id: string, step: -1 | 1) => void
  changeBlock: (block: LayoutBlock, by: string) => void
  removeBlock: (id: string) => void
}

export interface FieldSettingsProps {
  field: FieldInput
  edited: EditedApp
  /** In the published revision: what its stored values depend on is fixed. */
  isStored: boolean
  set: (over: Record<string, unknown>) => void
  fault: (at: string) => string | undefined
  /** The first fault at a path or below it. */
  faultIn: (at: string) => string | undefined
}

export type FieldOf<Type extends FieldInput['type']> = FieldSettingsProps & {
  field: Extract<FieldInput, { type: Type }>
}

/** What tiles of fields show besides label and type. */
export interface TileLook {
  /** Beside the label. */
  tag: (field: FieldInput) => string | null
  /** At the end, in mono. */
  end: (field: FieldInput) => string
}

export interface SheetProps {
  edited: EditedApp
  edits: FormEdits
  faults: readonly Fault[]
  selected: Selected
  onSelect: (selected: Selected) => void
  look?: TileLook | undefined
}
