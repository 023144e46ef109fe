import type { ActionResult } from '@caseloom/connectors/kit/action'
import { excerpt } from '@caseloom/connectors/kit/answer'
import { secretForms } from '@caseloom/connectors/kit/credentials'
import { hideTexts } from '@caseloom/connectors/kit/masking'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { ConnectorCall } from '../../registry/connector-call.ts'
import type { ActionPlan } from '../../registry/connector.store.ts'
import { withClient } from './mcp-client.ts'

/** Calls a tool of an MCP server as a step. Never throws. */
export async function callTool(
  plan: ActionPlan & { kind: 'mcp' },
  input: JsonObject,
  call: ConnectorCall,
): Promise<ActionResult> {
  const outcome = await withClient(call, (client) =>
    client.callTool({ name: plan.tool, arguments: input }, undefined, {
      signal: call.signal,
      timeout: call.timeoutMs,
      maxTotalTimeout: call.timeoutMs,
    }),
  )
  if (!outcome.ok) {
    const { error } = outcome
    // A tool that may have been at work must not be called twice unless it says that twice is once.
    const retryable = error.retryable && (plan.idempotent || !error.sent)
    const { code, message } = error
    return { ok: false, error: { code, message, retryable } }
  }
  // The client has checked the answer; its type is wider than what JSON carries.
  const answer = outcome.value as unknown as JsonObject
  // Hide secrets before truncating: a truncated secret would not be found.
  const output = hideTexts(outputOf(answer), secretForms(call.credentials.secrets))
  if (answer['isError'] !== true) return { ok: true, output }
  const message = `The tool failed: ${typeof output === 'string' ? output.slice(0, 500) : 'see the details'}`
  const error = { code: 'mcp.tool_failed', message, retryable: false, detail: excerpt(output) }
  return { ok: false, error }
}

/** Structured content as it is; a single text as text; everything else as the list of contents. */
function outputOf(answer: JsonObject): JsonValue {
  const { structuredContent, content } = answer
  if (structuredContent !== undefined && structuredContent !== null) return structuredContent
  if (!Array.isArray(content)) return answer['toolResult'] ?? null
  const [first] = content
  const single = content.length === 1 && typeof first === 'object' && first !== null && !Array.isArray(first)
  if (single && first['type'] === 'text' && typeof first['text'] === 'string') return first['text']
  return content
}
