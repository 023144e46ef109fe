import { type Actor, type Guarded, may, type Need } from '@caseloom/contract/kernel/permissions'
import { fail } from './errors.ts'

/**
 * The second layer of permissions, called by use cases on the object they work on. Throws resource.not_found when the
 * object's own limits exclude the actor; right.missing, or what the session lacks, when the permission is absent.
 */
export function allow(actor: Actor, action: Need, object?: Guarded): void {
  if (!may(actor, action)) throw refusal(actor, action)
  if (object !== undefined && !may(actor, action, object)) throw fail('resource.not_found')
}

/** The same for what belongs to one account. Another account than the actor's looks missing: resource.not_found. */
export function allowInAccount(
  actor: Actor,
  accountId: string,
  action: 'account:admin' | 'session' = 'account:admin',
): void {
  if (actor.accountId !== accountId) throw fail('resource.not_found')
  allow(actor, action)
}

function refusal({ session }: Actor, action: Need) {
  if (action !== 'person') return fail('right.missing', { detail: `This requires the permission ${action}` })
  if (session?.personNeeds === 'mfa') return fail('session.mfa_needed')
  if (session?.personNeeds === 'elsewhere') return fail('session.account_only')
  return fail('right.missing', { detail: 'Sign in to do this. API tokens aren’t accepted.' })
}
