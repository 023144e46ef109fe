import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTenantScope } from '../../../data/scope.tsx'
import { removeUnreadableDrafts } from '../model/unreadable-drafts.ts'
import { type RecordForm, useRecordForm } from '../model/useRecordForm.ts'
import { isLongText, restoredTexts, type TextDraft, textDraft, type TextPlace } from './text-drafts.ts'

const PAUSE_MS = 400

export interface DraftedForm {
  form: RecordForm
  /** Fields that show a restored draft, until it's typed on, saved, or discarded. */
  restored: ReadonlySet<string>
  /** The restored draft of a field is typed on. */
  typeOn: (key: string) => void
}

/** The form of a stored record. Its long texts survive a reload in this browser until they are saved. */
export function useDraftedForm(app: AppView, record: RecordView): DraftedForm {
  const { tenantId, userId } = useTenantScope()
  const place = { tenantId, userId, recordId: record.id }
  const texts = record.can.update ? app.fields.filter((field) => isLongText(field) && !field.readOnly) : []
  const [begun] = useState(() => restoredTexts(place, texts, record))
  const [typedOn, setTypedOn] = useState<ReadonlySet<string>>(new Set())
  const form = useRecordForm(app, record, begun.drafts, begun.origins)
  useUnreadableDrafts(place, app)
  const typed = texts.map(({ key }) => [key, form.unsaved(key)] as const)
  useStoredTexts(place, typed)
  const isRestored = (key: string) => form.changed(key) && !typedOn.has(key)
  return {
    form,
    restored: new Set(Object.keys(begun.drafts).filter(isRestored)),
    typeOn: (key) => setTypedOn((before) => (before.has(key) ? before : new Set([...before, key]))),
  }
}

/** Someone who loses the permission to read a field loses what they typed into it. */
function useUnreadableDrafts(place: TextPlace, app: AppView): void {
  const readable = app.fields.map(({ key }) => key).join()
  const remove = useEffectEvent((keys: string) => removeUnreadableDrafts(place, keys.split(',')))
  useEffect(() => {
    remove(readable)
  }, [readable])
}

type Texts = readonly (readonly [string, TextDraft | null])[]

/** Stores texts while they are typed, and removes those that are saved. */
function useStoredTexts(place: TextPlace, texts: Texts): void {
  // Also a draft that wasn't restored, because it was saved just before the page closed.
  const [known] = useState(
    () => new Map(texts.map(([key]) => [key, JSON.stringify(textDraft(place, key).read())])),
  )
  const write = (given: Texts) => {
    for (const [key, draft] of given) {
      const text = JSON.stringify(draft)
      // What another tab stored of a field that isn't touched here stays.
      if ((known.get(key) ?? 'null') === text) continue
      known.set(key, text)
      textDraft(place, key).write(draft)
    }
  }
  const written = JSON.stringify(texts)
  // Written above.
  const writeSoon = useDebouncedCallback((all: string) => write(JSON.parse(all) as Texts), {
    delay: PAUSE_MS,
    flushOnUnmount: true,
  })
  useEffect(() => {
    writeSoon(written)
  }, [written, writeSoon])
  // Closing or reloading the page right after typing must not lose the last word.
  const writeNow = useEffectEvent(() => write(texts))
  useEffect(() => {
    const flush = () => writeNow()
    addEventListener('pagehide', flush)
    return () => removeEventListener('pagehide', flush)
  }, [])
}
