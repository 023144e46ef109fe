import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { TriggerKind } from './document.ts'

/** How a delivery came in; headers and query are those of webhooks. */
export type TriggerRequest = {
  headers?: Readonly<Record<string, string>>
  query?: JsonObject
  /** Milliseconds since 1970. */
  receivedAt: number
}

/** What expressions may count on below `trigger`, by kind; what a delivery does not bring is null or empty. */
const PARTS: { [kind in Exclude<TriggerKind, 'webhook'>]: JsonObject } = {
  schedule: { scheduledAt: null },
  record: { record: null, previous: null, changed: [], by: null, event: null },
  button: { record: null, by: null },
  form: { by: null },
  mail: { mail: null },
  poll: { item: null, cursor: null },
  failure: { run: null },
}

/**
 * The root `trigger` of expressions. A webhook's payload is below `body`, beside `headers` and `query`; what other
 * kinds bring is below `trigger` itself. Kinds that are no triggers (`component`) bring what they bring.
 */
export function triggerRoot(kind: string, payload: JsonValue, request: TriggerRequest): JsonObject {
  const receivedAt = new Date(request.receivedAt).toISOString()
  if (kind === 'webhook')
    return { body: payload, headers: { ...request.headers }, query: request.query ?? {}, receivedAt }
  const given = typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : {}
  return { ...(isKnown(kind) ? PARTS[kind] : {}), ...given, receivedAt }
}

function isKnown(kind: string): kind is keyof typeof PARTS {
  return Object.hasOwn(PARTS, kind)
}
