import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits, holdsFiles } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { FileView } from '@caseloom/contract/records/files'
import type { FieldValues, RecordView } from '@caseloom/contract/records/records'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { z } from 'zod'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { sameValue } from '../../../field-types/parts/field-text.ts'
import { isComputed } from '../../../field-types/parts/shown-field.ts'
import { isCaseField } from '../../../field-types/values/case-text.ts'
import { linkedOf } from '../../../field-types/values/linked-draft.ts'
import { toast } from '../../../ui/toast.tsx'
import { keepSaved, saveChanges } from '../model/records.queries.ts'

/** How long an undo is offered. */
export const UNDO_MS = 8000

interface Change {
  tenantId: string
  app: AppView
  before: RecordView
  saved: RecordView
  /** What was sent; what others saved in between is theirs. */
  sent: FieldValues
}

/** The values before a change: also of fields that rules set with it, as far as the user may write them. */
export function valuesBefore({ app, before, saved, sent }: Omit<Change, 'tenantId'>): FieldValues {
  const isAlone = saved.version === before.version + 1
  const changed = app.fields.filter(
    (field) =>
      !field.readOnly &&
      !isComputed(field) &&
      !isCaseField(field) &&
      (isAlone || field.key in sent) &&
      field.key in before.fields &&
      field.key in saved.fields &&
      !sameValue(before.fields[field.key] ?? null, saved.fields[field.key]),
  )
  return Object.fromEntries(
    changed.flatMap((field) => {
      const value = valueBefore(field, before.fields[field.key] ?? null, sent[field.key])
      return value === undefined ? [] : [[field.key, value] as const]
    }),
  )
}

/** As it is written: files and linked records by their IDs. Of several links, what was sent is reversed. */
function valueBefore(field: Field, before: JsonValue, sent: JsonValue | undefined): JsonValue | undefined {
  if (holdsFiles(field))
    return FileView.array()
      .parse(before ?? [])
      .map(({ id }) => id)
  if (!fieldTraits(field).links) return before
  if (!('multiple' in field && field.multiple)) return linkedOf(before).items[0]?.id ?? null
  const picks = Picks.safeParse(sent)
  return picks.success ? { add: picks.data.remove, remove: picks.data.add } : undefined
}

const Picks = z.object({ add: z.array(z.string()), remove: z.array(z.string()) })

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
