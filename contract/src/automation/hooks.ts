import { z } from 'zod'
import { RunId } from '../kernel/ids.ts'
import { JsonValue } from '../kernel/json.ts'
import { route } from '../kernel/route.ts'

export const HookReply = z.union([
  z.object({ runId: RunId }),
  z.object({ outcome: z.enum(['filtered', 'duplicate']), reason: z.string(), runId: RunId.optional() }),
  JsonValue,
])
export const hook = route({
  method: 'POST',
  path: '/hooks/:tenantId/:hookKey',
  summary:
    'Accepts a delivery. Returns 202 when a run was durably started, and 200 when the delivery was filtered, was a duplicate, or the trigger responds with the run’s output.',
  open: true,
  withoutLicense: true,
  /** Whatever the sender's address carries; the playbook sees it as trigger.query. */
  query: z.looseObject({}),
  bodyKind: 'raw',
  bodyLimit: 25 * 1024 * 1024,
  bodyAfterCheck: true,
  reply: HookReply,
  fails: ['hook.bad_signature', 'hook.bad_payload'],
  on404: 'here',
})
export const hookHandshake = route({
  method: 'GET',
  path: '/hooks/:tenantId/:hookKey',
  summary: 'Answers a sender that checks the webhook’s URL with a GET request before it sends deliveries',
  open: true,
  withoutLicense: true,
  /** Whatever the sender's address carries. */
  query: z.looseObject({}),
  answers: 'file',
  fails: ['hook.bad_signature'],
  on404: 'here',
})
