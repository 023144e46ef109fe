import type { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { action } from '../kit/action.ts'
import { HIDDEN } from '../kit/masking.ts'
import { httpRequest } from './http-connector.ts'

const Json = z.custom<JsonValue>((value) => value !== undefined, 'is missing')
const WebhookInput = z.strictObject({ url: z.string().min(1).max(8000), body: Json.optional() })

/** `notify.webhook`: posts JSON; the URL itself is a secret, since anyone who has it can post. */
export const notifyWebhook = action({
  id: 'notify.webhook',
  title: 'Notify by webhook',
  input: WebhookInput,
  async run({ url, body = {} }, context) {
    const headers = { 'content-type': 'application/json' }
    const json = JSON.stringify(body)
    const result = await httpRequest.perform({ method: 'POST', url, headers, body: json }, context)
    if (!result.ok) return result
    const { output } = result
    const isObject = typeof output === 'object' && output !== null && !Array.isArray(output)
    return { ok: true, output: { status: isObject ? (output['status'] ?? null) : null } }
  },
  masked(input) {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
    const url = typeof input['url'] === 'string' ? URL.parse(input['url']) : null
    return { ...input, url: url === null ? HIDDEN : `${url.origin}/${HIDDEN}` }
  },
})
