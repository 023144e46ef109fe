import { readDuration, writeDuration } from '@caseloom/contract/duration'
import type { Field } from '@caseloom/contract/fields'
import { FileView } from '@caseloom/contract/files'
import type { JsonValue } from '@caseloom/contract/json'
import { linkedOf, pickedText, readPicked, readPicks } from '../../ui/fields/linked-draft.ts'

/** The value of an editor: text as typed, or a list of choices. */
export type Draft = string | string[]

/** A default computed when a record is created: now, today, or its creator; null for others. */
export function momentaryDefault(field: Field): 'now' | 'today' | 'me' | null {
  if (field.type === 'datetime' && field.default === 'now') return 'now'
  if (field.type === 'date' && field.default === 'today') return 'today'
  return field.type === 'user' && field.default === 'me' ? 'me' : null
}

/** Times are local wall-clock text, as in the browser's own time inputs. */
export function draftOf(field: Field, value: JsonValue | undefined): Draft {
  if (value === momentaryDefault(field) && value !== null)
    return 'multiple' in field && field.multiple ? [] : ''
  if (field.type === 'attachment') return fileIds(value)
  if (field.type === 'reference') return linkedDraft(field, value)
  const several = field.type === 'list' || ('multiple' in field && field.multiple)
  if (several) return Array.isArray(value) ? value.map(String) : []
  if (value === null || value === undefined) return ''
  if (field.type === 'json' || isCase(field)) return JSON.stringify(value, null, 2)
  if (field.type === 'datetime') return localText(String(value))
  if (field.type === 'duration' && typeof value === 'number') return writeDuration(value)
  return String(value)
}

function linkedDraft(field: Field & { type: 'reference' }, value: JsonValue | undefined): Draft {
  const [first] = linkedOf(value).items
  if (field.multiple) return []
  return first === undefined ? '' : pickedText(first)
}

function fileIds(value: JsonValue | undefined): string[] {
  return (
    FileView.array()
      .safeParse(value)
      .data?.map((file) => file.id) ?? []
  )
}

/** Fields with items of their own: their drafts are JSON. */
function isCase(field: Field): boolean {
  return field.type === 'observables' || field.type === 'tasks' || field.type === 'clock'
}

export type ReadDraft = { ok: true; value: JsonValue } | { ok: false; key: string; reason?: string }

/** Parses a draft; empty text is null. Returns the message key for invalid text. */
export function readDraft(field: Field, draft: Draft): ReadDraft {
  if (Array.isArray(draft) && field.type === 'list' && field.of === 'number') return readNumbers(draft)
  if (Array.isArray(draft) && field.type === 'reference') return { ok: true, value: linkChange(draft) }
  if (Array.isArray(draft)) return { ok: true, value: draft.length === 0 ? null : draft }
  if (draft.trim() === '') return { ok: true, value: null }
  switch (field.type) {
    case 'number':
      return readNumber(draft)
    case 'datetime': {
      const time = Date.parse(draft)
      return Number.isNaN(time)
        ? { ok: false, key: 'page.invalidDate' }
        : { ok: true, value: new Date(time).toISOString() }
    }
    case 'json':
      return readJson(draft)
    case 'duration': {
      const seconds = readDuration(draft)
      return seconds === null ? { ok: false, key: 'page.invalidDuration' } : { ok: true, value: seconds }
    }
    case 'list':
    case 'attachment':
      return { ok: true, value: [draft] }
    case 'reference':
      return { ok: true, value: readPicked(draft)?.id ?? null }
    // Threads aren't edited with the record's values.
    case 'comments':
      return { ok: true, value: null }
    case 'text':
    case 'url':
    case 'selection':
    case 'user':
    case 'group':
    case 'date':
    case 'time':
    case 'technique':
    case 'formula':
    case 'system':
      return { ok: true, value: draft }
    // These have editors of their own, which save immediately.
    case 'observables':
    case 'tasks':
    case 'clock':
      return readJson(draft)
    default:
      return field satisfies never
  }
}

function linkChange(draft: readonly string[]): JsonValue {
  const { add, remove } = readPicks(draft)
  return { add: add.map((picked) => picked.id), remove: remove.map((picked) => picked.id) }
}

function readNumber(draft: string): ReadDraft {
  const text = draft.trim()
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return { ok: false, key: 'page.invalidNumber' }
  // Beyond 15 digits a double would round: the text itself is sent.
  return { ok: true, value: text.replace(/\D/g, '').length > 15 ? text : Number(text) }
}

function readNumbers(draft: readonly string[]): ReadDraft {
  const values: JsonValue[] = []
  for (const item of draft) {
    const reading = readNumber(item)
    if (!reading.ok) return { ok: false, key: 'page.invalidItem', reason: item }
    values.push(reading.value)
  }
  return { ok: true, value: values.length === 0 ? null : values }
}

function readJson(draft: string): ReadDraft {
  try {
    // JSON.parse returns any; its result is a JSON value by definition.
    return { ok: true, value: JSON.parse(draft) as JsonValue }
  } catch (error) {
    return { ok: false, key: 'page.invalidJson', reason: error instanceof Error ? error.message : '' }
  }
}

function localText(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
