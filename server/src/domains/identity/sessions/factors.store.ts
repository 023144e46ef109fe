import { z } from 'zod'
import type { SecondFactor } from '@caseloom/contract/identity/sign-in'
import type { Tx } from '../../../platform/database/types.ts'
import type { InstallationSecrets, SecretPlace } from '../../../platform/secrets/secrets.ts'
import { deleteChallengesOf } from './challenge.store.ts'

const SecretLastStepRow = z.object({ secret: z.string(), last_step: z.string().nullable() })

const PendingRow = z.object({ pending: z.string() })

const HadRow = z.object({ had: z.boolean() })

/** What a person can prove themselves with beside the password. */
export const Factors = z.object({ totp: z.boolean(), passkeys: z.number(), recoveryCodes: z.number() })
export type Factors = z.infer<typeof Factors>

/** Serializes changes of a person's factors with sign-ins; false when there is no such person. */
export async function lockPerson(tx: Tx, personId: string): Promise<boolean> {
  const rows = await tx.query('select 1 from caseloom.person where id = $1 for no key update', [personId])
  return rows.length > 0
}

export async function readFactors(tx: Tx, personId: string): Promise<Factors> {
  const rows = await tx.rows(
    Factors,
    `select exists (select from caseloom.totp where person_id = $1 and secret is not null) as totp,
            (select count(*)::int from caseloom.passkey where person_id = $1) as passkeys,
            (select count(*)::int from caseloom.recovery_code where person_id = $1 and used_at is null)
              as "recoveryCodes"`,
    [personId],
  )
  return rows[0] ?? { totp: false, passkeys: 0, recoveryCodes: 0 }
}

export function hasFactor(factors: Factors): boolean {
  return factors.totp || factors.passkeys > 0
}

/** What the person may answer with; empty when the password alone lets them in. */
export function methodsOf(factors: Factors): SecondFactor[] {
  if (!hasFactor(factors)) return []
  return [
    ...(factors.totp ? (['totp'] as const) : []),
    ...(factors.passkeys > 0 ? (['passkey'] as const) : []),
    ...(factors.recoveryCodes > 0 ? (['recovery'] as const) : []),
  ]
}

/** Takes all second factors from a person, and the sign-ins that wait for one. Sessions are the caller's to end. */
export async function removeFactors(tx: Tx, personId: string): Promise<void> {
  for (const table of ['totp', 'passkey', 'recovery_code'])
    await tx.query(`delete from caseloom.${table} where person_id = $1`, [personId])
  await deleteChallengesOf(tx, personId)
}

const placeOf = (personId: string, field: 'secret' | 'pending'): SecretPlace => ({
  table: 'totp',
  id: personId,
  field,
})

/** The secret that counts, and the last time step that was used. */
export async function readTotp(
  tx: Tx,
  secrets: InstallationSecrets,
  personId: string,
): Promise<{ secret: string; lastStep: number | null } | null> {
  const rows = await tx.rows(
    SecretLastStepRow,
    'select secret, last_step from caseloom.totp where person_id = $1 and secret is not null for update',
    [personId],
  )
  const row = rows[0]
  if (row === undefined) return null
  const secret = await secrets.open(tx, placeOf(personId, 'secret'), row.secret)
  return { secret, lastStep: row.last_step === null ? null : Number(row.last_step) }
}

export async function setLastStep(tx: Tx, personId: string, step: number): Promise<void> {
  await tx.query('update caseloom.totp set last_step = $2 where person_id = $1', [personId, step])
}

export interface PendingTotp {
  personId: string
  /** Only this session can confirm it. */
  sessionId: string
  secret: string
  until: Date
}

/** Keeps a secret that waits to be confirmed, beside the one that counts. */
export async function savePendingTotp(
  tx: Tx,
  secrets: InstallationSecrets,
  pending: PendingTotp,
): Promise<void> {
  const { personId } = pending
  const sealed = await secrets.seal(tx, placeOf(personId, 'pending'), pending.secret)
  await tx.query(
    `insert into caseloom.totp (person_id, pending, pending_session, pending_until, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (person_id) do update set pending = excluded.pending,
       pending_session = excluded.pending_session, pending_until = excluded.pending_until`,
    [personId, sealed, pending.sessionId, pending.until, tx.now],
  )
}

export async function readPendingTotp(
  tx: Tx,
  secrets: InstallationSecrets,
  { personId, sessionId }: { personId: string; sessionId: string },
): Promise<string | null> {
  const rows = await tx.rows(
    PendingRow,
    `select pending from caseloom.totp
      where person_id = $1 and pending_session = $2 and pending_until > $3 for update`,
    [personId, sessionId, tx.now],
  )
  return rows[0] === undefined ? null : secrets.open(tx, placeOf(personId, 'pending'), rows[0].pending)
}

/** The confirmed secret counts from now on; the code that confirmed it is used. */
export async function confirmTotpSecret(
  tx: Tx,
  secrets: InstallationSecrets,
  { personId, secret, step }: { personId: string; secret: string; step: number },
): Promise<void> {
  const sealed = await secrets.seal(tx, placeOf(personId, 'secret'), secret)
  await tx.query(
    `update caseloom.totp set secret = $2, last_step = $3, pending = null, pending_session = null,
            pending_until = null, created_at = $4 where person_id = $1`,
    [personId, sealed, step, tx.now],
  )
}

export async function deleteTotp(tx: Tx, personId: string): Promise<boolean> {
  const rows = await tx.rows(
    HadRow,
    'delete from caseloom.totp where person_id = $1 returning secret is not null as had',
    [personId],
  )
  return rows[0]?.had ?? false
}
