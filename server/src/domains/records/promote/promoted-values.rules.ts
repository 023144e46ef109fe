import { MAX_OBSERVABLES } from '@caseloom/contract/values/case-fields'
import type { Promotion } from '@caseloom/contract/apps/apps'
import { canonicalDecimal, compareDecimals } from '@caseloom/contract/values/decimal'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { unionOf } from '../merge/merge.rules.ts'
import type { AppShape, FieldShape, Values } from '../model/record-shape.ts'

/** Of more than a field holds the first are taken. */
const MAX_ITEMS: Record<string, number> = { observables: MAX_OBSERVABLES }

interface Sources {
  /** The app of the promoted records. */
  app: AppShape
  promotion: Promotion
  /** What the promoted records hold, in the order in which they were named. */
  records: readonly Values[]
  /** What the record holds that takes them in; null for a new one. */
  into: Values | null
}

/** What a promotion fills in the record that takes the others in; of one that is there only what changes. */
export function promotedValues({ app, promotion, records, into }: Sources): Values {
  const values: Record<string, JsonValue> = {}
  for (const [target, from] of Object.entries(promotion.copy)) {
    const field = app.byKey.get(from)
    if (field === undefined) continue
    const given = records.map((record) => record[from] ?? null).filter((value) => value !== null)
    const way = promotion.combine?.[target] ?? 'first'
    if (way === 'first') {
      if (into === null && given[0] !== undefined) values[target] = given[0]
    } else if (way === 'all') {
      const own = into?.[target] ?? null
      const united = unionOf(field, Array.isArray(own) ? own : [], given.flat())
      if (united !== null) values[target] = united.slice(0, MAX_ITEMS[field.kind] ?? united.length)
    } else {
      const own = into?.[target] ?? null
      const most = extreme(field, way, own === null ? given : [own, ...given])
      if (most !== null && most !== own) values[target] = most
    }
  }
  return values
}

function extreme(field: FieldShape, way: 'lowest' | 'highest', values: readonly JsonValue[]): JsonValue {
  const sign = way === 'lowest' ? 1 : -1
  return values.toSorted((one, other) => sign * compare(field, one, other))[0] ?? null
}

/** Options stand in their order, numbers by value; dates and times sort as they are written. */
function compare({ definition }: FieldShape, one: JsonValue, other: JsonValue): number {
  if ('options' in definition) {
    const place = (key: JsonValue) => definition.options.findIndex((option) => option.key === key)
    return place(one) - place(other)
  }
  if (fieldTraits(definition).decimal) return compareDecimals(decimal(one), decimal(other))
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one) < String(other) ? -1 : Number(String(one) > String(other))
}

function decimal(value: JsonValue): string {
  return (typeof value === 'number' || typeof value === 'string' ? canonicalDecimal(value) : null) ?? '0'
}
