import type { JsonObject } from '@caseloom/contract/kernel/json'
import { createContext, use, useId } from 'react'
import { JsonEditor } from './JsonEditor.tsx'
import {
  FieldContext,
  frameWords,
  MemberFields,
  messagesAt,
  type SchemaFieldProps,
  type SchemaIssue,
} from './schema-field.tsx'
import { type Control, controlOf, fieldsOf, isObject, type SchemaField } from './schema-fields.ts'
import classes from './SchemaForm.module.css'
import { type InputControl, SchemaInput } from './SchemaInput.tsx'

interface SchemaFormProps {
  /** JSON Schema of an object; unsupported parts are edited as JSON. */
  schema: JsonObject
  value: JsonObject
  onChange: (value: JsonObject) => void
  issues?: readonly SchemaIssue[]
  disabled?: boolean
}

const FormContext = createContext<{ id: string; issues: readonly SchemaIssue[] }>({ id: '', issues: [] })

/** The controls of a form described by a JSON Schema; the `<form>` is the caller's. */
export function SchemaForm({ schema, value, onChange, issues = [], disabled = false }: SchemaFormProps) {
  const id = useId()
  const fields = fieldsOf(schema)
  const rootError = errorOf(issues, [])
  if (fields === null)
    return (
      <JsonEditor
        id={id}
        label="JSON"
        value={value}
        {...(rootError === undefined ? {} : { error: rootError })}
        disabled={disabled}
        // The value must stay an object: other JSON waits under an empty name until it is one.
        onChange={(next) => onChange(isObject(next) ? next : next === undefined ? {} : { '': next })}
      />
    )
  return (
    <FormContext value={{ id, issues }}>
      <FieldContext value={PlainField}>
        <div className={classes.fields}>
          <MemberFields {...{ fields, value, onChange }} path={[]} root={schema} readOnly={disabled} />
        </div>
      </FieldContext>
    </FormContext>
  )
}

/** A field whose value is what was entered; the input shows label, description, and error itself. */
function PlainField(props: SchemaFieldProps) {
  const { schema, root, path, value, onChange, required, readOnly } = props
  const { id, issues } = use(FormContext)
  const control = controlOf(schema, root)
  const { label, description } = frameWords(props)
  // One level of groups stays readable; deeper ones are edited as JSON.
  if (control.kind === 'object' && path.length === 1)
    return <Group {...props} fields={control.fields} description={description} />
  const error = errorOf(issues, path)
  return (
    <SchemaInput
      control={inputOf(control)}
      frame={{
        id: `${id}-${path.join('-')}`,
        label,
        // Validation messages come from the schema check; the browser's own bubble would precede them.
        withAsterisk: required,
        'aria-required': required,
        disabled: readOnly,
        'data-path': path.join('.'),
        ...(description === undefined ? {} : { description }),
        ...(error === undefined ? {} : { error }),
      }}
      {...{ value, onChange, required }}
    />
  )
}

function inputOf(control: Control): InputControl {
  switch (control.kind) {
    case 'text':
    case 'number':
    case 'boolean':
    case 'choice':
    case 'choices':
      return control
    case 'list':
      return control.of === 'other' ? { kind: 'json' } : { kind: 'tags', of: control.of }
    case 'object':
    case 'map':
    case 'mixed':
    case 'variants':
    case 'any':
      return { kind: 'json' }
  }
}

type GroupProps = SchemaFieldProps & { fields: readonly SchemaField[]; description: string | undefined }

function Group({ label, description, fields, path, root, value, onChange, readOnly }: GroupProps) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      {description !== undefined && <p className={classes.hint}>{description}</p>}
      <div className={classes.fields}>
        <MemberFields
          {...{ fields, path, root, readOnly }}
          value={isObject(value) ? value : {}}
          onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
        />
      </div>
    </fieldset>
  )
}

function errorOf(issues: readonly SchemaIssue[], path: readonly (string | number)[]): string | undefined {
  const messages = messagesAt(issues, path)
  return messages.length === 0 ? undefined : messages.join('; ')
}
