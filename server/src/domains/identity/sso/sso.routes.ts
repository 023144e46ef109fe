import * as routes from '@caseloom/contract/identity/sso'
import { fail, isFailure } from '../../../platform/errors.ts'
import type { Http, Redirect, ReplyControl, RequestFacts } from '../../../platform/http/types.ts'
import { originOf } from '../sessions/caller.ts'
import { beginOidc, beginSaml } from './begin-sign-in.ts'
import { browserCookies } from './browser-cookie.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { checkIssuer, readProviderMetadata } from './check-provider.ts'
import { samlMetadata } from './saml-client.ts'
import { saveSignIn } from './save-sign-in.ts'
import type { SsoDeps } from './sso-deps.ts'
import { takeOidcAnswer, takeSamlAnswer } from './take-answer.ts'
import { viewSignIn } from './view-sign-in.ts'

/** Serves single sign-on and its settings. */
export function bindSsoRoutes(http: Http, deps: SsoDeps): void {
  bindSettings(http, deps)
  const cookies = browserCookies(deps.publicUrl)
  for (const [route, begin] of [
    [routes.samlLogin, beginSaml],
    [routes.oidcLogin, beginOidc],
  ] as const) {
    http.bind(route, async ({ params, query, request, reply }) => {
      const { accountId } = params
      return leading(reply, async () => {
        const browser = cookies.give(request, reply)
        return begin(deps, { accountId, browser, ip: request.ip, returnTo: query.returnTo })
      })
    })
  }
  http.bind(routes.samlAcs, async ({ params, raw, request, reply }) =>
    leading(reply, async () => {
      const { accountId } = params
      return pageOf(await takeSamlAnswer(deps, { accountId, form: formOf(raw, request), ip: request.ip }))
    }),
  )
  http.bind(routes.samlMetadata, async ({ params }) => ({
    mediaType: 'application/samlmetadata+xml',
    content: await samlMetadata(deps.publicUrl, params.accountId),
  }))
  http.bind(routes.oidcCallback, async ({ query, request, reply }) =>
    leading(reply, async () => {
      const answer = { query: searchOf(query), browser: cookies.read(request), ip: request.ip }
      return pageOf(await takeOidcAnswer(deps, answer))
    }),
  )
  http.bind(routes.finishSso, async ({ body, request, sessionToken, reply }) => {
    const failed = shownError(body.code)
    if (failed !== undefined) throw fail(failed)
    const { opened, returnTo } = await finishSignIn(deps, {
      code: body.code,
      password: body.password,
      browser: cookies.read(request),
      origin: originOf(request, deps.publicUrl),
      before: sessionToken,
    })
    cookies.clear(reply)
    reply.sessionCookie(opened.token, opened.expiresAt)
    if (opened.device !== undefined) reply.deviceCookie(opened.device)
    return { returnTo }
  })
}

function bindSettings(http: Http, deps: SsoDeps): void {
  http.bind(routes.signInSettings, async ({ actor, params }) => viewSignIn(deps, { actor, ...params }))
  http.bind(routes.saveSignInSettings, async ({ params, body, actor, request }) =>
    saveSignIn(deps, { accountId: params.accountId, wanted: body, actor, ip: request.ip }),
  )
  http.bind(routes.readSamlMetadata, async ({ actor, params, body }) =>
    readProviderMetadata({ actor, ...params }, body),
  )
  http.bind(routes.checkOidc, async ({ actor, params, body }) =>
    checkIssuer(deps, { actor, ...params }, body),
  )
}

/**
 * Errors that our sign-in page may receive instead of a code; it submits them like one and gets the failure in return.
 */
const SHOWN_ERRORS = ['signin.refused', 'signin.provider_unreachable', 'request.too_many'] as const
const shownError = (text: string) => SHOWN_ERRORS.find((code) => code === text)

/** A browser in a redirect shows no problem documents: our sign-in page shows the failure. */
async function leading(reply: ReplyControl, work: () => Promise<string>): Promise<Redirect> {
  reply.header('cache-control', 'no-store')
  try {
    return { location: await work() }
  } catch (error) {
    const shown = isFailure(error) ? shownError(error.code) : undefined
    if (shown === undefined) throw error
    return { location: pageOf(shown) }
  }
}

/** Our page, which hands the code in: so the cookie is set by our own site. */
function pageOf(code: string): string {
  return `/login?sso=${code}`
}

function formOf(raw: Buffer, { headers }: RequestFacts): URLSearchParams {
  const type = headers['content-type']?.toString() ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) throw fail('signin.refused')
  return new URLSearchParams(raw.toString('utf8'))
}

/** A parameter given twice stays twice, for the checks to see. */
function searchOf(query: object): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    for (const each of values) search.append(name, String(each))
  }
  return search
}
