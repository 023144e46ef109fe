import { z } from 'zod'
import type { FieldInput } from '../field-types/fields.ts'
import { fieldTarget, targetTraits } from '../filters/field-types/filter-rules.ts'

/** How dates are put together: by the calendar of the person who asks; weeks begin on Monday. */
export const GROUP_UNITS = ['day', 'week', 'month'] as const
export type GroupUnit = (typeof GROUP_UNITS)[number]

/** What a list is grouped by: a field of few values, or a date with its unit. */
export const GroupBy = z.strictObject({
  /** Field key, or created_at, updated_at, created_by, or updated_by. */
  field: z.string().min(1).max(100),
  /** For dates alone, which require it. */
  unit: z.enum(GROUP_UNITS).optional(),
})
export type GroupBy = z.infer<typeof GroupBy>

/** `values`: one group for each value; `dates`: one for each day, week, or month. */
export type Grouping = 'values' | 'dates'

/** How records can be grouped by a field or a fact of every record; null when they can't. */
export function groupingOf(key: string, field: FieldInput | undefined): Grouping | null {
  const target = fieldTarget(key, field)
  if (target === null) return null
  const { day, instant, options, users, groups, truth } = targetTraits(target.kind)
  if (day || instant) return 'dates'
  return options || users || groups || truth || target.kind === 'actor' ? 'values' : null
}

/** What is wrong with a grouping of an app's fields; null when it fits. */
export function groupByFault(
  { field: key, unit }: GroupBy,
  field: FieldInput | undefined,
): { at: 'field' | 'unit'; code: string; message: string } | null {
  const grouping = groupingOf(key, field)
  if (grouping === null)
    return { at: 'field', code: 'not_allowed', message: 'Lists can’t be grouped by this field' }
  if (grouping === 'dates' && unit === undefined)
    return { at: 'unit', code: 'required', message: 'Select day, week, or month' }
  if (grouping === 'values' && unit !== undefined)
    return { at: 'unit', code: 'not_allowed', message: 'Only dates are grouped by a unit' }
  return null
}
