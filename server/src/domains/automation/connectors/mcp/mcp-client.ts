import type { ActionContext } from '@caseloom/connectors/kit/action'
import type { Credentials } from '@caseloom/connectors/kit/credentials'
import { secretForms } from '@caseloom/connectors/kit/credentials'
import { hideInText } from '@caseloom/connectors/kit/masking'
import { withCredentials } from '@caseloom/connectors/kit/with-credentials'
import type { HttpFailure } from '@caseloom/connectors/kit/transport'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** What it takes to speak with a server: its address is the base of the credentials. */
export type McpCall = Pick<ActionContext, 'http' | 'signal' | 'timeoutMs' | 'idempotencyKey'> & {
  credentials: Credentials
}

export type McpOutcome<T> =
  | { ok: true; value: T }
  | { ok: false; error: { code: string; message: string; retryable: boolean; sent: boolean } }

const MAX_BYTES = 20 * 1024 * 1024

/** 29 MiB that only processes which speak with such servers need. */
async function library() {
  const [client, transport] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ])
  return { ...client, ...transport }
}

/** Opens a session with an MCP server (streamable HTTP), works in it and ends it. Never throws. */
export async function withClient<T>(
  call: McpCall,
  work: (client: Client) => Promise<T>,
): Promise<McpOutcome<T>> {
  const state: { failure: HttpFailure['error'] | null; status: number; connected: boolean } = {
    failure: null,
    status: 0,
    connected: false,
  }
  const { Client: McpClient, StreamableHTTPClientTransport } = await library()
  const transport = new StreamableHTTPClientTransport(new URL(call.credentials.base), {
    fetch: guardedFetch(call, state),
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 1_000,
      reconnectionDelayGrowFactor: 1,
    },
  })
  const client = new McpClient({ name: 'caseloom', version: '1' })
  try {
    // The SDK's own class does not fit its interface under exactOptionalPropertyTypes.
    await client.connect(transport as unknown as Transport, { signal: call.signal, timeout: call.timeoutMs })
    state.connected = true
    return { ok: true, value: await work(client) }
  } catch (error) {
    const reason = reasonOf(error, state)
    const message = hideInText(reason.message, secretForms(call.credentials.secrets)).slice(0, 600)
    return { ok: false, error: { ...reason, message, sent: state.connected } }
  } finally {
    // The result is known; a server that doesn’t end the session properly changes nothing.
    if (state.connected) await transport.terminateSession().catch(() => undefined)
    // The answer is there; the server forgets the client on its own.
    await client.close().catch(() => undefined)
  }
}

function reasonOf(
  error: unknown,
  { failure, status }: { failure: HttpFailure['error'] | null; status: number },
) {
  if (failure !== null) return failure
  if (status >= 400) {
    const retryable = status >= 500 || status === 429
    return { code: 'http.status', message: `The MCP server answered with status ${status}`, retryable }
  }
  const text = error instanceof Error ? error.message : 'unknown'
  return { code: 'mcp.failed', message: `The MCP server: ${text}`, retryable: false }
}

/** The SDK's requests by our transport: whole answers, no streams that stay open. */
function guardedFetch(
  call: McpCall,
  state: { failure: HttpFailure['error'] | null; status: number },
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  const http = withCredentials(call.http, call.credentials)
  return async (url, init = {}) => {
    const { method = 'GET', body } = init
    // A server may push by a stream that never ends; a step waits for its own answer only.
    if (method === 'GET') return new Response(null, { status: 405 })
    if (body !== undefined && body !== null && typeof body !== 'string')
      throw new Error('This type of request body isn’t supported')
    const answer = await http.request({
      url: String(url),
      method,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof body === 'string' ? { body } : {}),
      timeoutMs: call.timeoutMs,
      maxBytes: MAX_BYTES,
      signal: call.signal,
      idempotencyKey: call.idempotencyKey,
    })
    if (!answer.ok) {
      state.failure = answer.error
      throw new Error(answer.error.message)
    }
    // A failure to end the session doesn't matter.
    if (method !== 'DELETE') state.status = answer.status
    const headers = Object.entries(answer.headers).filter(
      ([name]) => !/^(content-(encoding|length)|transfer-encoding|connection)$/.test(name),
    )
    const isEmpty = [204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : new Uint8Array(answer.body), { status: answer.status, headers })
  }
}
