import type { AppView } from '@caseloom/contract/apps/apps'
import type { FieldValues, RecordView } from '@caseloom/contract/records/records'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Draft } from '../../../field-types/field-type.ts'
import { keepSaved, saveChanges } from '../model/records.queries.ts'
import type { RecordForm } from '../model/useRecordForm.ts'
import type { Rejection } from '../model/useRejection.ts'

export interface SendingOptions {
  tenantId: string
  app: AppView
  record: RecordView
  form: RecordForm
  onSaved: (change: { saved: RecordView; before: RecordView; sent: FieldValues }) => void
}

export interface Batch {
  values: FieldValues
  /** What the values were read from. */
  drafts: Record<string, Draft>
}

interface Sent extends Batch {
  version: number
  before: RecordView
}

/** One request at a time. It's done when the record that the page shows has what was saved. */
export function useSending(options: SendingOptions, rejection: Rejection) {
  const { tenantId, app, record, form, onSaved } = options
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<{ version: number; drafts: Batch['drafts'] } | null>(null)
  const [savedVersion, setSavedVersion] = useState(0)
  // Sending the same again would change nothing.
  const [refused, refuse] = useState<FieldValues | null>(null)
  if (done !== null && record.version >= done.version) {
    form.settle(done.drafts)
    setDone(null)
    setBusy(false)
  }
  const mutation = useMutation({
    mutationFn: ({ version, values }: Sent) =>
      saveChanges({ tenantId, appId: app.id, recordId: record.id }, version, values),
    onMutate: rejection.forget,
    onSuccess: (saved, { before, values, drafts }) => {
      setDone({ version: saved.version, drafts })
      setSavedVersion(saved.version)
      keepSaved(client, tenantId, saved)
      onSaved({ saved, before, sent: values })
    },
    onError: (error, batch) => {
      const { faults, isAway, isPartial } = rejection.take(error)
      form.setErrors({ ...form.errors, ...faults })
      const [rejected, rest] = isPartial ? partsOf(batch, Object.keys(faults)) : [batch, null]
      refuse(isAway ? null : rejected.values)
      if (rest === null) setBusy(false)
      else send(rest)
    },
  })
  const send = ({ values, drafts }: Batch) => {
    setBusy(true)
    mutation.mutate({ version: form.baseOf(Object.keys(values)), values, drafts, before: record })
  }
  return { busy, savedVersion, send, refused, refuse }
}

/** What is rejected itself, and what can be saved without it; null where a fault is in a field that wasn't sent. */
function partsOf({ values, drafts }: Batch, faulty: readonly string[]): [Batch, Batch | null] {
  const part = (isWanted: (key: string) => boolean): Batch => {
    const pick = <Value>(all: Record<string, Value>) =>
      Object.fromEntries(Object.entries(all).filter(([key]) => isWanted(key)))
    return { values: pick(values), drafts: pick(drafts) }
  }
  const rest = part((key) => !faulty.includes(key))
  const isOwn = faulty.every((key) => key in values) && Object.keys(rest.values).length > 0
  return isOwn ? [part((key) => faulty.includes(key)), rest] : [{ values, drafts }, null]
}
