import { z } from 'zod'
import { Password, SessionView } from './identity.ts'
import { Instant, PasskeyId, SessionId } from '../kernel/ids.ts'
import { JsonObject } from '../kernel/json.ts'
import { route } from '../kernel/route.ts'
import { NotificationChoices, NotificationTimes } from './notification-choices.ts'

/** What a person may answer with when the password alone does not let them in. */
export const SecondFactor = z.enum(['totp', 'passkey', 'recovery'])
export type SecondFactor = z.infer<typeof SecondFactor>
/**
 * Members of the problem `session.second_factor` beside those of RFC 9457: the challenge represents the proven
 * password, opens nothing on its own and ends after five minutes.
 */
export const SecondFactorAsked = z.looseObject({
  code: z.literal('session.second_factor'),
  challenge: z.string(),
  methods: z.array(SecondFactor),
})
export type SecondFactorAsked = z.infer<typeof SecondFactorAsked>

/** On one line: names stand in mails and lists. */
const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u)

/** WebAuthn's own JSON (W3C Web Authentication Level 3): passed through, checked by the library. */
const WebAuthnJson = JsonObject

export const secondFactor = route({
  method: 'POST',
  path: '/iam/login/second-factor',
  summary: 'Completes a sign-in with a second factor',
  open: true,
  withoutLicense: true,
  body: z.strictObject({
    challenge: z.string().max(500),
    answer: z.discriminatedUnion('method', [
      z.strictObject({ method: z.literal('totp'), code: z.string().max(20) }),
      z.strictObject({ method: z.literal('recovery'), code: z.string().max(40) }),
      z.strictObject({ method: z.literal('passkey'), response: WebAuthnJson }),
    ]),
  }),
  reply: SessionView,
  fails: ['session.bad_credentials', 'session.challenge_over'],
  on404: 'here',
})
/** The mailed link leads to a page of ours, which posts its token: opening a link alone changes nothing. */
export const unlockSignIn = route({
  method: 'POST',
  path: '/iam/login/unlock',
  summary: 'Unlocks sign-in for this browser while too many attempts have locked it for unknown devices',
  open: true,
  withoutLicense: true,
  body: z.strictObject({ token: z.string().max(500) }),
  fails: ['session.challenge_over'],
  on404: 'here',
})
/** Options for `navigator.credentials.get`: for the second factor of a challenge, or to log in by passkey alone. */
export const passkeyLoginOptions = route({
  method: 'POST',
  path: '/iam/login/passkey/options',
  summary: 'Starts a sign-in with a passkey',
  open: true,
  withoutLicense: true,
  body: z.strictObject({ challenge: z.string().max(500).optional() }),
  reply: z.object({ challenge: z.string(), options: WebAuthnJson }),
  fails: ['session.challenge_over'],
  on404: 'here',
})
export const passkeyLogin = route({
  method: 'POST',
  path: '/iam/login/passkey',
  summary: 'Completes a sign-in with a passkey',
  open: true,
  withoutLicense: true,
  body: z.strictObject({ challenge: z.string().max(500), response: WebAuthnJson }),
  reply: SessionView,
  fails: ['session.bad_credentials', 'session.challenge_over'],
  on404: 'here',
})

export const Theme = z.enum(['system', 'light', 'dark'])

export const Me = z.object({
  personId: z.string(),
  email: z.string(),
  name: z.string(),
  /** IANA name; null guesses it from the browser. */
  timeZone: z.string().nullable(),
  /** BCP 47 language of the texts. */
  locale: z.string().nullable(),
  theme: Theme,
  notifications: NotificationChoices,
  notificationTimes: NotificationTimes,
  /** What keeps this session from changing the profile; null lets it. */
  changeNeeds: z.enum(['mfa', 'elsewhere']).nullable(),
  /** False for people who only come in by their company's sign-in. */
  hasPassword: z.boolean(),
  mfa: z.object({
    totp: z.boolean(),
    passkeys: z.array(
      z.object({ id: PasskeyId, name: z.string(), createdAt: Instant, lastUsedAt: Instant.nullable() }),
    ),
    recoveryCodesLeft: z.number().int(),
    /** Names of accounts that demand a second factor. */
    requiredBy: z.array(z.string()),
  }),
})
export type Me = z.infer<typeof Me>
export const me = route({
  method: 'GET',
  path: '/iam/me',
  summary: 'Gets the caller’s profile and security settings',
  needs: 'session',
  reply: Me,
  on404: 'here',
})
export const updateMe = route({
  method: 'PATCH',
  path: '/iam/me',
  summary: 'Updates the caller’s profile',
  needs: 'person',
  body: z.strictObject({
    name: Name.optional(),
    timeZone: z.string().max(100).nullable().optional(),
    locale: z.string().max(35).nullable().optional(),
    theme: Theme.optional(),
    notifications: NotificationChoices.optional(),
    notificationTimes: NotificationTimes.optional(),
  }),
  reply: Me,
  on404: 'here',
})

/** Every change of one's own security asks for the password, or a session younger than ten minutes. */
const proof = { currentPassword: Password.optional() }
export const changePassword = route({
  method: 'POST',
  path: '/iam/me/password',
  summary: 'Changes the caller’s password and ends all other sessions',
  needs: 'person',
  body: z.strictObject({ currentPassword: Password.optional(), password: Password }),
  fails: ['session.proof_needed'],
  on404: 'here',
})
export const beginTotp = route({
  method: 'POST',
  path: '/iam/me/totp',
  summary: 'Starts the setup of a time-based one-time password (RFC 6238). It takes effect once confirmed.',
  needs: 'session',
  body: z.strictObject(proof),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  fails: ['session.proof_needed'],
  on404: 'here',
})
export const confirmTotp = route({
  method: 'POST',
  path: '/iam/me/totp/confirm',
  summary: 'Confirms the one-time password with a code and returns new recovery codes, shown once',
  needs: 'session',
  body: z.strictObject({ code: z.string().max(20) }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  on404: 'here',
})
export const removeTotp = route({
  method: 'POST',
  path: '/iam/me/totp/remove',
  summary: 'Removes the one-time password',
  needs: 'person',
  body: z.strictObject(proof),
  fails: ['session.proof_needed'],
  on404: 'here',
})
export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/iam/me/recovery-codes',
  summary: 'Replaces the recovery codes and returns the new ones, shown once',
  needs: 'person',
  body: z.strictObject(proof),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  fails: ['session.proof_needed'],
  on404: 'here',
})
export const beginPasskey = route({
  method: 'POST',
  path: '/iam/me/passkeys/options',
  summary: 'Starts the registration of a passkey',
  needs: 'session',
  body: z.strictObject(proof),
  reply: z.object({ challenge: z.string(), options: WebAuthnJson }),
  fails: ['session.proof_needed'],
  on404: 'here',
})
export const addPasskey = route({
  method: 'POST',
  path: '/iam/me/passkeys',
  summary: 'Saves a passkey and returns recovery codes if it is the first factor',
  needs: 'session',
  body: z.strictObject({
    challenge: z.string().max(500),
    name: Name,
    response: WebAuthnJson,
  }),
  reply: z.object({ recoveryCodes: z.array(z.string()).nullable() }),
  fails: ['session.challenge_over'],
  on404: 'here',
})
export const renamePasskey = route({
  method: 'PATCH',
  path: '/iam/me/passkeys/:passkeyId',
  summary: 'Renames a passkey',
  needs: 'person',
  body: z.strictObject({ name: Name }),
  on404: 'here',
})
export const removePasskey = route({
  method: 'POST',
  path: '/iam/me/passkeys/:passkeyId/remove',
  summary: 'Removes a passkey',
  needs: 'person',
  body: z.strictObject(proof),
  fails: ['session.proof_needed'],
  on404: 'here',
})

export const SessionItem = z.object({
  id: SessionId,
  current: z.boolean(),
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
  ip: z.string(),
  /** Browser and system in words, from the User-Agent header. */
  device: z.string(),
  method: z.enum(['password', 'mfa', 'sso']),
})
export type SessionItem = z.infer<typeof SessionItem>
export const mySessions = route({
  method: 'GET',
  path: '/iam/me/sessions',
  summary: 'Lists the caller’s active sessions, newest first',
  needs: 'session',
  reply: z.object({ items: z.array(SessionItem) }),
  on404: 'here',
})
export const endMySession = route({
  method: 'DELETE',
  path: '/iam/me/sessions/:sessionId',
  summary: 'Ends one of the caller’s sessions',
  needs: 'session',
  on404: 'here',
})
export const endMyOtherSessions = route({
  method: 'POST',
  path: '/iam/me/sessions/end-others',
  summary: 'Ends all of the caller’s other sessions',
  needs: 'session',
  reply: z.object({ ended: z.number().int() }),
  on404: 'here',
})
