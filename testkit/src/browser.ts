import type { AnyRoute, RouteBodyInput, RouteReply } from '@caseloom/contract/kernel/route'
import type { HttpServer } from '@caseloom/server/platform/http/server'
import { ORIGIN } from './people.ts'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  json: unknown
  /** Of a problem document. */
  code: string | undefined
}

/** A browser as the server sees it: it keeps the session cookie, and its writes carry the Origin header. */
export class Browser {
  /** Value of the session cookie; null when there is none. */
  cookie: string | null = null
  /** Where it asks from. */
  ip = '127.0.0.1'
  /** Value of the device cookie; null when there is none. */
  device: string | null = null
  agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
  readonly #http: HttpServer

  constructor(http: HttpServer) {
    this.#http = http
  }

  get(url: string): Promise<Answer> {
    return this.ask('GET', url)
  }

  post(url: string, body: unknown = {}): Promise<Answer> {
    return this.ask('POST', url, { body })
  }

  /** Posts to a route without parameters and reads its answer; throws when it is not a good one. */
  async postFor<R extends AnyRoute>(route: R, body: RouteBodyInput<R>): Promise<RouteReply<R>> {
    const answer = await this.post(route.path, body)
    if (answer.status > 299) throw new Error(`${route.path} answered ${answer.status} ${answer.code ?? ''}`)
    // What `parse` of the route's own schema answers is the reply of the route.
    return route.reply?.parse(answer.json) as RouteReply<R>
  }

  async ask(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const held = [
      ...(this.cookie === null ? [] : [`caseloom_session=${this.cookie}`]),
      ...(this.device === null ? [] : [`caseloom_device=${this.device}`]),
    ]
    const cookie = held.length === 0 ? {} : { cookie: held.join('; ') }
    const reply = await this.#http.fastify.inject({
      method,
      url,
      remoteAddress: this.ip,
      headers: {
        'user-agent': this.agent,
        ...(method === 'GET' ? {} : { origin: ORIGIN }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...cookie,
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const set = /^caseloom_session=([^;]*)/.exec(String(reply.headers['set-cookie']))?.[1]
    if (set !== undefined) this.cookie = set === '' ? null : set
    this.device = /caseloom_device=([^;]*)/.exec(String(reply.headers['set-cookie']))?.[1] ?? this.device
    const json: unknown = reply.body === '' ? undefined : reply.json()
    const code =
      typeof json === 'object' && json !== null && 'code' in json && typeof json.code === 'string'
        ? json.code
        : undefined
    return { status: reply.statusCode, headers: reply.headers, json, code }
  }
}
