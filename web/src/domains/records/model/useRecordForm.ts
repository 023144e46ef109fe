import type { AppView } from '@caseloom/contract/apps/apps'
import type { FieldValues, RecordView } from '@caseloom/contract/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../../../field-types/field-type.ts'
import { useZone } from '../../../ui/Times.tsx'
import { draftOf, readDraft } from './draft-value.ts'
import { sameValue } from '../../../field-types/parts/field-text.ts'

export interface RecordForm {
  draft(key: string): Draft
  set(key: string, draft: Draft): void
  reset(key: string): void
  changed(key: string): boolean
  dirty: boolean
  touched: boolean
  errors: Readonly<Record<string, string>>
  setErrors(errors: Record<string, string>): void
  /** Null when some input is invalid (errors are set). */
  read(): FieldValues | null
  clear(): void
}

/** User input, separate from what is stored: refetches never touch it. */
export function useRecordForm(
  app: AppView,
  stored: Pick<RecordView, 'fields'> | null,
  /** What is filled in when the form opens. */
  begun: Readonly<Record<string, Draft>> = {},
): RecordForm {
  const { t } = useTranslation('records')
  const zone = useZone()
  const [drafts, setDrafts] = useState<Record<string, Draft>>(begun)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const fieldOf = (key: string) => app.fields.find((field) => field.key === key)
  const storedDraft = (key: string): Draft => {
    const field = fieldOf(key)
    return field === undefined
      ? ''
      : draftOf(field, stored === null ? field.default : stored.fields[key], zone)
  }
  const changed = (key: string) => {
    const draft = drafts[key]
    return draft !== undefined && JSON.stringify(draft) !== JSON.stringify(storedDraft(key))
  }
  const read = () => {
    const values: FieldValues = {}
    const faults: Record<string, string> = {}
    for (const field of app.fields) {
      const draft = drafts[field.key]
      // Only rules of the workflow fill what no one can edit; the server sets it again from the same rules.
      if (draft === undefined || field.readOnly) continue
      if (stored !== null && !changed(field.key)) continue
      const result = readDraft(field, draft, zone)
      if (!result.ok) faults[field.key] = t(result.key, { reason: result.reason ?? '' })
      else if (stored === null || !sameValue(result.value, stored.fields[field.key]))
        values[field.key] = result.value
    }
    setErrors(faults)
    return Object.keys(faults).length === 0 ? values : null
  }
  const without = (key: string) => {
    const { [key]: _gone, ...rest } = drafts
    return rest
  }
  return {
    draft: (key) => drafts[key] ?? storedDraft(key),
    set: (key, draft) => {
      setDrafts((before) => ({ ...before, [key]: draft }))
      const { [key]: _fixed, ...rest } = errors
      setErrors(rest)
    },
    reset: (key) => setDrafts(without(key)),
    changed,
    dirty: Object.keys(drafts).some((key) => changed(key) && fieldOf(key)?.readOnly !== true),
    touched: Object.keys(drafts).length > 0,
    errors,
    setErrors,
    read,
    clear: () => {
      setDrafts({})
      setErrors({})
    },
  }
}

/** The faults of a form with the labels of their fields. */
export function faultsOf(app: Pick<AppView, 'fields'>, form: Pick<RecordForm, 'errors'>) {
  return Object.entries(form.errors).map(([key, text]) => ({
    key,
    label: app.fields.find((field) => field.key === key)?.label ?? key,
    text,
  }))
}
