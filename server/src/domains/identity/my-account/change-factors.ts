import type { Tx } from '../../../platform/database/types.ts'
import type { Factors } from '../sessions/factors.store.ts'
import { hasFactor, readFactors } from '../sessions/factors.store.ts'
import type { SessionOwner } from '../sessions/session-owner.read.ts'
import { personChanged } from '../people/identity.events.ts'
import { renewCodes } from '../sessions/recovery-codes.ts'
import {
  deleteOtherSessions,
  liftSession,
  type OpenedSession,
  type Origin,
  weakenSessions,
} from '../sessions/session.store.ts'
import { auditPerson, mailSecurityChange } from '../notices/notify-person.ts'

export interface FactorChange {
  /** For the audit log: `person.totp_added`. */
  action: string
  /** For the person: one sentence. */
  what: string
  origin: Origin
}

/** Writes a change of a person's second factors where it is to be seen: audit log, mail, open sockets. */
export async function notifyFactorChange(tx: Tx, holder: SessionOwner, change: FactorChange): Promise<void> {
  tx.announce(personChanged(holder.id))
  await auditPerson(tx, holder, { action: change.action, ip: change.origin.ip })
  await mailSecurityChange(tx, holder, change)
}

/**
 * What follows from a factor that was added: with the first one this session is as strong as two factors, under a new
 * token, and those that a password alone opened end. Recovery codes come with it, or again when `fresh`.
 */
export async function afterAdding(
  tx: Tx,
  holder: SessionOwner,
  { before, fresh }: { before: Factors; fresh: boolean },
): Promise<{ lifted: OpenedSession | null; recoveryCodes: string[] | null }> {
  const isFirst = !hasFactor(before)
  const recoveryCodes = isFirst || fresh ? await renewCodes(tx, holder.id) : null
  if (!isFirst) return { lifted: null, recoveryCodes }
  const lifted = await liftSession(tx, holder.session_id)
  await deleteOtherSessions(tx, { personId: holder.id, keep: holder.session_id, strength: 'password' })
  return { lifted, recoveryCodes }
}

/** What follows from a factor that was removed: without any, recovery codes go and no session counts as two factors. */
export async function afterRemoving(tx: Tx, holder: SessionOwner): Promise<void> {
  if (hasFactor(await readFactors(tx, holder.id))) return
  await tx.query('delete from caseloom.recovery_code where person_id = $1', [holder.id])
  await weakenSessions(tx, holder.id)
}
