import type { AnyRoute } from '@caseloom/contract/kernel/route'
import { relayTraces } from '@caseloom/contract/system/telemetry'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTracing, withSpan } from '../telemetry/tracing.ts'
import { problemOf } from './problem.ts'

/** One span per request, named by the template of its route; continues from the trace context that came along. */
export function inRequestSpan<T>(
  route: AnyRoute,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  work: () => Promise<T>,
): Promise<T> {
  if (!isTracing() || route === relayTraces) return work()
  const facts = {
    'http.request.method': route.method,
    'http.route': route.path,
    'caseloom.request_id': request.id,
  }
  const options = { kind: 'server', facts, parent: request.headers } as const
  return withSpan(`${route.method} ${route.path}`, options, async (span) => {
    // Whatever is refused rightly is an answer, not a failure of the span.
    const settled = await work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    if ('value' in settled) {
      span.set({ 'http.response.status_code': reply.statusCode })
      return () => settled.value
    }
    const { status, body } = problemOf(settled.error, request.id)
    span.set({ 'http.response.status_code': status, 'error.type': body.code })
    if (status >= 500) span.fail(body.code, settled.error)
    return () => {
      throw settled.error
    }
  }).then((give) => give())
}
