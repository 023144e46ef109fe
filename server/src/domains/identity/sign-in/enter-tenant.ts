import type { Actor } from '@caseloom/contract/kernel/permissions'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { authenticate } from './authenticate.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { forgetPlace, rememberPlace } from '../sessions/session.store.ts'

/**
 * Authenticates the session for a tenant and remembers it as the last one used; a refusal clears that default.
 * @throws resource.not_found when it does not exist, is of another account, or the caller has no role in it
 */
export async function enterTenant(
  deps: Pick<IdentityDeps, 'system' | 'places'>,
  { actor, token }: { actor: Actor; token: string },
  place: { accountId: string; tenantId: string },
): Promise<void> {
  allow(actor, 'session')
  const inside = await authenticate(deps, token, place)
  if (inside === null) throw fail('session.none')
  if (inside.tenantId !== place.tenantId) {
    await deps.system.tx((tx) => forgetPlace(tx, token))
    throw fail('resource.not_found')
  }
  await deps.system.tx((tx) => rememberPlace(tx, token, place))
}
