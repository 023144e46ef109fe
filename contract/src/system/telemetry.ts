import { z } from 'zod'
import { route } from '../kernel/route.ts'

/** Where the browser sends its spans; url null: nowhere. */
export const TracingConfig = z.object({
  url: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  concurrencyLimit: z.number().int(),
  /** Milliseconds. */
  timeoutMillis: z.number().int(),
})
export type TracingConfig = z.infer<typeof TracingConfig>
export const tracingConfig = route({
  method: 'GET',
  path: '/tenant/tracing/config',
  summary: 'Gets the trace export settings for browsers',
  open: true,
  withoutLicense: true,
  reply: TracingConfig,
  on404: 'here',
})
export const relayTraces = route({
  method: 'POST',
  path: '/tenant/telemetry/v1/traces',
  summary: 'Forwards browser spans (OTLP JSON) to the configured collector',
  open: true,
  withoutLicense: true,
  bodyKind: 'raw',
  bodyLimit: 2_000_000,
  bodyAfterCheck: true,
  on404: 'here',
})
