import {
  type exportFeedback,
  FEEDBACK_REASONS,
  type FeedbackView,
} from '@caseloom/contract/assistant/assistant'
import type { RouteQueryInput } from '@caseloom/contract/kernel/route'
import { textsOf } from '../../../data/search-params.ts'
import { dayRange, isDay } from '../../../ui/day-range.ts'

export const THUMBS = ['up', 'down'] as const

/** `from` and `to` are days in the user's time zone. */
export interface FeedbackSearch {
  tenant?: string
  thumb?: (typeof THUMBS)[number]
  reason?: NonNullable<FeedbackView['reason']>
  from?: string
  to?: string
}

/** Unknown parameters are ignored. */
export function readFeedbackSearch(search: Record<string, unknown>): FeedbackSearch {
  const { tenant, from, to, ...asked } = textsOf(search, 'tenant', 'thumb', 'reason', 'from', 'to')
  const thumb = THUMBS.find((one) => one === asked.thumb)
  const reason = FEEDBACK_REASONS.find((one) => one === asked.reason)
  return {
    ...(tenant !== undefined && /^[0-9a-f-]{36}$/i.test(tenant) ? { tenant } : {}),
    ...(thumb === undefined ? {} : { thumb }),
    ...(reason === undefined ? {} : { reason }),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  }
}

export type FeedbackFilter = RouteQueryInput<typeof exportFeedback>

export function feedbackFilter(search: FeedbackSearch, zone: string): FeedbackFilter {
  const { tenant, thumb, reason, from, to } = search
  return {
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(thumb === undefined ? {} : { thumb }),
    ...(reason === undefined ? {} : { reason }),
    ...dayRange({ from, to }, zone),
  }
}
