import type { FieldConversion } from '@caseloom/contract/apps/apps'
import { conversionsOf } from '@caseloom/contract/field-types/field-kind'
import { FieldInput } from '@caseloom/contract/field-types/fields'
import type { AppDraft } from '../draft/app-draft.ts'
import { FIELD_KINDS, type FieldKind } from '../../../field-types/registry.ts'

export function conversionOf({ convert }: AppDraft, key: string): FieldConversion | null {
  return convert?.find((one) => one.field === key) ?? null
}

/**
 * Field types that the values can be converted to; the current type is there for another format or number of
 * values.
 */
export function kindsFor(field: FieldInput, isTitle: boolean): FieldKind[] {
  // The title stays one that can stand for a record.
  const types = isTitle ? [field.type] : conversionsOf(field)
  return FIELD_KINDS.filter((kind) => types.includes(kind.type))
}

/** Settings that only the old type has are dropped. */
function asKind(base: FieldInput, kind: FieldKind, appId: string): FieldInput {
  const { id, key, label, help, required, requiredWhen, readOnly, readers, writers } = base
  const common = { id, key, label, help, required, requiredWhen, readOnly, readers, writers }
  const { default: _default, ...same } = base
  // Plain text has no format.
  const { format: _format, ...own } = { format: undefined, ...same }
  return FieldInput.parse(
    kind.type === base.type
      ? { ...own, ...('multiline' in own ? { multiline: false } : {}), ...kind.make?.(appId) }
      : { ...common, type: kind.type, ...kind.make?.(appId) },
  )
}

export function changeType(draft: AppDraft, base: FieldInput, kind: FieldKind, appId: string): AppDraft {
  const next = asKind(base, kind, appId)
  const others = (draft.convert ?? []).filter(({ field }) => field !== base.key)
  return {
    ...draft,
    fields: draft.fields.map((field) => (field.key === base.key ? next : field)),
    convert: [...others, { field: base.key, onFault: 'refuse' }],
  }
}

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

/** An empty list counts as none: the draft is then unchanged. */
export function withConversions(draft: AppDraft, conversions: FieldConversion[]): AppDraft {
  const { convert: _convert, ...rest } = draft
  return conversions.length === 0 ? rest : { ...rest, convert: conversions }
}
