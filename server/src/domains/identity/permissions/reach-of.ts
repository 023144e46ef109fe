import type { Actor, SessionReach } from '@caseloom/contract/kernel/permissions'
import { fail } from '../../../platform/errors.ts'

/** Whose browser session an actor uses, and what it may see of its person. Throws right.missing without one. */
export function reachOf({ personId, session }: Actor): { personId: string; reach: SessionReach } {
  if (personId === null || session === undefined)
    throw fail('right.missing', { detail: 'Only a person who is signed in has a profile' })
  return { personId, reach: session }
}
