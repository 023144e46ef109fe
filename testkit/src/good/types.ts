import type { ask } from '../ask.ts'
import type { Web } from '@caseloom/server/compose'

/** Ids of a resident by the names of path parameters: `tenantId`, `userId`, `flag`… */
export type Ids = Record<string, string>

/** A signed-in person with the ids of everything that is theirs. */
export interface Resident {
  cookie: string
  /** By the names of path parameters; areas add theirs (good/). */
  ids: Ids &
    Record<
      'accountId' | 'tenantId' | 'appId' | 'recordId' | 'playbookId' | 'triggerId' | 'runId' | 'hookKey',
      string
    >
}

/** What the routes of one area need to be asked well. */
export interface Area {
  /** A good query and body per route; routes that need none are left out. */
  good: Record<string, (ids: Ids) => { query?: string; body?: unknown }>
  /** Statuses of good answers that the shared world makes differ from the route's own. */
  otherStatus?: Record<string, number[]>
  /** Routes whose good request destroys what other routes are asked for: Mallory's things are used up by them. */
  usedUp?: readonly string[]
  /** Makes the area's things for a resident; answers their ids by parameter name. */
  prepare?: (world: { web: Web; resident: Resident; ask: typeof ask }) => Promise<Ids>
}
