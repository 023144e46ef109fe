import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ComponentType } from 'react'
import type { Choices } from './ChoiceEditor.tsx'
import type { Draft } from '../../../field-types/field-type.ts'

export interface FieldEditorProps {
  field: Field
  draft: Draft
  onDraft: (draft: Draft) => void
  /** The people and groups that fields may name. */
  choices: Choices
  stored?: JsonValue | undefined
  /** Attributes of the input: IDs, descriptions, focus. */
  input: Record<string, unknown>
  /** The field's app; the page's app when absent. */
  appId?: string
}

/** Handed to editors whose dialogs hold a form of fields in turn: a reference creates the record it points to. */
export type FieldEditorComponent = ComponentType<FieldEditorProps>
