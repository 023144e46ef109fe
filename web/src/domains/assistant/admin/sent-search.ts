import { SENT_OUTCOMES, type SentOutcome } from '@caseloom/contract/assistant/assistant-models'
import { textsOf } from '../../../data/search-params.ts'
import { dayRange, isDay } from '../../../ui/day-range.ts'
import type { SentFilter } from './model.queries.ts'

/** `from` and `to` are days in the user's time zone. */
export interface SentSearch {
  tenant?: string
  user?: string
  outcome?: SentOutcome
  from?: string
  to?: string
}

/** Unknown parameters are ignored. */
export function readSentSearch(search: Record<string, unknown>): SentSearch {
  const {
    tenant,
    user,
    from,
    to,
    outcome: asked,
  } = textsOf(search, 'tenant', 'user', 'outcome', 'from', 'to')
  const outcome = SENT_OUTCOMES.find((one) => one === asked)
  return {
    ...(isId(tenant) ? { tenant } : {}),
    ...(isId(user) ? { user } : {}),
    ...(outcome === undefined ? {} : { outcome }),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  }
}

function isId(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f-]{36}$/i.test(text)
}

export function sentFilter({ tenant, user, outcome, from, to }: SentSearch, zone: string): SentFilter {
  return {
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(user === undefined ? {} : { userId: user }),
    ...(outcome === undefined ? {} : { outcome }),
    ...dayRange({ from, to }, zone),
  }
}
