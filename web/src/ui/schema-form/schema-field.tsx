import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { type ComponentType, createContext, createElement, Fragment, type ReactNode, use } from 'react'
import { descriptionOf, type SchemaField } from './schema-fields.ts'
import { withMember } from './schema-values.ts'

export type FieldPath = readonly (string | number)[]

/** One value of a form, with the schema that describes it. */
export interface SchemaFieldProps extends SchemaField {
  path: FieldPath
  /** Holds the definitions that the schema refers to. */
  root: JsonObject
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
  readOnly: boolean
  /** Of forms with expressions: false if the field takes only constants. */
  dynamic?: boolean
  /** Of forms with expressions: called when the person switches between expression and form control. */
  onMode?: ((isExpression: boolean) => void) | undefined
}

/**
 * What draws a field, including the values inside of it. A form provides its own: inputs with plain values, or the
 * builder's, whose values can be expressions.
 */
export const FieldContext = createContext<ComponentType<SchemaFieldProps>>(() => null)

export function InnerField(props: SchemaFieldProps) {
  return createElement(use(FieldContext), props)
}

interface MemberFieldsProps extends Pick<SchemaFieldProps, 'path' | 'root' | 'readOnly'> {
  fields: readonly SchemaField[]
  value: JsonObject
  onChange: (value: JsonObject) => void
  /** Draws a member; the form's field unless given. */
  children?: (props: SchemaFieldProps) => ReactNode
}

/** The fields of an object's members. */
export function MemberFields({ fields, path, root, readOnly, value, onChange, children }: MemberFieldsProps) {
  const draw = children ?? InnerField
  return fields.map((field) => (
    <Fragment key={field.name}>
      {draw({
        ...field,
        path: [...path, field.name],
        root,
        readOnly,
        value: value[field.name],
        onChange: (next) => onChange(withMember(value, field.name, next)),
      })}
    </Fragment>
  ))
}

/** What a field's frame says, whichever frame it is. */
export function frameWords({ label, path, schema, required }: SchemaFieldProps) {
  const description = descriptionOf(schema)
  return { label, path, required, ...(description === undefined ? {} : { description }) }
}

/** A fault of one value: its path inside the form's value, and the message. */
export interface SchemaIssue {
  path: FieldPath
  message: string
}

/** The messages at a path; with those of nested values unless `exact`. */
export function messagesAt(issues: readonly SchemaIssue[], path: FieldPath, exact = false): string[] {
  const found = issues.filter(
    (issue) => isWithin(issue.path, path) && (!exact || issue.path.length === path.length),
  )
  return [...new Set(found.map((issue) => issue.message))]
}

/** Whether a path leads to a place or to something inside of it. */
export function isWithin(path: FieldPath, outer: FieldPath): boolean {
  return path.length >= outer.length && outer.every((part, at) => String(part) === String(path[at]))
}
