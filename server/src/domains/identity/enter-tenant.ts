import { fail } from '../../platform/errors.ts'
import { authenticate } from './authenticate.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { forgetPlace, rememberPlace } from './session.store.ts'

/**
 * Authenticates the session for a tenant and remembers it as the last one used; a refusal clears that default.
 * @throws resource.not_found when it does not exist, is of another account, or the caller has no role in it
 */
export async function enterTenant(
  deps: Pick<IdentityDeps, 'system' | 'places'>,
  token: string,
  place: { accountId: string; tenantId: string },
): Promise<void> {
  const actor = await authenticate(deps, token, place)
  if (actor === null) throw fail('session.none')
  if (actor.tenantId !== place.tenantId) {
    await deps.system.tx((tx) => forgetPlace(tx, token))
    throw fail('resource.not_found')
  }
  await deps.system.tx((tx) => rememberPlace(tx, token, place))
}
