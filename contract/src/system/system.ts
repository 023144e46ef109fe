import { z } from 'zod'
import { JsonObject } from '../kernel/json.ts'
import { route } from '../kernel/route.ts'

export const health = route({
  method: 'GET',
  path: '/api/health',
  summary: 'Checks whether this process is alive',
  open: true,
  withoutLicense: true,
  reply: z.object({ status: z.literal('ok') }),
  on404: 'here',
})
export const Readiness = z.object({
  /** `degraded` and `ready` take work; `draining` and `unavailable` come with 503. */
  status: z.enum(['ready', 'degraded', 'draining', 'unavailable']),
  parts: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string().optional() })),
})
export const ready = route({
  method: 'GET',
  path: '/api/ready',
  summary: 'Checks whether this process is ready for requests. Returns 503 if it isn’t.',
  open: true,
  withoutLicense: true,
  reply: Readiness,
  on404: 'here',
})
export const openapi = route({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'Returns this API as an OpenAPI 3.1 document',
  open: true,
  withoutLicense: true,
  reply: JsonObject,
  on404: 'here',
})
