import type { Web } from '@caseloom/server/compose'

export const ORIGIN = 'http://localhost:4000'

/** Sends one request to the world's web process, as a browser page of ours would. */
export async function ask(
  web: Web,
  request: { method: string; url: string; cookie?: string; body?: unknown; headers?: Record<string, string> },
) {
  const { method, url, cookie, body, headers = {} } = request
  const reply = await web.http.fastify.inject({
    method: method as 'GET', // inject types its methods as a closed list
    url,
    headers: {
      origin: ORIGIN,
      'content-type': 'application/json',
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: isBytes(body) ? body : JSON.stringify(body) }),
  })
  const text = reply.body
  const isJson = String(reply.headers['content-type']).includes('json')
  const json: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text
  return { status: reply.statusCode, json, headers: reply.headers, bytes: reply.rawPayload }
}

/** A body that is sent as it is. */
function isBytes(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}
