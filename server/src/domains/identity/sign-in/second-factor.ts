import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { InstallationSecrets } from '../../../platform/secrets/secrets.ts'
import { type AttemptLimits, takeAttempt } from '../lockout/attempts.ts'
import {
  type Challenge,
  challengedPerson,
  countWrongAnswer,
  deleteChallenge,
  lockChallenge,
} from '../sessions/challenge.store.ts'
import { lockPerson, readTotp, setLastStep } from '../sessions/factors.store.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { openSession } from './open-session.ts'
import { lockPasskey, usePasskey } from '../sessions/passkey.store.ts'
import { getPerson, mayComeIn, type PersonRow } from '../people/person.store.ts'
import { spendCode } from '../sessions/recovery-codes.ts'
import type { OpenedSession, Origin } from '../sessions/session.store.ts'
import { auditPerson, mailSecurityChange } from '../notices/notify-person.ts'
import { acceptedStep } from '../sessions/totp.rules.ts'
import { createWebAuthn, credentialIdOf } from '../sessions/web-authn.ts'

export type FactorAnswer =
  | { method: 'totp'; code: string }
  | { method: 'recovery'; code: string }
  | { method: 'passkey'; response: JsonObject }
export interface AnswerFactor {
  challenge: string
  answer: FactorAnswer
  origin: Origin
  before: string | null
}
type Deps = Pick<IdentityDeps, 'system' | 'throttles' | 'secrets' | 'publicUrl'>

/**
 * Finishes a sign-in whose password was right. A challenge takes five wrong answers, a person ten wrong codes.
 * @throws session.challenge_over, session.bad_credentials, request.too_many
 */
export async function answerSecondFactor(deps: Deps, command: AnswerFactor): Promise<OpenedSession> {
  const personId = await deps.system.read((tx) => challengedPerson(tx, command.challenge))
  if (personId === null) throw fail('session.challenge_over')
  // Codes can be guessed, signatures can't.
  const guessable = command.answer.method !== 'passkey'
  const attempt = { who: { personId }, origin: command.origin }
  const giveBack = guessable ? await takeAttempt(deps, codeLimits(deps), attempt) : null
  const opened = await deps.system.tx((tx) => decide(deps, tx, command))
  if (opened === null) throw fail('session.bad_credentials')
  await giveBack?.()
  return opened
}

/** Codes can be guessed by anyone who has the password already: fewer than passwords. */
export function codeLimits({ throttles }: Pick<IdentityDeps, 'throttles'>): AttemptLimits {
  return { narrow: throttles.proof, wide: throttles.codes }
}

async function decide(deps: Deps, tx: Tx, command: AnswerFactor): Promise<OpenedSession | null> {
  const challenge = await lockChallenge(tx, command.challenge, 'second_factor')
  if (challenge === null || challenge.personId === null) throw fail('session.challenge_over')
  const person = await getPerson(tx, challenge.personId)
  if (person === null || !(await mayComeIn(tx, person))) throw fail('session.challenge_over')
  await lockPerson(tx, person.id)
  if (await fits(deps, tx, { person, challenge, command })) {
    await deleteChallenge(tx, command.challenge)
    const { origin, before } = command
    return openSession(tx, { person, origin, before, strength: 'mfa', onlyAccount: null })
  }
  await countWrongAnswer(tx, command.challenge)
  await auditPerson(tx, person, { action: 'session.second_factor_refused', ip: command.origin.ip })
  return null
}

interface Asked {
  person: PersonRow
  challenge: Challenge
  command: AnswerFactor
}

async function fits(deps: Deps, tx: Tx, asked: Asked): Promise<boolean> {
  const { person, command } = asked
  const { answer, origin } = command
  const personId = person.id
  if (answer.method === 'totp') return codeFits(tx, deps.secrets, { personId, code: answer.code })
  if (answer.method === 'passkey') return signatureFits(deps, tx, { ...asked, response: answer.response })
  const spent = await spendCode(tx, personId, answer.code)
  if (spent) await mailSecurityChange(tx, person, { what: 'A recovery code was used to sign in.', origin })
  return spent
}

async function signatureFits(
  deps: Deps,
  tx: Tx,
  { person, challenge, response }: Asked & { response: JsonObject },
): Promise<boolean> {
  const passkey = await lockPasskey(tx, credentialIdOf(response))
  if (passkey?.person_id !== person.id || challenge.webauthn === null) return false
  const expected = { challenge: challenge.webauthn, passkey, requireUserVerification: false }
  const counter = await createWebAuthn(deps.publicUrl).proven(response, expected)
  if (counter !== null) await usePasskey(tx, passkey.id, counter)
  return counter !== null
}

/** True when the code is the person's one-time password now; it counts no second time. */
export async function codeFits(
  tx: Tx,
  secrets: InstallationSecrets,
  { personId, code }: { personId: string; code: string },
): Promise<boolean> {
  const totp = await readTotp(tx, secrets, personId)
  const step =
    totp === null ? null : acceptedStep(totp.secret, code, { now: tx.now, lastStep: totp.lastStep })
  if (step !== null) await setLastStep(tx, personId, step)
  return step !== null
}
