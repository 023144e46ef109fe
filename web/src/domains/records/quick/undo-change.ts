import type { AppView } from '@caseloom/contract/apps/apps'
import type { FieldValues, RecordView } from '@caseloom/contract/records/records'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { sameValue } from '../../../field-types/parts/field-text.ts'
import { isComputed } from '../../../field-types/parts/shown-field.ts'
import { isCaseField } from '../../../field-types/values/case-text.ts'
import { toast } from '../../../ui/toast.tsx'
import { keepSaved, saveChanges } from '../model/records.queries.ts'

/** How long an undo is offered. */
export const UNDO_MS = 8000

interface Change {
  tenantId: string
  app: AppView
  before: RecordView
  saved: RecordView
}

/** The values before a change: also of fields that rules set with it, as far as the user may write them. */
export function valuesBefore({ app, before, saved }: Omit<Change, 'tenantId'>): FieldValues {
  const changed = app.fields.filter(
    (field) =>
      !field.readOnly &&
      !isComputed(field) &&
      !isCaseField(field) &&
      field.key in before.fields &&
      field.key in saved.fields &&
      !sameValue(before.fields[field.key] ?? null, saved.fields[field.key]),
  )
  return Object.fromEntries(changed.map(({ key }) => [key, before.fields[key] ?? null]))
}

/** Takes a saved change back, from any page. What someone changed since then stays, and the notice says so. */
export async function undoChange(client: QueryClient, change: Change): Promise<void> {
  const { tenantId, saved } = change
  const t = i18next.getFixedT('en', 'quick')
  try {
    const place = { tenantId, appId: saved.appId, recordId: saved.id }
    keepSaved(client, tenantId, await saveChanges(place, saved.version, valuesBefore(change)))
    toast({ kind: 'success', title: t('undone', { id: saved.trackingId }) })
  } catch (error) {
    const isStale = hasCode(error, 'resource.version_conflict')
    const text = isStale ? t('changedSince') : describeError(error).text
    toast({ kind: 'error', title: t('undoFailed', { id: saved.trackingId }), text })
  }
}
