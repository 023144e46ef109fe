import * as routes from '@caseloom/contract/identity/directory'
import {
  forgotPassword as forgotRoute,
  passwordToken,
  setPassword as setRoute,
} from '@caseloom/contract/identity/password-tokens'
import type { Http } from '../../../platform/http/types.ts'
import { originOf, ownSession } from '../sessions/caller.ts'
import { reauthenticate } from '../sessions/reauthenticate.ts'
import type { DirectoryDeps } from './directory-deps.ts'
import { actingIn } from './directory.routes.ts'
import { forgotPassword } from './forgot-password.ts'
import { createOwnToken, createServiceToken, listApiTokens, removeApiToken } from './manage-tokens.ts'
import { checkPasswordToken, setPassword } from './set-password.ts'

type Deps = DirectoryDeps

/** Serves API tokens, and one-time tokens for passwords. */
export function bindTokenRoutes(http: Http, deps: Deps): void {
  bindOwnTokens(http, deps)
  bindAccountTokens(http, deps)
  bindPasswordTokens(http, deps)
}

function bindOwnTokens(http: Http, deps: Deps): void {
  http.bind(routes.myTokens, async (context) => ({
    items: await listApiTokens(deps, actingIn(context), 'own'),
  }))
  http.bind(routes.createMyToken, async (context) => {
    const { currentPassword, ...wanted } = context.body
    await reauthenticate(deps, ownSession(context.sessionToken), currentPassword)
    return createOwnToken(deps, actingIn(context), wanted)
  })
  http.bind(routes.removeMyToken, async (context) => {
    await removeApiToken(deps, actingIn(context), { id: context.params.tokenId, whose: 'own' })
    return undefined
  })
}

function bindAccountTokens(http: Http, deps: Deps): void {
  http.bind(routes.listTokens, async (context) => ({
    items: await listApiTokens(deps, actingIn(context), 'all'),
  }))
  http.bind(routes.createServiceToken, async (context) =>
    createServiceToken(deps, actingIn(context), { userId: context.params.userId, wanted: context.body }),
  )
  http.bind(routes.removeToken, async (context) => {
    await removeApiToken(deps, actingIn(context), { id: context.params.tokenId, whose: 'all' })
    return undefined
  })
}

function bindPasswordTokens(http: Http, deps: Deps): void {
  http.bind(passwordToken, async ({ body }) => checkPasswordToken(deps, body.token))
  http.bind(setRoute, async ({ body, request }) => {
    await setPassword(deps, { ...body, ip: request.ip })
    return undefined
  })
  http.bind(forgotRoute, async ({ body, request }) => {
    await forgotPassword(deps, { email: body.email, origin: originOf(request, deps.publicUrl) })
    return undefined
  })
}
