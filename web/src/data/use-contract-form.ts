import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { fieldFaults } from './api-error.ts'
import { describeError, type ErrorText } from './describe-error.ts'

interface ContractForm<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>
  /** For `<form onSubmit={submit}>`. */
  submit: (event: React.FormEvent<HTMLFormElement>) => void
  saving: boolean
  /** Server errors of the form as a whole; field issues are shown at the fields. */
  failure: ErrorText | null
}

/**
 * A form checked by a schema of the contract before it is sent, with the server's issues at their fields afterwards.
 * Nothing that was entered is lost on failure.
 *
 *   const { form, submit, saving, failure } = useContractForm({
 *     schema: InstallBody, initialValues: {…}, save: (values) => startInstall(values), onSaved: () => …,
 *   })
 */
export function useContractForm<Values extends Record<string, unknown>, Result>(options: {
  schema: z.ZodType
  initialValues: Values
  save: (values: Values) => Promise<Result>
  onSaved: (result: Result) => void
  /** Faults by field for errors that name no issues, for example a taken key. */
  onFailed?: (error: unknown) => Record<string, string> | undefined
  /** Texts for schema codes, by field and code; otherwise the schema's own message. */
  words?: (field: string, code: string) => string | undefined
}): ContractForm<Values> {
  const { schema, save, onSaved, words } = options
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const form = useForm<Values>({
    initialValues: options.initialValues,
    validateInputOnBlur: false,
    validate: (values) => schemaFaults(schema, values, words),
  })
  const mutation = useMutation({
    mutationFn: save,
    onMutate: () => setFailure(null),
    onSuccess: (result) => onSaved(result),
    onError: (error) => {
      const { '': rest, ...faults } = {
        ...fieldFaults(error, Object.keys(form.values)),
        ...options.onFailed?.(error),
      }
      form.setErrors(faults)
      if (rest !== undefined) setFailure({ ...describeError(error), text: rest })
      else if (Object.keys(faults).length === 0) setFailure(describeError(error))
    },
  })
  const submit = form.onSubmit(
    (values) => mutation.mutate(values),
    (errors) => focusFirst(Object.keys(errors)[0]),
  )
  return { form, submit, saving: mutation.isPending, failure }
}

function schemaFaults(
  schema: z.ZodType,
  values: unknown,
  words: ((field: string, code: string) => string | undefined) | undefined,
): Record<string, string> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return {}
  const faults: Record<string, string> = {}
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? '')
    faults[field] ??= words?.(field, issue.code) ?? issue.message
  }
  return faults
}

function focusFirst(field: string | undefined): void {
  if (field === undefined) return
  document.querySelector<HTMLElement>(`[data-path="${field}"]`)?.focus()
}
