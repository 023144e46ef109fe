import { Condition, Filter } from '@caseloom/contract/values/filter'
import { z } from 'zod'

/** A filter as an assistant writes it: conditions that must all hold, or a tree. */
export const FilterInput = z
  .union([z.array(Condition).max(50), Filter])
  .describe(
    'Conditions that must all hold: [{"field": "severity", "op": "in", "value": ["high", "critical"]}, {"field": "created_at", "op": "within", "value": "7d"}]; or a tree of {"all": […]}, {"any": […]}, {"not": …}. Selections take option keys; a user field takes ids or "me". `within` takes a span such as 12h, 7d, 4w or today, yesterday, this_week, last_week, this_month, last_month, this_year; `olderThan` a span; times are compared (`gt`, `gte`, `lt`, `lte`, `between`) with fixed ones or with now, now-30m, today+7d, start_of_month-1mo; `between` a pair; `empty` and `notEmpty` no value.',
  )

export function filterFrom(input: z.output<typeof FilterInput> | undefined): Filter | undefined {
  if (input === undefined) return undefined
  if (!Array.isArray(input)) return input
  return input.length === 0 ? undefined : { all: input }
}

export const Sort = z
  .string()
  .regex(/^-?[a-z][a-z0-9_]{0,40}$/)
  .describe('Key of a field, with - before it for descending: -created_at')

export function sortFrom(
  text: string | undefined,
): [{ field: string; direction: 'asc' | 'desc' }] | undefined {
  if (text === undefined) return undefined
  return [{ field: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'desc' : 'asc' }]
}

export const AppInput = z.string().min(1).max(100).describe('Key of the app, as list_apps gives it')
