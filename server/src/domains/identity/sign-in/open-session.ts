import type { Tx } from '../../../platform/database/types.ts'
import { acceptOnSignIn } from '../directory/invitation.ts'
import { noteSignIn } from '../directory/known-device.ts'
import { rememberDevice } from '../sessions/device.store.ts'
import { personChanged } from '../people/identity.events.ts'
import { deleteSession, insertSession, type OpenedSession, type Origin } from '../sessions/session.store.ts'
import type { SessionStrength } from '../sessions/sign-in-policy.rules.ts'
import { auditPerson, mailSignIn, type NotifiedPerson } from '../notices/notify-person.ts'

export interface Opening extends SessionStrength {
  person: NotifiedPerson
  origin: Origin
  /** The session that the browser brought along; it always ends, to prevent session fixation. */
  before: string | null
}

/** Opens a session for a person who has proven who they are, and announces it. Every way of signing in ends here. */
export async function openSession(tx: Tx, opening: Opening): Promise<OpenedSession> {
  const { person, strength, onlyAccount, origin } = opening
  const ended = opening.before === null ? null : await deleteSession(tx, opening.before)
  if (ended !== null) tx.announce(personChanged(ended))
  await acceptOnSignIn(tx, person, { ip: origin.ip, accountId: onlyAccount })
  const opened = await insertSession(tx, { personId: person.id, strength, onlyAccount, origin })
  await auditPerson(tx, person, {
    action: `session.opened_by_${strength}`,
    ip: origin.ip,
    accountId: onlyAccount,
  })
  await mailSignIn(tx, person, origin)
  await noteSignIn(tx, person, origin)
  return { ...opened, device: await rememberDevice(tx, person.id, origin.device ?? null) }
}
