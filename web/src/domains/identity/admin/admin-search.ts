import { textsOf } from '../../../data/search-params.ts'
import { isDay } from '../../../ui/day-range.ts'

const STATUSES = ['invited', 'active', 'disabled'] as const
const KINDS = ['person', 'service'] as const
export type UserStatus = (typeof STATUSES)[number]
export type UserKind = (typeof KINDS)[number]

export interface UsersSearch {
  text?: string
  status?: UserStatus
  kind?: UserKind
  role?: string
  user?: string
}

/** Unknown parameters are dropped. */
export function readUsersSearch(search: Record<string, unknown>): UsersSearch {
  const texts = textsOf(search, 'text', 'status', 'kind', 'role', 'user')
  const status = STATUSES.find((one) => one === texts.status)
  const kind = KINDS.find((one) => one === texts.kind)
  const { text, role, user } = texts
  return {
    ...(text === undefined ? {} : { text: text.slice(0, 200) }),
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
    ...(role === undefined ? {} : { role }),
    ...(user === undefined ? {} : { user }),
  }
}

export const RANGES = ['hour', 'day', 'week', 'month'] as const
export type Range = (typeof RANGES)[number]

/** Filters of the audit log. `range` counts back from now; `from` and `to` are days of the reader's zone. */
export interface AuditSearch {
  range?: Range
  from?: string
  to?: string
  actor?: string
  action?: string
  text?: string
}

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const {
    from,
    to,
    actor,
    action,
    text,
    range: asked,
  } = textsOf(search, 'range', 'from', 'to', 'actor', 'action', 'text')
  const range = RANGES.find((one) => one === asked)
  return {
    ...(range === undefined ? {} : { range }),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(actor === undefined ? {} : { actor: actor.slice(0, 100) }),
    ...(action === undefined ? {} : { action: action.slice(0, 100) }),
    ...(text === undefined ? {} : { text: text.slice(0, 200) }),
  }
}
