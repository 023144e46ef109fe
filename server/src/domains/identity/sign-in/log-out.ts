import { personChanged } from '../people/identity.events.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { getPerson } from '../people/person.store.ts'
import { deleteSession } from '../sessions/session.store.ts'
import { auditPerson } from '../notices/notify-person.ts'

/** Ends the session of the token, here and at its open sockets; no token or a dead one is no fault. */
export async function logOut(
  { system }: Pick<IdentityDeps, 'system'>,
  token: string | null,
  ip: string,
): Promise<void> {
  if (token === null) return
  await system.tx(async (tx) => {
    const personId = await deleteSession(tx, token)
    if (personId === null) return
    tx.announce(personChanged(personId))
    const person = await getPerson(tx, personId)
    if (person !== null) await auditPerson(tx, person, { action: 'session.ended', ip })
  })
}
