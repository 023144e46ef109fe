import type { FieldConversion } from '@caseloom/contract/apps'
import { CONVERTS_TO } from '@caseloom/contract/field-change'
import { FieldInput } from '@caseloom/contract/fields'
import type { AppDraft } from './app-draft.ts'
import { FIELD_KINDS, type FieldKind } from './field-kinds.tsx'

/** How the draft converts the values of the field; null when it does not. */
export function conversionOf({ convert }: AppDraft, key: string): FieldConversion | null {
  return convert?.find((one) => one.field === key) ?? null
}

/** Kinds of fields that the field's values may become; its own kind is there for another format or number of values. */
export function kindsFor(field: FieldInput, isTitle: boolean): FieldKind[] {
  const types = isTitle ? ['text'] : (CONVERTS_TO[field.type] ?? [])
  return FIELD_KINDS.filter((kind) => types.includes(kind.type))
}

/** The field as one of another kind; what only its own type has is left behind. */
function asKind(base: FieldInput, kind: FieldKind, appId: string): FieldInput {
  const { id, key, label, help, required, requiredWhen, readOnly, readers, writers } = base
  const common = { id, key, label, help, required, requiredWhen, readOnly, readers, writers }
  const { default: _default, ...same } = base
  // A plain text has no format at all.
  const { format: _format, ...own } = { format: undefined, ...same }
  return FieldInput.parse(
    kind.type === base.type
      ? { ...own, ...(kind.type === 'text' ? { multiline: false } : {}), ...kind.make(appId) }
      : { ...common, type: kind.type, ...kind.make(appId) },
  )
}

/** The draft in which the stored field becomes one of another kind when it is published. */
export function changeType(draft: AppDraft, base: FieldInput, kind: FieldKind, appId: string): AppDraft {
  const next = asKind(base, kind, appId)
  const others = (draft.convert ?? []).filter(({ field }) => field !== base.key)
  return {
    ...draft,
    fields: draft.fields.map((field) => (field.key === base.key ? next : field)),
    convert: [...others, { field: base.key, onFault: 'refuse' }],
  }
}

/** The draft in which the field stays what it is. */
export function keepType(draft: AppDraft, base: FieldInput): AppDraft {
  const fields = draft.fields.map((field) => (field.key === base.key ? base : field))
  return withConversions(
    { ...draft, fields },
    (draft.convert ?? []).filter(({ field }) => field !== base.key),
  )
}

export function onFault(draft: AppDraft, key: string, fault: FieldConversion['onFault']): AppDraft {
  const changed = (draft.convert ?? []).map((one) => (one.field === key ? { ...one, onFault: fault } : one))
  return withConversions(draft, changed)
}

/** An empty list is none: the draft is then as it was. */
export function withConversions(draft: AppDraft, conversions: FieldConversion[]): AppDraft {
  const { convert: _convert, ...rest } = draft
  return conversions.length === 0 ? rest : { ...rest, convert: conversions }
}
