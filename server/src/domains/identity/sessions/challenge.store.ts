import { z } from 'zod'
import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../../platform/database/types.ts'

const PersonIdRow = z.object({ person_id: z.string().nullable() })

/** How long a question may wait for its answer. */
export const CHALLENGE_MS = 5 * 60_000
const MAX_WRONG_ANSWERS = 5

const ChallengePurpose = z.enum(['second_factor', 'passkey_login', 'passkey_add'])
export type ChallengePurpose = z.infer<typeof ChallengePurpose>
export const Challenge = z.object({
  purpose: ChallengePurpose,
  /** Null for a passkey sign-in: the response identifies the person. */
  personId: z.string().nullable(),
  /** The session that asked, for what is added to a person. */
  sessionId: z.string().nullable(),
  /** What the authenticator is to sign; null until options were asked for. */
  webauthn: z.string().nullable(),
})
export type Challenge = z.infer<typeof Challenge>

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Opens a challenge; the token that answers it is stored only as a digest. */
export async function insertChallenge(tx: Tx, challenge: Challenge): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.query(
    `insert into caseloom.sign_in_challenge (token_hash, purpose, person_id, session_id, webauthn, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      digestOf(token),
      challenge.purpose,
      challenge.personId,
      challenge.sessionId,
      challenge.webauthn,
      new Date(tx.now.getTime() + CHALLENGE_MS),
    ],
  )
  return token
}

/** The open question of this token and purpose, held until the transaction ends; null when it has ended. */
export async function lockChallenge(
  tx: Tx,
  token: string,
  purpose: ChallengePurpose,
): Promise<Challenge | null> {
  const rows = await tx.rows(
    Challenge,
    `select purpose, person_id as "personId", session_id as "sessionId", webauthn
       from caseloom.sign_in_challenge where token_hash = $1 and purpose = $2 and expires_at > $3 for update`,
    [digestOf(token), purpose, tx.now],
  )
  return rows[0] ?? null
}

/** Whose sign-in waits under this token; null when it has ended. */
export async function challengedPerson(tx: Tx, token: string): Promise<string | null> {
  const rows = await tx.rows(
    PersonIdRow,
    'select person_id from caseloom.sign_in_challenge where token_hash = $1 and expires_at > $2',
    [digestOf(token), tx.now],
  )
  return rows[0]?.person_id ?? null
}

/** Sets what the authenticator is to sign. */
export async function setWebauthn(tx: Tx, token: string, webauthn: string): Promise<void> {
  await tx.query('update caseloom.sign_in_challenge set webauthn = $2 where token_hash = $1', [
    digestOf(token),
    webauthn,
  ])
}

/** Counts a wrong answer: what the authenticator was to sign is spent, and after five the question has ended. */
export async function countWrongAnswer(tx: Tx, token: string): Promise<void> {
  await tx.query(
    'update caseloom.sign_in_challenge set wrong = wrong + 1, webauthn = null where token_hash = $1',
    [digestOf(token)],
  )
  await tx.query('delete from caseloom.sign_in_challenge where token_hash = $1 and wrong >= $2', [
    digestOf(token),
    MAX_WRONG_ANSWERS,
  ])
}

export async function deleteChallenge(tx: Tx, token: string): Promise<void> {
  await tx.query('delete from caseloom.sign_in_challenge where token_hash = $1', [digestOf(token)])
}

export async function deleteChallengesOf(tx: Tx, personId: string): Promise<void> {
  await tx.query('delete from caseloom.sign_in_challenge where person_id = $1', [personId])
}
