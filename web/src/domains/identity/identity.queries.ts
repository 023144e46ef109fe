import { login, type SessionView } from '@caseloom/contract/identity/identity'
import { forgotPassword, passwordToken, setPassword } from '@caseloom/contract/identity/password-tokens'
import {
  passkeyLogin,
  passkeyLoginOptions,
  type SecondFactor,
  SecondFactorAsked,
  secondFactor,
  unlockSignIn,
} from '@caseloom/contract/identity/sign-in'
import { finishSso } from '@caseloom/contract/identity/sso'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { ApiError } from '../../data/api-error.ts'
import { call } from '../../data/call.ts'
import { sessionQuery } from '../../data/session.ts'
import { answerPasskey } from './proofs/passkey.ts'

export interface Challenge {
  challenge: string
  methods: readonly SecondFactor[]
}

export type SignedIn = { session: SessionView } | { asked: Challenge }

/** Returns the session, or the second factor that is required. */
export async function signIn(input: { email: string; password: string }): Promise<SignedIn> {
  try {
    return { session: await call(login, { body: input }) }
  } catch (error) {
    const asked = error instanceof ApiError ? SecondFactorAsked.safeParse(error.problem) : undefined
    if (asked?.success !== true) throw error
    return { asked: { challenge: asked.data.challenge, methods: asked.data.methods } }
  }
}

type Answer = RouteBodyInput<typeof secondFactor>['answer']

export function answerFactor(challenge: string, answer: Answer): Promise<SessionView> {
  return call(secondFactor, { body: { challenge, answer } })
}

export async function answerWithPasskey(challenge: string): Promise<SessionView> {
  const begun = await call(passkeyLoginOptions, { body: { challenge } })
  const response = await answerPasskey(begun.options)
  return call(secondFactor, { body: { challenge: begun.challenge, answer: { method: 'passkey', response } } })
}

export async function signInWithPasskey(): Promise<SessionView> {
  const { challenge, options } = await call(passkeyLoginOptions, { body: {} })
  return call(passkeyLogin, { body: { challenge, response: await answerPasskey(options) } })
}

/** Lets this browser sign in while too many attempts pause sign-in elsewhere. */
export function unlockBrowser(token: string): Promise<unknown> {
  return call(unlockSignIn, { body: { token } })
}

/** Exchanges the one-time code of single sign-on for the session and the page to open. */
export async function finishSignOn(
  client: QueryClient,
  input: { code: string; password?: string },
): Promise<{ session: SessionView; returnTo: string | null }> {
  const { returnTo } = await call(finishSso, { body: input })
  const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  if (session === null) throw new Error('The session of a finished sign-on is missing')
  return { session, returnTo }
}

export function passwordTokenQuery(token: string) {
  return queryOptions({
    queryKey: ['password-token', token],
    queryFn: ({ signal }) => call(passwordToken, { body: { token }, signal }),
    gcTime: 0,
    meta: { quiet: true },
  })
}

export function askForLink(email: string): Promise<void> {
  return call(forgotPassword, { body: { email } })
}

export function savePassword(token: string, password: string): Promise<void> {
  return call(setPassword, { body: { token, password } })
}
