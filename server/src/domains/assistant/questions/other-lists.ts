import type { JsonValue } from '@caseloom/contract/kernel/json'
import { valueTraits } from './subject.rules.ts'
import type { Inquiry, Part } from './built-in-deps.ts'
import { inTenant } from '../tools/places.ts'
import { chipsOf } from './chips.rules.ts'
import type { Query } from './query.rules.ts'

export interface Wanted {
  in: ReadonlyMap<string, readonly string[]>
  notIn: ReadonlyMap<string, readonly string[]>
}

/** Represents "no value" among the values of a condition. */
export const NO_VALUE = ''

/** Conditions as lists of values by field; null for what these lists cannot be narrowed to. */
export function wantedOf({ picked, subject }: Query): Wanted | null {
  const [given, denied] = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()]
  for (const { filter, field } of picked) {
    const named = subject.fields.find(({ key }) => key === field)
    if (named !== undefined && valueTraits(named).instant) continue
    if ('op' in filter && filter.op === 'empty') {
      given.set(field, [NO_VALUE])
      continue
    }
    if (!('op' in filter) || (filter.op !== 'in' && filter.op !== 'notIn') || !Array.isArray(filter.value))
      return null
    const values = filter.value.flatMap((value: JsonValue) => (typeof value === 'string' ? [value] : []))
    const map = filter.op === 'in' ? given : denied
    if (map.has(field)) return null
    map.set(field, values)
  }
  return { in: given, notIn: denied }
}

export function fits({ in: given, notIn }: Wanted, field: string, value: string): boolean {
  return given.get(field)?.includes(value) !== false && notIn.get(field)?.includes(value) !== true
}

export function understoodOf(inquiry: Inquiry, query: Query, to: string): NonNullable<Part['understood']> {
  return {
    subject: { key: query.subject.key, name: query.subject.name, to: inTenant(inquiry, to) },
    chips: chipsOf(query),
    unknown: [],
  }
}
