import { Input, Loader } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { usePeople } from '../../../data/people.ts'
import { FieldEditor } from '../editors/FieldEditor.tsx'
import { ChoiceRows } from './ChoiceRows.tsx'
import { hasRows } from './offered-options.ts'
import type { CloseForm } from './useCloseForm.ts'

/** The part of a form that asks: of one record, or of many. */
export type Asking = Pick<CloseForm, 'isReady' | 'fields' | 'byDigit'> & {
  form: Pick<CloseForm['form'], 'draft' | 'errors' | 'set'>
}

interface CloseFieldsProps {
  close: Asking
  appId: string
  people: ReturnType<typeof usePeople>
}

/** What closing asks for, in the order of the app's fields. */
export function CloseFields({ close, appId, people }: CloseFieldsProps) {
  const { t } = useTranslation('quick')
  if (!close.isReady) return <Loader size={16} aria-label={t('close.loading')} />
  return close.fields.map((field) => <CloseField key={field.key} {...{ close, appId, people, field }} />)
}

function CloseField({ close, appId, people, field }: CloseFieldsProps & { field: Field }) {
  const id = useId()
  const { form } = close
  const draft = form.draft(field.key)
  const error = form.errors[field.key]
  if (hasRows(field))
    return (
      <ChoiceRows
        field={field}
        value={typeof draft === 'string' ? draft : ''}
        hasDigits={field.key === close.byDigit?.key}
        error={error}
        onChange={(value) => form.set(field.key, value)}
      />
    )
  return (
    <Input.Wrapper id={id} label={field.label} required={field.required} error={error}>
      <FieldEditor
        field={field}
        draft={draft}
        onDraft={(next) => form.set(field.key, next)}
        choices={{ people: people.all, groups: people.groups }}
        appId={appId}
        input={{ id, ...(error === undefined ? {} : { error: true }) }}
      />
    </Input.Wrapper>
  )
}
