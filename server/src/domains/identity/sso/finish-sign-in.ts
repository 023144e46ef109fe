import { OidcSettings, SamlSettings } from '@caseloom/contract/identity/sso'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { emailKey } from '../people/email.rules.ts'
import { takeAttempt } from '../lockout/attempts.ts'
import { sourceOf } from '../../../platform/http/source.rules.ts'
import { openSession } from '../sign-in/open-session.ts'
import { decoyHash, verifyPassword } from '../people/password-hash.ts'
import type { OpenedSession, Origin } from '../sessions/session.store.ts'
import { accountIsOpen, readSignIn } from '../sessions/sign-in-settings.store.ts'
import { provisionUser } from './provision-user.ts'
import { mappedRoles } from './asserted-identity.rules.ts'
import { type Joining, joining } from './join-person.rules.ts'
import { meetEmail, meetPerson, type MetPerson } from './member.read.ts'
import { refuseSignIn } from './refuse-sign-in.ts'
import { SsoRefusal } from './refusal.rules.ts'
import { awaitProof, countWrong, deleteAnswer, lockAnswer, personOf, type SsoAnswer } from './sso.store.ts'
import type { SsoDeps } from './sso-deps.ts'

export interface Finish {
  code: string
  /** Proves once that the address is the person's. */
  password: string | undefined
  /** The mark of the browser that hands the code in; null when it has none. */
  browser: string | null
  origin: Origin
  before: string | null
}

export interface Finished {
  opened: OpenedSession
  returnTo: string | null
}

/**
 * Turns a finished sign-in into a session, for the browser that began it: makes, matches or joins the person, gives
 * the mapped roles.
 * @throws session.challenge_over, session.link_needed, session.bad_credentials, signin.refused, request.too_many
 */
export async function finishSignIn(deps: SsoDeps, finish: Finish): Promise<Finished> {
  const { code, origin } = finish
  const { accountId, claimed } = await deps.system.tx((tx) => answerOf(tx, finish))
  const place = { accountId, provider: claimed.provider, ip: origin.ip }
  const proven = finish.password !== undefined && (await prove(deps, finish, finish.password))
  const { tenants } = await deps.places.directory([accountId])
  try {
    const outcome = await deps.system.tx(async (tx) => {
      const answer = await answerOf(tx, finish)
      // Two concurrent first sign-ins of one person would create them twice.
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [emailKey(claimed.email)])
      const settings = await settingsOf(tx, answer)
      const met = await meet(tx, answer)
      const verdict = joining({ ...met, createUsers: settings.createUsers, proven })
      if (verdict.do !== 'prove')
        return enter(tx, { finish, answer, settings, verdict, met: met.linked ?? met.byEmail, tenants })
      await awaitProof(tx, code)
      return null
    })
    // Thrown outside of the transaction: the time limit for the proof remains.
    if (outcome === null) throw fail('session.link_needed', { extra: { email: claimed.email } })
    return outcome
  } catch (error) {
    throw await refuseSignIn(deps, place, error)
  }
}

async function answerOf(tx: Tx, { code, browser }: Finish): Promise<SsoAnswer> {
  const answer = browser === null ? null : await lockAnswer(tx, code, browser)
  if (answer === null) throw fail('session.challenge_over')
  return answer
}

async function enter(
  tx: Tx,
  entry: {
    finish: Finish
    answer: SsoAnswer
    settings: SamlSettings | OidcSettings
    verdict: Exclude<Joining, { do: 'prove' }>
    met: MetPerson | null
    tenants: readonly { id: string }[]
  },
): Promise<Finished> {
  const { finish, answer, settings, verdict, met } = entry
  if (verdict.do === 'refuse') throw new SsoRefusal(verdict.why)
  const { accountId, claimed, returnTo } = answer
  const roles = mappedRoles(settings.roleMappings, claimed.attributes)
  const person = await provisionUser(tx, {
    tenants: entry.tenants,
    accountId,
    claimed,
    roles,
    ip: finish.origin.ip,
    person: verdict.do === 'create' ? null : met,
    link: verdict.do === 'create' || verdict.link,
  })
  await deleteAnswer(tx, finish.code)
  const opening = { person, strength: 'sso', onlyAccount: accountId } as const
  const opened = await openSession(tx, { ...opening, origin: finish.origin, before: finish.before })
  return { opened, returnTo }
}

/** The provider as it is set by now: one switched off or changed meanwhile lets no one in any more. */
async function settingsOf(tx: Tx, { accountId, claimed }: SsoAnswer): Promise<SamlSettings | OidcSettings> {
  const row = await readSignIn(tx, accountId)
  const isOn = claimed.provider === 'saml' ? row.saml_enabled : row.oidc_enabled
  if (!isOn) throw new SsoRefusal('The provider is turned off')
  if (!(await accountIsOpen(tx, accountId))) throw new SsoRefusal('The account is suspended')
  if (claimed.provider === 'saml') {
    const saml = SamlSettings.parse(row.saml)
    if (saml.idpEntityId === claimed.issuer) return saml
  } else {
    const oidc = OidcSettings.parse(row.oidc)
    if (oidc.issuer === claimed.issuer) return oidc
  }
  throw new SsoRefusal('The provider was changed in the meantime')
}

async function meet(tx: Tx, { accountId, claimed }: SsoAnswer) {
  const linkedId = await personOf(tx, accountId, claimed)
  const linked = linkedId === null ? null : await meetPerson(tx, accountId, linkedId)
  const byEmail = linked === null ? await meetEmail(tx, accountId, emailKey(claimed.email)) : null
  return { linked, byEmail }
}

/** Checks the password of anyone who has the address, throttled as a sign-in is. Throws session.bad_credentials. */
async function prove(deps: SsoDeps, finish: Finish, password: string): Promise<boolean> {
  const { ip, email: narrow, person: wide } = deps.throttles
  const { origin } = finish
  const source = sourceOf(origin.ip)
  const { key, hash } = await deps.system.tx(async (tx) => {
    const answer = await answerOf(tx, finish)
    const { byEmail } = await meet(tx, answer)
    return { key: emailKey(answer.claimed.email), hash: byEmail?.passwordHash ?? null }
  })
  await ip.take(source)
  const giveBack = await takeAttempt(deps, { narrow, wide }, { who: { emailKey: key }, origin })
  const fits = await verifyPassword(hash ?? (await decoyHash()), password)
  if (!fits || hash === null) {
    await deps.system.tx((tx) => countWrong(tx, finish.code))
    throw fail('session.bad_credentials')
  }
  await Promise.all([ip.giveBack(source), giveBack()])
  return true
}
