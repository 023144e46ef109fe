import { type Actor, ANONYMOUS } from '@caseloom/contract/kernel/permissions'
import type { AnyRoute } from '@caseloom/contract/kernel/route'
import type { FastifyRequest } from 'fastify'
import type { TenantScope } from '../database/types.ts'
import { fail } from '../errors.ts'
import { allow } from '../rights.ts'
import { readToken } from './cookies.ts'
import { isKnownHost, unknownHost } from './known-host.ts'
import type { Gatekeeper, RequestFacts } from './types.ts'

/** What the door of the house needs to know to let someone in. */
export interface AuthOptions {
  publicUrl: string
  gate: Gatekeeper
}

/** Who asks: no one on open routes (their session, if any, is only carried along), else a session or 401. */
export async function identify(
  options: AuthOptions,
  route: AnyRoute,
  request: FastifyRequest,
  params: Record<string, string>,
): Promise<{ actor: Actor; sessionToken: string | null }> {
  const token = readToken(request.headers, options.publicUrl)
  const sessionToken = token?.from === 'cookie' ? token.token : null
  // Hooks take deliveries from anywhere; uploads with a session are writes like any other.
  const isHook = route.bodyKind === 'raw' && route.open === true
  if (route.method !== 'GET' && !isHook) checkOrigin(options, request.headers, sessionToken !== null)
  if (route.open === true) return { actor: ANONYMOUS, sessionToken }
  if (token === null) throw fail('session.none')
  const place = {
    ...(params['tenantId'] === undefined ? {} : { tenantId: params['tenantId'] }),
    ...(params['accountId'] === undefined ? {} : { accountId: params['accountId'] }),
  }
  const actor = await options.gate.authenticate(token.token, place)
  if (actor === null) throw fail('session.none')
  return { actor, sessionToken }
}

/** A write that a cookie authenticates must come from our own pages. */
export function checkOrigin(
  options: Pick<AuthOptions, 'publicUrl'>,
  headers: RequestFacts['headers'],
  cookie: boolean,
): void {
  const origin = headers['origin']
  if (origin === undefined) {
    const site = headers['sec-fetch-site']
    if (!cookie || site === 'same-origin') return
    throw fail('request.origin_refused', {
      detail: 'Write requests with a session cookie must include the Origin header',
    })
  }
  if (origin === options.publicUrl) return
  if (URL.parse(String(origin))?.host !== headers['host']) throw fail('request.origin_refused')
  // A name that leads here by someone else's DNS makes their page look like ours.
  if (!isKnownHost(options.publicUrl, headers['host'])) throw unknownHost(options.publicUrl)
}

/** The second half of the door: license, place, right. Foreign and missing places answer alike. */
export async function authenticateRequest(
  options: AuthOptions,
  route: AnyRoute,
  actor: Actor,
  params: Record<string, string>,
): Promise<TenantScope | null> {
  const { tenantId, accountId } = params
  const needs = route.needs
  if (needs !== undefined) {
    if (tenantId !== undefined && actor.tenantId !== tenantId) throw fail('resource.not_found')
    if (accountId !== undefined && actor.accountId !== accountId) throw fail('resource.not_found')
    if (route.withoutLicense !== true && !(await options.gate.licensed(actor))) throw fail('license.invalid')
  }
  const scope = tenantId === undefined ? null : await options.gate.tenant(tenantId)
  if (tenantId !== undefined && scope === null) throw fail('resource.not_found')
  if (needs !== undefined) allow(actor, needs)
  return scope
}
