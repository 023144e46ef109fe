import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { Selection } from '@caseloom/contract/records/jobs'
import type { FieldValues } from '@caseloom/contract/records/records'
import { Checkbox, CloseButton, Input, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import type { Draft } from '../../../field-types/field-type.ts'
import { readDraft } from '../model/draft-value.ts'
import { FieldEditor } from '../editors/FieldEditor.tsx'
import { followJob } from './follow-job.ts'
import { beginBulk } from './jobs.queries.ts'
import classes from './Jobs.module.css'

interface Change {
  draft: Draft
  clear: boolean
}

interface BulkEditDialogProps {
  app: AppView
  selection: Selection
  /** Null when there are more results than were counted. */
  count: number | null
  onClose: () => void
  onBegun: () => void
}

export function BulkEditDialog({ app, selection, count, onClose, onBegun }: BulkEditDialogProps) {
  const { t } = useTranslation('jobs')
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map())
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { begin, fields, put, submit } = useBulkEdit({
    app,
    selection,
    onBegun,
    setChanges,
    changes,
    setErrors,
  })
  return (
    <Dialog
      onClose={onClose}
      size={520}
      title={count === null ? t('edit.titleAll') : t('edit.title', { count })}
    >
      <form className={classes.dialog} onSubmit={submit} noValidate>
        {begin.isError && <ErrorSummary message={describeError(begin.error).text} />}
        {fields
          .filter((field) => changes.has(field.key))
          .map((field) => (
            <OneChange
              key={field.key}
              field={field}
              change={changes.get(field.key) ?? { draft: '', clear: false }}
              error={errors[field.key]}
              onChange={(change) => put(field.key, change)}
              onRemove={() => setChanges(new Map([...changes].filter(([key]) => key !== field.key)))}
            />
          ))}
        <AddField fields={fields} changes={changes} put={put} />
        <p className={classes.note}>{changes.size === 0 ? t('edit.none') : t('edit.note')}</p>
        <DialogActions
          onCancel={onClose}
          confirm={count === null ? t('edit.saveAll') : t('edit.save', { count })}
          loading={begin.isPending}
          disabled={changes.size === 0}
        />
      </form>
    </Dialog>
  )
}

interface BulkEditInput {
  app: BulkEditDialogProps['app']
  selection: BulkEditDialogProps['selection']
  onBegun: () => void
  setChanges: (next: ReadonlyMap<string, Change>) => void
  changes: ReadonlyMap<string, Change>
  setErrors: (next: Record<string, string>) => void
}

function useBulkEdit({ app, selection, onBegun, setChanges, changes, setErrors }: BulkEditInput) {
  const { tenantId, timeZone } = useTenantScope()
  const client = useQueryClient()
  const { t: say } = useTranslation('records')
  const begin = useMutation({
    mutationFn: (set: FieldValues) =>
      beginBulk({ tenantId, appId: app.id }, { records: selection, change: { set } }),
    onSuccess: (job) => {
      followJob(client, tenantId, job)
      onBegun()
    },
  })
  const fields = app.fields.filter(isSettable)
  const put = (key: string, change: Change) => setChanges(new Map(changes).set(key, change))
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const { values, faults } = readChanges(fields, changes, timeZone)
    const messages = Object.entries(faults).map(([key, fault]) => [
      key,
      say(fault.key, { reason: fault.reason ?? '' }),
    ])
    setErrors(Object.fromEntries(messages))
    if (messages.length === 0) begin.mutate(values)
  }
  return { begin, fields, put, submit }
}

/** Unique or computed values, and those with items of their own, aren't set in bulk. */
function isSettable(field: Field): boolean {
  const { files, links, observables, tasks } = fieldTraits(field)
  const hasItems = files || links || observables || tasks
  return !field.readOnly && !hasItems && fieldType(field).unwritten !== true && !isUnique(field)
}

/** Two records can't both get a unique value. */
function isUnique(field: Field): boolean {
  return 'unique' in field && field.unique
}

function emptyDraft(field: Field): Draft {
  return fieldTraits(field).several ? [] : ''
}

type Fault = { key: string; reason?: string }

function readChanges(fields: readonly Field[], changes: ReadonlyMap<string, Change>, zone: string) {
  const values: FieldValues = {}
  const faults: Record<string, Fault> = {}
  for (const field of fields) {
    const change = changes.get(field.key)
    if (change === undefined) continue
    const read = change.clear ? ({ ok: true, value: null } as const) : readDraft(field, change.draft, zone)
    if (read.ok) values[field.key] = read.value
    else faults[field.key] = read
  }
  return { values, faults }
}

interface OneChangeProps {
  field: Field
  change: Change
  error: string | undefined
  onChange: (change: Change) => void
  onRemove: () => void
}

function OneChange({ field, change, error, onChange, onRemove }: OneChangeProps) {
  const { t } = useTranslation('jobs')
  const people = usePeople()
  const id = useId()
  return (
    <div className={classes.change}>
      <Input.Wrapper id={id} label={field.label} error={error}>
        {change.clear ? (
          <p className={classes.note}>{t('edit.clears')}</p>
        ) : (
          <FieldEditor
            field={field}
            draft={change.draft}
            onDraft={(draft) => onChange({ ...change, draft })}
            choices={{ people: people.all, groups: people.groups }}
            input={{ id, ...(error === undefined ? {} : { error: true }) }}
          />
        )}
      </Input.Wrapper>
      <CloseButton aria-label={t('edit.remove', { field: field.label })} onClick={onRemove} />
      {!field.required && (
        <Checkbox
          label={t('edit.clear', { field: field.label })}
          checked={change.clear}
          onChange={(event) => onChange({ ...change, clear: event.currentTarget.checked })}
        />
      )}
    </div>
  )
}

interface AddFieldProps {
  fields: readonly Field[]
  changes: ReadonlyMap<string, Change>
  put: (key: string, change: Change) => void
}

function AddField({ fields, changes, put }: AddFieldProps) {
  const { t } = useTranslation('jobs')
  return (
    <Select
      label={t('edit.field')}
      placeholder={t('edit.choose')}
      searchable
      value={null}
      data={fields
        .filter((field) => !changes.has(field.key))
        .map(({ key, label }) => ({ value: key, label }))}
      onChange={(key) => {
        const field = fields.find((one) => one.key === key)
        if (field !== undefined) put(field.key, { draft: emptyDraft(field), clear: false })
      }}
    />
  )
}
