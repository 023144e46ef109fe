import { login } from '@caseloom/contract/identity/identity'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { AnyRoute } from '@caseloom/contract/kernel/route'
import * as routes from '@caseloom/contract/identity/sign-in'
import type { Context, Http, ReplyControl } from '../../../platform/http/types.ts'
import { originOf, ownSession } from '../sessions/caller.ts'
import { changePassword } from './change-password.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { logIn } from '../sign-in/log-in.ts'
import { unlock } from '../lockout/lockout.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './my-passkeys.ts'
import { updateMe, viewMe } from './my-profile.ts'
import { endMyOtherSessions, endMySession, mySessions } from './my-sessions.ts'
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from './my-totp.ts'
import { logInByPasskey, passkeyOptions } from '../sign-in/passkey-log-in.ts'
import { answerSecondFactor } from '../sign-in/second-factor.ts'
import { viewSession } from '../sessions/view-session.ts'

/** What a use case that opens or lifts a session hands over. */
interface Opened {
  token: string
  expiresAt: Date
  device?: string
}

/** Serves signing in with password, second factor and passkey, and what people set of their own sign-in. */
export function bindSignInRoutes(http: Http, deps: IdentityDeps): void {
  bindLogIn(http, deps)
  bindProfile(http, deps)
  bindFactors(http, deps)
  bindPasskeys(http, deps)
  bindSessions(http, deps)
}

function bindLogIn(http: Http, deps: IdentityDeps): void {
  const enter = async (opened: Opened, reply: ReplyControl) => {
    setCookie(reply, opened)
    return viewSession(deps, opened.token)
  }
  http.bind(login, async ({ body, request, sessionToken, reply }) =>
    enter(
      await logIn(deps, { ...body, origin: originOf(request, deps.publicUrl), before: sessionToken }),
      reply,
    ),
  )
  http.bind(routes.secondFactor, async ({ body, request, sessionToken, reply }) => {
    const answer = { ...body, origin: originOf(request, deps.publicUrl), before: sessionToken }
    return enter(await answerSecondFactor(deps, answer), reply)
  })
  http.bind(routes.unlockSignIn, async ({ body, request, reply }) => {
    reply.deviceCookie(await unlock(deps, { token: body.token, origin: originOf(request, deps.publicUrl) }))
    return undefined
  })
  http.bind(routes.passkeyLoginOptions, ({ body, request }) =>
    passkeyOptions(deps, { challenge: body.challenge, ip: request.ip }),
  )
  http.bind(routes.passkeyLogin, async ({ body, request, sessionToken, reply }) => {
    const answer = { ...body, origin: originOf(request, deps.publicUrl), before: sessionToken }
    return enter(await logInByPasskey(deps, answer), reply)
  })
}

function bindProfile(http: Http, deps: IdentityDeps): void {
  http.bind(routes.me, ({ actor }) => viewMe(deps, actor))
  http.bind(routes.updateMe, ({ actor, body, request }) =>
    updateMe(deps, { actor, change: body, origin: originOf(request, deps.publicUrl) }),
  )
  http.bind(routes.changePassword, async (context) => {
    await changePassword(deps, { ...context.body, ...ownIn(context, deps) })
    return undefined
  })
}

function bindFactors(http: Http, deps: IdentityDeps): void {
  http.bind(routes.beginTotp, (context) => beginTotp(deps, { ...context.body, ...ownIn(context, deps) }))
  http.bind(routes.confirmTotp, async (context) => {
    const confirm = { ...context.body, ...ownIn(context, deps) }
    const { lifted, recoveryCodes } = await confirmTotp(deps, confirm)
    if (lifted !== null) setCookie(context.reply, lifted)
    return { recoveryCodes }
  })
  http.bind(routes.removeTotp, async (context) => {
    await removeTotp(deps, { ...context.body, ...ownIn(context, deps) })
    return undefined
  })
  http.bind(routes.renewRecoveryCodes, async (context) => ({
    recoveryCodes: await renewRecoveryCodes(deps, { ...context.body, ...ownIn(context, deps) }),
  }))
}

function bindPasskeys(http: Http, deps: IdentityDeps): void {
  http.bind(routes.beginPasskey, (context) =>
    beginPasskey(deps, { ...context.body, ...ownIn(context, deps) }),
  )
  http.bind(routes.addPasskey, async (context) => {
    const { lifted, recoveryCodes } = await addPasskey(deps, { ...context.body, ...ownIn(context, deps) })
    if (lifted !== null) setCookie(context.reply, lifted)
    return { recoveryCodes }
  })
  http.bind(routes.renamePasskey, async (context) => {
    await renamePasskey(deps, { ...ownIn(context, deps), ...context.params, name: context.body.name })
    return undefined
  })
  http.bind(routes.removePasskey, async (context) => {
    await removePasskey(deps, { ...context.params, ...context.body, ...ownIn(context, deps) })
    return undefined
  })
}

function bindSessions(http: Http, deps: IdentityDeps): void {
  http.bind(routes.mySessions, async (context) => ({
    items: await mySessions(deps, ownIn(context, deps)),
  }))
  http.bind(routes.endMySession, async (context) => {
    const { wasThisOne } = await endMySession(deps, { ...ownIn(context, deps), ...context.params })
    if (wasThisOne) context.reply.sessionCookie(null)
    return undefined
  })
  http.bind(routes.endMyOtherSessions, async (context) => ({
    ended: await endMyOtherSessions(deps, ownIn(context, deps)),
  }))
}

/** Who acts on what is theirs, by which session, from where. */
function ownIn(
  { actor, request, sessionToken }: Pick<Context<AnyRoute>, 'actor' | 'request' | 'sessionToken'>,
  { publicUrl }: IdentityDeps,
): { actor: Actor; token: string; origin: ReturnType<typeof originOf> } {
  return { actor, token: ownSession(sessionToken), origin: originOf(request, publicUrl) }
}

function setCookie(reply: ReplyControl, { token, expiresAt, device }: Opened): void {
  reply.sessionCookie(token, expiresAt)
  if (device !== undefined) reply.deviceCookie(device)
}
