import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonValue } from '@caseloom/contract/kernel/json'
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
  /** As a rule of the workflow does: it is sent with what the user changed, and is no change of theirs. */
  fill(key: string, draft: Draft): void
  reset(key: string): void
  changed(key: string): boolean
  /** A text that differs from what is stored, and what was stored when it was begun. */
  unsaved(key: string): { text: string; version: number; before: JsonValue } | null
  dirty: boolean
  /** The fields that the user changed. */
  typed: readonly string[]
  touched: boolean
  errors: Readonly<Record<string, string>>
  setErrors(errors: Record<string, string>): void
  /** Null when some input is invalid (errors are set). */
  read(): FieldValues | null
  /** The changes of some fields, with what rules filled in. */
  collect(isWanted: (key: string) => boolean): Changes
  /** Drops drafts that are stored by now; what was typed since is based on them. */
  settle(sent: Readonly<Record<string, Draft>>): void
  /** Bases drafts on the values that are stored now. */
  rebase(keys: readonly string[]): void
  /** The version that drafts are based on: the current one, unless someone has changed one of their fields since. */
  baseOf(keys: readonly string[]): number
  clear(): void
}

/** What drafts amount to. */
export interface Changes {
  values: FieldValues
  /** The drafts that the values were read from. */
  drafts: Record<string, Draft>
  /** Drafts that mean what is stored already. */
  same: Record<string, Draft>
  faults: Record<string, string>
}

/** What was stored when a draft was begun. */
export interface Origin {
  version: number
  value: JsonValue | undefined
}

interface Entry {
  draft: Draft
  by: 'user' | 'rules'
  origin: Origin
}
type Entries = Readonly<Record<string, Entry>>
type Stored = Pick<RecordView, 'fields'> & Partial<Pick<RecordView, 'version'>>

/** User input, separate from what is stored: refetches never touch it. */
export function useRecordForm(
  app: AppView,
  stored: Stored | null,
  /** What is filled in when the form opens, and what was stored when it was typed, where that isn't now. */
  begun: Readonly<Record<string, Draft>> = {},
  origins: Readonly<Record<string, Origin>> = {},
): RecordForm {
  const originOf = (key: string): Origin => ({ version: stored?.version ?? 0, value: stored?.fields[key] })
  const [entries, setEntries] = useState<Entries>(() => entriesOf(begun, origins, originOf))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { storedDraft, changed, collect } = useReading(app, stored, entries)
  const write = (key: string, draft: Draft, by: Entry['by']) => {
    setEntries((before) => {
      const entry = before[key]
      const author = by === 'user' ? by : (entry?.by ?? by)
      return { ...before, [key]: { draft, by: author, origin: entry?.origin ?? originOf(key) } }
    })
    setErrors((before) => without(before, [key]))
  }
  const isReadOnly = (key: string) => app.fields.find((field) => field.key === key)?.readOnly === true
  const dirty = Object.keys(entries).filter((key) => changed(key) && !isReadOnly(key))
  return {
    draft: (key) => entries[key]?.draft ?? storedDraft(key),
    set: (key, draft) => write(key, draft, 'user'),
    fill: (key, draft) => write(key, draft, 'rules'),
    reset: (key) => {
      setEntries((before) => without(before, [key]))
      setErrors((before) => without(before, [key]))
    },
    changed,
    unsaved: (key) => (changed(key) ? textOf(entries[key]) : null),
    dirty: dirty.length > 0,
    typed: dirty.filter((key) => entries[key]?.by === 'user'),
    touched: Object.keys(entries).length > 0,
    errors,
    setErrors,
    read: () => {
      const { values, faults } = collect(() => true)
      setErrors(faults)
      return Object.keys(faults).length === 0 ? values : null
    },
    collect,
    settle: (sent) => setEntries((before) => settled(before, sent, originOf)),
    rebase: (keys) => setEntries((before) => rebased(before, keys, originOf)),
    baseOf: (keys) => baseOf(keys, entries, stored),
    clear: () => {
      setEntries({})
      setErrors({})
    },
  }
}

/** What drafts say, beside what is stored. */
function useReading(app: AppView, stored: Stored | null, entries: Entries) {
  const { t } = useTranslation('records')
  const zone = useZone()
  const storedDraft = (key: string): Draft => {
    const field = app.fields.find((one) => one.key === key)
    return field === undefined
      ? ''
      : draftOf(field, stored === null ? field.default : stored.fields[key], zone)
  }
  const changed = (key: string) => {
    const entry = entries[key]
    return entry !== undefined && !sameDraft(entry.draft, storedDraft(key))
  }
  const collect = (isWanted: (key: string) => boolean): Changes => {
    const changes: Changes = { values: {}, drafts: {}, same: {}, faults: {} }
    for (const field of app.fields) {
      const { key } = field
      const entry = entries[key]
      // Only rules of the workflow fill what no one can edit; the server sets it again from the same rules.
      if (entry === undefined || field.readOnly) continue
      if (entry.by === 'user' && !isWanted(key)) continue
      if (stored !== null && !changed(key)) continue
      const result = readDraft(field, entry.draft, zone)
      if (!result.ok) changes.faults[key] = t(result.key, { reason: result.reason ?? '' })
      else if (stored !== null && sameValue(result.value, stored.fields[key])) changes.same[key] = entry.draft
      else {
        changes.values[key] = result.value
        changes.drafts[key] = entry.draft
      }
    }
    return changes
  }
  return { storedDraft, changed, collect }
}

function textOf(entry: Entry | undefined): ReturnType<RecordForm['unsaved']> {
  if (entry === undefined || typeof entry.draft !== 'string') return null
  return { text: entry.draft, version: entry.origin.version, before: entry.origin.value ?? null }
}

function sameDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function without<Value>(
  all: Readonly<Record<string, Value>>,
  keys: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([key]) => !keys.includes(key)))
}

function entriesOf(
  begun: Readonly<Record<string, Draft>>,
  origins: Readonly<Record<string, Origin>>,
  originOf: (key: string) => Origin,
): Entries {
  const made = Object.entries(begun).map(
    ([key, draft]) => [key, { draft, by: 'user', origin: origins[key] ?? originOf(key) }] as const,
  )
  return Object.fromEntries(made)
}

function settled(
  entries: Entries,
  sent: Readonly<Record<string, Draft>>,
  originOf: (key: string) => Origin,
): Entries {
  const isStored = (key: string) => {
    const draft = sent[key]
    const entry = entries[key]
    return draft !== undefined && entry !== undefined && sameDraft(draft, entry.draft)
  }
  const stored = Object.keys(entries).filter(isStored)
  return rebased(without(entries, stored), Object.keys(sent), originOf)
}

function rebased(entries: Entries, keys: readonly string[], originOf: (key: string) => Origin): Entries {
  const given = Object.entries(entries).map(
    ([key, entry]) => [key, keys.includes(key) ? { ...entry, origin: originOf(key) } : entry] as const,
  )
  return Object.fromEntries(given)
}

/**
 * The page shows others' saves; saving upon those would overwrite their change of the same field without asking.
 * Changes of other fields don't matter.
 */
function baseOf(keys: readonly string[], entries: Entries, stored: Stored | null): number {
  const versions = keys.flatMap((key) => {
    const origin = entries[key]?.origin
    return origin === undefined || sameValue(origin.value, stored?.fields[key]) ? [] : [origin.version]
  })
  return Math.min(stored?.version ?? 0, ...versions)
}

/** The faults of a form with the labels of their fields. */
export function faultsOf(app: Pick<AppView, 'fields'>, form: Pick<RecordForm, 'errors'>) {
  return Object.entries(form.errors).map(([key, text]) => ({
    key,
    label: app.fields.find((field) => field.key === key)?.label ?? key,
    text,
  }))
}
