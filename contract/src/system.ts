import { z } from 'zod'
import { JsonObject } from './json.ts'
import { route } from './route.ts'

export const health = route({
  method: 'GET',
  path: '/api/health',
  summary: 'Liveness',
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
  summary: 'Readiness: whether this process can do its work; 503 when it cannot',
  open: true,
  withoutLicense: true,
  reply: Readiness,
  on404: 'here',
})
export const openapi = route({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This interface as OpenAPI 3.1',
  open: true,
  withoutLicense: true,
  reply: JsonObject,
  on404: 'here',
})
