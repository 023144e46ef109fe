import * as contract from '@caseloom/contract/system/telemetry'
import { z } from 'zod'
import type { TracesConfig } from '../config.ts'
import { fail } from '../errors.ts'
import type { TraceRelay } from '../outbound/trace-relay.ts'
import { readToken } from './cookies.ts'
import { checkOrigin } from './authenticate-request.ts'
import { parseJsonBody } from './parse.ts'
import { issuesOf } from './problem.ts'
import type { Throttle } from './throttle.ts'
import type { Gatekeeper, Http, RequestFacts } from './types.ts'

export interface TelemetryRoutesDeps {
  /** Null: tracing is off. */
  traces: TracesConfig | null
  relay: TraceRelay | null
  gate: Gatekeeper
  /** Exports of people without a session, by network address. */
  strangers: Throttle
  publicUrl: string
}

/** The outer shape of OTLP JSON; what is inside is the collector's to judge. */
const OtlpTraces = z.looseObject({ resourceSpans: z.array(z.looseObject({})).min(1).max(100) })

/** A batch of spans of a page before sign-in, in bytes. */
const MAX_STRANGER_BYTES = 512 * 1024

/** The library's defaults; browsers get the same while tracing is off. */
const OFF = { url: null, headers: {}, concurrencyLimit: 30, timeoutMillis: 10_000 }

/** How browsers export their spans, and the address of ours that takes them. */
export function bindTelemetryRoutes(http: Http, deps: TelemetryRoutesDeps): void {
  const { traces, relay } = deps
  http.bind(contract.tracingConfig, async () => {
    // A page load is recorded or not as a whole, by the share that the operator set.
    if (traces === null || Math.random() >= traces.ratio) return OFF
    const { concurrencyLimit, timeoutMillis } = traces
    // The collector's address and headers stay here: they may hold its credentials.
    return { url: contract.relayTraces.path, headers: {}, concurrencyLimit, timeoutMillis }
  })
  http.bind(
    contract.relayTraces,
    async ({ request, raw }) => {
      const type = request.headers['content-type']
      const parsed = OtlpTraces.safeParse(parseJsonBody(raw, typeof type === 'string' ? type : undefined))
      if (!parsed.success) throw fail('request.invalid', { issues: issuesOf(parsed.error, 'body') })
      relay?.take(raw)
      return undefined
    },
    { beforeBody: ({ request }) => admitTraces(deps, request) },
  )
}

/** Strangers are counted, and send less at a time than people who are signed in. */
async function admitTraces(
  deps: TelemetryRoutesDeps,
  request: RequestFacts,
): Promise<{ limit: number } | undefined> {
  const token = readToken(request.headers, deps.publicUrl)
  checkOrigin(deps, request.headers, token?.from === 'cookie')
  if (deps.relay === null) throw fail('resource.not_found')
  const actor = token === null ? null : await deps.gate.authenticate(token.token, {})
  if (actor !== null) return undefined
  await deps.strangers.take(request.ip)
  return { limit: MAX_STRANGER_BYTES }
}
