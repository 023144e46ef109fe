import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field, FieldInput, FieldType } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { paragraphs } from '../../../field-types/cells.ts'
import type { ConvertRules } from '../../../field-types/field-type.ts'
import type { ParsedValue } from '../../../field-types/parsed-value.ts'
import { serverType } from '../../../field-types/registry.ts'
import { readValue } from './field-value.rules.ts'

/** A value of one type as a value of another; undefined when it cannot be one. */
type Convert = (value: JsonValue) => JsonValue | undefined

/**
 * How values of a field become values of another definition of it; null when there is no way. The reader of the new
 * definition has the last word: what it refuses is a fault.
 */
export function converterOf(from: FieldInput, to: FieldInput): ((value: JsonValue) => ParsedValue) | null {
  const one = between({ field: from, type: itemType(from) }, { field: to, type: itemType(to) })
  if (one === null) return null
  return (value) => {
    if (value === null) return { value: null }
    const items = (Array.isArray(value) && fieldTraits(from).several ? value : [value]).map((item) =>
      one(item),
    )
    const known = items.filter((item) => item !== undefined)
    if (known.length < items.length) return fault('no_conversion', 'Can’t be converted to the new type')
    if (fieldTraits(to).several) return readValue(to as Field, known)
    if (known.length > 1) return fault('several', 'Has more than one value')
    // Reading a value doesn't use the ID.
    return readValue(to as Field, known[0] ?? null)
  }
}

function fault(code: string, message: string): ParsedValue {
  return { issues: [{ path: [], code, message }] }
}

/** One end of a conversion: the definition, and the type of its values one by one. */
interface End {
  field: FieldInput
  type: FieldType
}

function itemType(field: FieldInput): FieldType {
  return serverType(field).itemType?.(field) ?? field.type
}

function rulesOf({ type }: End): ConvertRules<FieldType> | undefined {
  return serverType({ type }).convert
}

function between(from: End, to: End): Convert | null {
  const [source, target] = [rulesOf(from), rulesOf(to)]
  if (source === undefined || target === undefined) return null
  if (target.isRich !== undefined) return toText(source, from, target.isRich(to.field))
  if (from.type === to.type) return (value) => value
  if (source.isRich !== undefined) return fromText(target, to, source.isRich(from.field))
  return target.from?.[from.type] ?? null
}

/** Everything but people and groups reads as a text; an option by its label. */
function toText(
  { toText: plain, isRich }: ConvertRules<FieldType>,
  { field }: End,
  rich: boolean,
): Convert | null {
  if (plain === undefined) return null
  return !rich || isRich?.(field) === true
    ? (value) => plain(value, field)
    : (value) => paragraphs(String(plain(value, field)))
}

function fromText(
  { fromText: read }: ConvertRules<FieldType>,
  { field }: End,
  rich: boolean,
): Convert | null {
  if (read === undefined) return null
  return (value) => read((rich ? plainTextOf(String(value)) : String(value)).trim(), field)
}
