import type { AppView } from '@caseloom/contract/apps/apps'
import type { FieldValues } from '@caseloom/contract/records/records'
import { Input } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '../../../data/api-error.ts'
import { describeError, type ErrorText } from '../../../data/describe-error.ts'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import type { Picked } from '../../../field-types/values/linked-draft.ts'
import type { FieldEditorComponent } from './field-editor-props.ts'
import { titleOf } from '../list/list-columns.tsx'
import { ownApp } from '../model/own-app.ts'
import { keepSaved, saveNew } from '../model/records.queries.ts'
import classes from '../model/Records.module.css'
import { useRecordForm } from '../model/useRecordForm.ts'

interface CreateLinkedProps {
  app: AppView
  /** The search text becomes the title of the new record. */
  title: string
  FieldEditor: FieldEditorComponent
  onCreated: (picked: Picked) => void
  onClose: () => void
}

export function CreateLinked({ app: linked, title, FieldEditor, onCreated, onClose }: CreateLinkedProps) {
  const app = useMemo(() => ownApp(linked), [linked])
  const { t } = useTranslation('links')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const people = usePeople()
  const prefix = useId()
  const form = useRecordForm(app, null)
  const [typed, setTyped] = useState(title !== '')
  const [failure, setFailure] = useState<ErrorText | null>(null)
  const fields = app.fields.filter(
    (field) => (field.required || field.key === app.titleField) && !field.readOnly,
  )
  const draftOf = (key: string) => (typed && key === app.titleField ? title : form.draft(key))
  const mutation = useMutation({
    mutationFn: (values: FieldValues) => saveNew({ tenantId, appId: app.id }, { fields: values }),
    onMutate: () => setFailure(null),
    onSuccess: (record) => {
      keepSaved(client, tenantId, record)
      onCreated({ id: record.id, trackingId: record.trackingId, title: titleOf(app, record) })
    },
    onError: (error) => {
      const { '': rest, ...faults } = fieldFaults(
        error,
        fields.map((field) => field.key),
        ['fields'],
      )
      form.setErrors(faults)
      if (rest !== undefined || Object.keys(faults).length === 0) setFailure(describeError(error))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const values = form.read()
    if (values !== null) mutation.mutate(typed ? { [app.titleField]: title, ...values } : values)
  }
  const faults = Object.entries(form.errors).map(([key, text]) => ({
    label: app.fields.find((field) => field.key === key)?.label ?? key,
    text,
  }))
  return (
    <Dialog onClose={onClose} size={520} title={t('createTitle', { app: app.name.toLowerCase() })}>
      <form onSubmit={submit} noValidate className={classes.formFields}>
        <ErrorSummary
          {...(failure === null
            ? {}
            : { message: `${t('createFailed')}. ${failure.text}`, requestId: failure.requestId })}
          faults={faults}
        />
        {fields.map((field) => {
          const id = `${prefix}-${field.key}`
          const error = form.errors[field.key]
          return (
            <Input.Wrapper
              key={field.key}
              id={id}
              label={field.label}
              required={field.required}
              description={field.help}
              error={error}
            >
              <FieldEditor
                field={field}
                appId={app.id}
                draft={draftOf(field.key)}
                onDraft={(draft) => {
                  if (field.key === app.titleField) setTyped(false)
                  form.set(field.key, draft)
                }}
                choices={{ people: people.all, groups: people.groups }}
                input={{ id, ...(error === undefined ? {} : { error: true }) }}
              />
            </Input.Wrapper>
          )
        })}
        <DialogActions onCancel={onClose} confirm={t('createSave')} loading={mutation.isPending} />
      </form>
    </Dialog>
  )
}
