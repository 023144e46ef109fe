import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldType } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { FieldValues } from '@caseloom/contract/records/records'
import type { RecordTemplate } from '@caseloom/contract/apps/record-templates'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sameValue } from '../../field-types/parts/field-text.ts'
import { useZone } from '../../ui/Times.tsx'
import { isCaseField } from '../../field-types/values/case-text.ts'
import { draftOf } from './model/draft-value.ts'
import type { RecordForm } from './model/useRecordForm.ts'

export interface ChosenTemplate {
  chosen: RecordTemplate | null
  choose: (key: string | null) => void
  /** What was entered, without what the template itself fills on the server. */
  entered: (values: FieldValues) => FieldValues
}

/** The template of a new record: its values appear in the form, where what was typed stays. */
export function useTemplate(app: AppView, form: RecordForm): ChosenTemplate {
  const zone = useZone()
  const [chosen, setChosen] = useState<RecordTemplate | null>(null)
  const prefilled = (template: RecordTemplate | null, key: string) => {
    const field = app.fields.find((one) => one.key === key)
    const value = template?.fields[key]
    const isShown =
      field !== undefined && value !== undefined && !isCaseField(field) && !isOfMoment(field, value)
    return isShown ? draftOf(field, value, zone) : null
  }
  const isOwn = (key: string) =>
    form.changed(key) && JSON.stringify(form.draft(key)) !== JSON.stringify(prefilled(chosen, key))
  const choose = (key: string | null) => {
    const next = app.templates?.find((one) => one.key === key) ?? null
    for (const one of new Set([...Object.keys(chosen?.fields ?? {}), ...Object.keys(next?.fields ?? {})])) {
      if (isOwn(one)) continue
      const draft = prefilled(next, one)
      if (draft === null) form.reset(one)
      else form.set(one, draft)
    }
    setChosen(next)
  }
  const entered = (values: FieldValues) =>
    Object.fromEntries(
      Object.entries(values).filter(([key, value]) => {
        const filled = chosen?.fields[key]
        return filled === undefined || !sameValue(value, filled)
      }),
    )
  return { chosen, choose, entered }
}

/** Worked out by the server when the record is created: now, today, and its creator. */
function isOfMoment(field: Field, value: JsonValue): boolean {
  const { momentary } = fieldType(field)
  return momentary !== undefined && [value].flat().includes(momentary)
}

/** Nothing for an app without templates. */
export function TemplateSelect({ app, template }: { app: AppView; template: ChosenTemplate }) {
  const { t } = useTranslation('records')
  const { templates = [] } = app
  if (templates.length === 0) return null
  const { chosen, choose } = template
  const tasks = Object.values(chosen?.tasks ?? {}).flat()
  const parts = [
    chosen?.description,
    tasks.length === 0
      ? undefined
      : t('create.templateTasks', { count: tasks.length, names: tasks.map(({ title }) => title).join(', ') }),
  ].filter((part) => part !== undefined)
  return (
    <Select
      label={t('create.template')}
      placeholder={t('create.noTemplate')}
      description={parts.join(' ') || undefined}
      data={templates.map(({ key, name }) => ({ value: key, label: name }))}
      value={chosen?.key ?? null}
      clearable
      onChange={choose}
    />
  )
}
