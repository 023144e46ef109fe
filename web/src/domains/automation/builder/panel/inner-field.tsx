import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { type ComponentType, createContext, createElement, use } from 'react'
import type { Path } from '../model/places.ts'

export interface ValueFieldProps {
  label: string
  /** Property name, which decides between single-line and multi-line text. */
  name: string
  path: Path
  schema: JsonObject
  root: JsonObject
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
  required: boolean
  readOnly: boolean
  dynamic?: boolean
  /** Called when the person switches between expression and form control. */
  onMode?: ((isExpression: boolean) => void) | undefined
}

/** The field component for nested values, provided by context to break the import cycle. */
export const InnerFieldContext = createContext<ComponentType<ValueFieldProps>>(() => null)

export function InnerField(props: ValueFieldProps) {
  return createElement(use(InnerFieldContext), props)
}

export function fieldWords({ label, path, schema, required }: ValueFieldProps) {
  const { description } = schema
  return {
    label,
    path,
    required,
    ...(typeof description === 'string' ? { description } : {}),
  }
}
