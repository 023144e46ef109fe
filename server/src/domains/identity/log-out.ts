import { personChanged } from './identity.events.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deleteSession } from './session.store.ts'

/** Ends the session of the token, here and at its open sockets; no token or a dead one is no fault. */
export async function logOut({ system }: Pick<IdentityDeps, 'system'>, token: string | null): Promise<void> {
  if (token === null) return
  await system.tx(async (tx) => {
    const personId = await deleteSession(tx, token)
    if (personId !== null) tx.announce(personChanged(personId))
  })
}
