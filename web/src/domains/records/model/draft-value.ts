import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Draft, ReadDraft } from '../../../field-types/field-type.ts'
import { webType } from '../../../field-types/registry.ts'

/** A default computed when a record is created: now, today, or its creator; null for others. */
export function momentaryDefault(field: Field): 'now' | 'today' | 'me' | null {
  const { momentary = null } = fieldType(field)
  return momentary !== null && field.default === momentary ? momentary : null
}

/** Times are what the clocks of the reader's zone show, as time inputs take them. */
export function draftOf(field: Field, value: JsonValue | undefined, zone: string): Draft {
  const { several } = fieldTraits(field)
  if (value === momentaryDefault(field) && value !== null) return several ? [] : ''
  const own = webType(field).toDraft?.(value, field, zone)
  if (own !== undefined) return own
  if (several) return Array.isArray(value) ? value.map(String) : []
  return value === null || value === undefined ? '' : String(value)
}

/** Parses a draft; empty text is null. Returns the message key for invalid text. */
export function readDraft(field: Field, draft: Draft, zone: string): ReadDraft {
  const { fromDraft, fromItems } = webType(field)
  if (Array.isArray(draft))
    return fromItems?.(draft, field) ?? { ok: true, value: draft.length === 0 ? null : draft }
  if (draft.trim() === '') return { ok: true, value: null }
  return fromDraft?.(draft, field, zone) ?? { ok: true, value: draft }
}
