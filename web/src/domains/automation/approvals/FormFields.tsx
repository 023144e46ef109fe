import type { JsonObject } from '@caseloom/contract/kernel/json'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../data/api-error.ts'
import type { ErrorText } from '../../../data/describe-error.ts'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import type { SchemaIssue } from '../../../ui/schema-form/schema-field.tsx'
import { SchemaForm } from '../../../ui/schema-form/SchemaForm.tsx'
import { labelAt } from '../../../ui/schema-form/schema-fields.ts'
import { startingValue } from '../../../ui/schema-form/schema-values.ts'
import classes from './People.module.css'

/** Values and errors of a form; preserved when submitting fails. */
export interface FormState {
  schema: JsonObject
  value: JsonObject
  change: (value: JsonObject) => void
  issues: readonly SchemaIssue[]
  fail: (error: unknown) => void
  changed: boolean
}

export function useFormState(schema: JsonObject): FormState {
  const [value, setValue] = useState(() => startingValue(schema))
  const [changed, setChanged] = useState(false)
  const [issues, setIssues] = useState<readonly SchemaIssue[]>([])
  return {
    schema,
    value,
    changed,
    issues,
    change: (next) => {
      setValue(next)
      setChanged(true)
    },
    fail: (error) => setIssues(error instanceof ApiError ? error.issues.map(inside) : []),
  }
}

/** Server paths are request paths: `body.values.owner` and `body.inputs.owner` are the field `owner`. */
function inside({ path, message }: SchemaIssue): SchemaIssue {
  const at = path[0] === 'body' && (path[1] === 'values' || path[1] === 'inputs') ? 2 : 0
  return { path: path.slice(at), message }
}

interface FormFieldsProps {
  form: FormState
  submit: string
  sending: boolean
  failure: ErrorText | null
  onSubmit: () => void
}

export function FormFields({ form, submit, sending, failure, onSubmit }: FormFieldsProps) {
  const { issues } = form
  const frame = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const [first] = issues
    if (first === undefined) return
    frame.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(first.path.join('.'))}"]`)?.focus()
  }, [issues])
  const faults = issues.map(({ path, message }) => ({ label: labelAt(form.schema, path), text: message }))
  return (
    <form
      ref={frame}
      className={classes.head}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending) onSubmit()
      }}
    >
      <ErrorSummary
        faults={faults}
        {...(failure === null || faults.length > 0
          ? {}
          : { message: failure.text, requestId: failure.requestId })}
      />
      <SchemaForm
        schema={form.schema}
        value={form.value}
        onChange={form.change}
        issues={issues}
        disabled={sending}
      />
      <div className={classes.buttons}>
        <Button type="submit" variant="filled" loading={sending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
