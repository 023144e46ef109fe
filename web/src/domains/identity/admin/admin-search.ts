import { textsOf } from '../../../data/search-params.ts'

const STATUSES = ['invited', 'active', 'disabled'] as const
const KINDS = ['person', 'service'] as const
export type UserStatus = (typeof STATUSES)[number]
export type UserKind = (typeof KINDS)[number]

/** What of the users is shown: the filters, and who is open in the panel. */
export interface UsersSearch {
  text?: string
  status?: UserStatus
  kind?: UserKind
  /** Who holds this role. */
  role?: string
  user?: string
}

/** Reads the state of the users list from an address; what it does not know is left out. */
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

/** Reads the filters of the audit log from an address. */
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

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** A search with one value set, or left out when it is undefined. */
export function withParam<S extends object, K extends keyof S>(
  search: S,
  key: K,
  value: S[K] | undefined,
): S {
  const { [key]: _old, ...rest } = search
  // Without or with the key: both are the same kind of search.
  return (value === undefined ? rest : { ...rest, [key]: value }) as S
}
