import { login } from '@caseloom/contract/identity'
import type { Actor, SessionReach } from '@caseloom/contract/permissions'
import * as routes from '@caseloom/contract/sign-in'
import { fail } from '../../platform/errors.ts'
import type { Http, ReplyControl } from '../../platform/http/types.ts'
import { originOf, ownSession } from './caller.ts'
import { changePassword } from './change-password.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { logIn } from './log-in.ts'
import { unlock } from './lockout.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './my-passkeys.ts'
import { updateMe, viewMe } from './my-profile.ts'
import { endMyOtherSessions, endMySession, mySessions } from './my-sessions.ts'
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from './my-totp.ts'
import { logInByPasskey, passkeyOptions } from './passkey-log-in.ts'
import { answerSecondFactor } from './second-factor.ts'
import { viewSession } from './view-session.ts'

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
  http.bind(routes.me, ({ actor }) => viewMe(deps, reacherOf(actor)))
  http.bind(routes.updateMe, ({ actor, body, request }) =>
    updateMe(deps, { ...reacherOf(actor), change: body, origin: originOf(request, deps.publicUrl) }),
  )
  http.bind(routes.changePassword, async ({ body, request, sessionToken }) => {
    await changePassword(deps, {
      ...body,
      token: ownSession(sessionToken),
      origin: originOf(request, deps.publicUrl),
    })
    return undefined
  })
}

function bindFactors(http: Http, deps: IdentityDeps): void {
  http.bind(routes.beginTotp, ({ body, request, sessionToken }) =>
    beginTotp(deps, { ...body, token: ownSession(sessionToken), origin: originOf(request, deps.publicUrl) }),
  )
  http.bind(routes.confirmTotp, async ({ body, request, sessionToken, reply }) => {
    const confirm = { ...body, token: ownSession(sessionToken), origin: originOf(request, deps.publicUrl) }
    const { lifted, recoveryCodes } = await confirmTotp(deps, confirm)
    if (lifted !== null) setCookie(reply, lifted)
    return { recoveryCodes }
  })
  http.bind(routes.removeTotp, async ({ body, request, sessionToken }) => {
    await removeTotp(deps, {
      ...body,
      token: ownSession(sessionToken),
      origin: originOf(request, deps.publicUrl),
    })
    return undefined
  })
  http.bind(routes.renewRecoveryCodes, async ({ body, request, sessionToken }) => {
    const renew = { ...body, token: ownSession(sessionToken), origin: originOf(request, deps.publicUrl) }
    return { recoveryCodes: await renewRecoveryCodes(deps, renew) }
  })
}

function bindPasskeys(http: Http, deps: IdentityDeps): void {
  http.bind(routes.beginPasskey, ({ body, request, sessionToken }) =>
    beginPasskey(deps, {
      ...body,
      token: ownSession(sessionToken),
      origin: originOf(request, deps.publicUrl),
    }),
  )
  http.bind(routes.addPasskey, async ({ body, request, sessionToken, reply }) => {
    const add = { ...body, token: ownSession(sessionToken), origin: originOf(request, deps.publicUrl) }
    const { lifted, recoveryCodes } = await addPasskey(deps, add)
    if (lifted !== null) setCookie(reply, lifted)
    return { recoveryCodes }
  })
  http.bind(routes.renamePasskey, async ({ params, body, request, sessionToken }) => {
    const own = { token: ownSession(sessionToken), origin: originOf(request, deps.publicUrl) }
    await renamePasskey(deps, { ...own, ...params, name: body.name })
    return undefined
  })
  http.bind(routes.removePasskey, async ({ params, body, request, sessionToken }) => {
    const own = { token: ownSession(sessionToken), origin: originOf(request, deps.publicUrl) }
    await removePasskey(deps, { ...own, ...params, ...body })
    return undefined
  })
}

function bindSessions(http: Http, deps: IdentityDeps): void {
  http.bind(routes.mySessions, async ({ actor, sessionToken }) => ({
    items: await mySessions(deps, { token: ownSession(sessionToken), reach: reacherOf(actor).reach }),
  }))
  http.bind(routes.endMySession, async ({ actor, params, request, sessionToken, reply }) => {
    const { reach } = reacherOf(actor)
    const own = { token: ownSession(sessionToken), origin: originOf(request, deps.publicUrl), reach }
    const { wasThisOne } = await endMySession(deps, { ...own, ...params })
    if (wasThisOne) reply.sessionCookie(null)
    return undefined
  })
  http.bind(routes.endMyOtherSessions, async ({ actor, request, sessionToken }) => {
    const own = { token: ownSession(sessionToken), origin: originOf(request, deps.publicUrl) }
    return { ended: await endMyOtherSessions(deps, { ...own, reach: reacherOf(actor).reach }) }
  })
}

function setCookie(reply: ReplyControl, { token, expiresAt, device }: Opened): void {
  reply.sessionCookie(token, expiresAt)
  if (device !== undefined) reply.deviceCookie(device)
}

/** Whose profile a browser asks for, and what its session may see of it. */
function reacherOf({ personId, session }: Actor): { personId: string; reach: SessionReach } {
  if (personId === null || session === undefined)
    throw fail('right.missing', { detail: 'Only a person who is signed in has a profile' })
  return { personId, reach: session }
}
