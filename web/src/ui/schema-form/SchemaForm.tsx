import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { useId } from 'react'
import { SchemaControl } from './SchemaControl.tsx'
import classes from './SchemaForm.module.css'
import { fieldsOf, isObject, type SchemaField, withMember } from './schema-fields.ts'
import { JsonEditor } from './JsonEditor.tsx'

/** A fault of one value: its path inside the form's value, and the message. */
export interface SchemaIssue {
  path: readonly (string | number)[]
  message: string
}

interface SchemaFormProps {
  /** JSON Schema of an object; unsupported parts are edited as JSON. */
  schema: JsonObject
  value: JsonObject
  onChange: (value: JsonObject) => void
  issues?: readonly SchemaIssue[]
  disabled?: boolean
}

/** The controls of a form described by a JSON Schema; the `<form>` is the caller's. */
export function SchemaForm({ schema, value, onChange, issues = [], disabled = false }: SchemaFormProps) {
  const id = useId()
  const fields = fieldsOf(schema)
  if (fields === null)
    return (
      <JsonEditor
        id={id}
        label="JSON"
        value={value}
        error={faultAt(issues, [])}
        disabled={disabled}
        // The value must stay an object: other JSON waits under an empty name until it is one.
        onChange={(next) => onChange(isObject(next) ? next : next === undefined ? {} : { '': next })}
      />
    )
  return <Fields {...{ id, fields, value, onChange, issues, disabled }} path={[]} />
}

interface FieldsProps {
  id: string
  path: readonly string[]
  fields: readonly SchemaField[]
  value: JsonObject
  onChange: (value: JsonObject) => void
  issues: readonly SchemaIssue[]
  disabled: boolean
}

function Fields({ id, path, fields, value, onChange, issues, disabled }: FieldsProps) {
  return (
    <div className={classes.fields}>
      {fields.map((field) => {
        const place = [...path, field.name]
        const change = (next: JsonValue | undefined) => onChange(withMember(value, field.name, next))
        const own = value[field.name]
        if (field.control.kind === 'group')
          return (
            <fieldset key={field.name} className={classes.group}>
              <legend className={classes.legend}>{field.label}</legend>
              {field.description !== undefined && <p className={classes.hint}>{field.description}</p>}
              <Fields
                {...{ id, issues, disabled }}
                path={place}
                fields={field.control.fields}
                value={isObject(own) ? own : {}}
                onChange={(next) => change(Object.keys(next).length === 0 ? undefined : next)}
              />
            </fieldset>
          )
        return (
          <SchemaControl
            key={field.name}
            field={field}
            control={field.control}
            id={`${id}-${place.join('-')}`}
            path={place}
            value={own}
            onChange={change}
            error={faultAt(issues, place)}
            disabled={disabled}
          />
        )
      })}
    </div>
  )
}

function faultAt(issues: readonly SchemaIssue[], place: readonly string[]): string | undefined {
  const texts = issues
    .filter((issue) => place.every((part, at) => String(issue.path[at]) === part))
    .map((issue) => issue.message)
  return texts.length === 0 ? undefined : [...new Set(texts)].join('; ')
}
