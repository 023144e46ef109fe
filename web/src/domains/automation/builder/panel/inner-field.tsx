import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import { type ComponentType, createContext, createElement, use } from 'react'
import type { Path } from '../places.ts'

export interface ValueFieldProps {
  label: string
  /** The name of the property, by which long texts are told from short ones. */
  name: string
  path: Path
  schema: JsonObject
  root: JsonObject
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
  required: boolean
  readOnly: boolean
  /** False where only a constant counts: no expression is offered. */
  dynamic?: boolean
}

/** The field of a value inside another one: groups hold fields, which may be groups again. */
export const InnerFieldContext = createContext<ComponentType<ValueFieldProps>>(() => null)

export function InnerField(props: ValueFieldProps) {
  return createElement(use(InnerFieldContext), props)
}

/** What all controls of one value share. */
export function fieldWords({ label, path, schema, required }: ValueFieldProps) {
  const { description } = schema
  return {
    label,
    path,
    required,
    ...(typeof description === 'string' ? { description } : {}),
  }
}
