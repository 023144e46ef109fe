import { ANONYMOUS } from '@caseloom/contract/kernel/permissions'
import type { AnyRoute } from '@caseloom/contract/kernel/route'
import type { FastifyRequest } from 'fastify'
import type { Log } from '../telemetry/log.ts'
import { type AuthOptions, authenticateRequest } from './authenticate-request.ts'
import { parseParams } from './parse.ts'
import { problemOf } from './problem.ts'
import type { BindOptions } from './types.ts'

interface LimitedRoute {
  route: AnyRoute
  limit: number
  report: BindOptions['tooLarge']
}

/** Reports a body over its limit to the owner of the route; the request is rejected in any case. */
export async function reportOversizedBody(
  options: AuthOptions & { log: Log },
  { route, limit, report }: LimitedRoute,
  { request, thrown }: { request: FastifyRequest; thrown: unknown },
): Promise<void> {
  if (report === undefined || problemOf(thrown, request.id).status !== 413) return
  try {
    // Fastify types params by its own generics; the router only yields strings.
    const params = parseParams(request.params as Record<string, string>)
    const scope = await authenticateRequest(options, route, ANONYMOUS, params)
    const length = Number(request.headers['content-length'])
    const size = Number.isSafeInteger(length) && length > 0 ? length : null
    if (scope !== null) await report({ scope, params, size, limit })
  } catch (err) {
    options.log.debug({ err, requestId: request.id }, 'failed to report an oversized request body')
  }
}
