import type { JsonObject } from '@caseloom/contract/kernel/json'
import { controlOf, isObject, labelAt } from '../../ui/schema-form/schema-fields.ts'
import { calendarDay, formatDateTime } from '../../ui/time.ts'

/** Inputs with their labels; times are in the zone of the reader. */
export function inputLines(
  schema: JsonObject,
  values: JsonObject,
  zone: string,
): { label: string; text: string }[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => {
      const property = properties[name]
      const control = isObject(property) ? controlOf(property, schema) : null
      const format = control?.kind === 'text' ? control.format : null
      const text = typeof value === 'string' ? momentText(value, format, zone) : JSON.stringify(value)
      return { label: labelAt(schema, [name]), text }
    })
}

function momentText(value: string, format: string | null, zone: string): string {
  if (format === 'date') return calendarDay(value)
  return format === 'instant' && !Number.isNaN(Date.parse(value))
    ? formatDateTime(new Date(value), zone)
    : value
}
