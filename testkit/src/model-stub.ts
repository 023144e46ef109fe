import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** What the stub says to one request. */
export type ModelTurn =
  | { kind: 'text'; text: string }
  | { kind: 'tools'; calls: readonly { name: string; input: unknown }[]; text?: string }
  /** Says this much, then nothing until it is let or the other side goes. */
  | { kind: 'slow'; text: string }
  /** Says this much and breaks the connection. */
  | { kind: 'cut'; text: string }
  | { kind: 'status'; status: number; message: string; retryAfter?: number }
  /** Something that is no answer of a model. */
  | { kind: 'garbage'; body: string }

export interface ModelRequest {
  path: string
  headers: IncomingMessage['headers']
  /** As it came. */
  body: string
}

/** A language model on loopback that says what a test specifies, in the dialect of the requested address. */
export interface ModelStub {
  /** Of the OpenAI-compatible interface, and of Anthropic's. */
  baseUrl: string
  port: number
  /** What is said to the next requests, one each; the last is said to all further ones. */
  says(...turns: ModelTurn[]): void
  requests(): readonly ModelRequest[]
  /** Settles when a slow answer was given up by the other side. */
  givenUp(): Promise<void>
  /** Settles when a slow answer has said all that it says. */
  saidSlowly(): Promise<void>
  close(): Promise<void>
}

const PIECE = 7

/** Starts it on a free port. */
export async function startModelStub(): Promise<ModelStub> {
  let turns: ModelTurn[] = []
  let requests: ModelRequest[] = []
  let given = Promise.withResolvers<void>()
  let slow = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    void received(request).then((body) => {
      requests.push({ path: request.url ?? '', headers: request.headers, body })
      const turn = (turns.length > 1 ? turns.shift() : turns[0]) ?? { kind: 'text', text: 'Hello.' }
      const dialect = request.url?.endsWith('/messages') === true ? ANTHROPIC : OPENAI
      if (turn.kind === 'slow') {
        response.on('close', () => given.resolve())
        response.on('error', () => undefined)
      }
      answer(response, turn, dialect)
      if (turn.kind === 'slow') slow.resolve()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port was given')
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    port: address.port,
    says(...next) {
      turns = next
      requests = []
      given = Promise.withResolvers()
      slow = Promise.withResolvers()
    },
    requests: () => requests,
    givenUp: () => given.promise,
    saidSlowly: () => slow.promise,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function received(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

interface Dialect {
  begin(): string[]
  text(pieces: readonly string[]): string[]
  tools(calls: readonly { name: string; input: unknown }[]): string[]
  end(reason: 'text' | 'tools'): string[]
}

const USAGE = { in: 120, out: 30 }

function answer(response: ServerResponse, turn: ModelTurn, dialect: Dialect): void {
  if (turn.kind === 'status') {
    const { status, message, retryAfter } = turn
    const headers = {
      'content-type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    }
    response.writeHead(status, headers).end(JSON.stringify({ error: { message, type: 'error' } }))
    return
  }
  if (turn.kind === 'garbage') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(turn.body)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const said = turn.text === undefined || turn.text === '' ? [] : dialect.text(inPieces(turn.text))
  response.write([...dialect.begin(), ...said].join(''))
  if (turn.kind === 'slow') return
  if (turn.kind === 'cut') {
    // What was said must have left before the connection goes.
    response.write('', () => response.socket?.destroy())
    return
  }
  const called = turn.kind === 'tools' ? dialect.tools(turn.calls) : []
  response.end([...called, ...dialect.end(turn.kind)].join(''))
}

function inPieces(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${PIECE}}`, 'g')) ?? []
}

function chunk(choice: unknown, more: object = {}): string {
  const event = {
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'tiny',
    choices: choice === null ? [] : [choice],
    ...more,
  }
  return `data: ${JSON.stringify(event)}\n\n`
}

const OPENAI: Dialect = {
  begin: () => [chunk({ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null })],
  text: (pieces) => pieces.map((content) => chunk({ index: 0, delta: { content }, finish_reason: null })),
  tools: (calls) =>
    calls.map(({ name, input }, index) =>
      chunk({
        index: 0,
        delta: {
          tool_calls: [
            {
              index,
              id: `call${index}`,
              type: 'function',
              function: { name, arguments: JSON.stringify(input) },
            },
          ],
        },
        finish_reason: null,
      }),
    ),
  end: (reason) => [
    chunk({ index: 0, delta: {}, finish_reason: reason === 'tools' ? 'tool_calls' : 'stop' }),
    chunk(null, {
      usage: { prompt_tokens: USAGE.in, completion_tokens: USAGE.out, total_tokens: USAGE.in + USAGE.out },
    }),
    'data: [DONE]\n\n',
  ],
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}

function block(index: number, content_block: object, deltas: readonly object[]): string[] {
  return [
    event('content_block_start', { index, content_block }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ]
}

const ANTHROPIC: Dialect = {
  begin: () => [
    event('message_start', {
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        model: 'tiny',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: USAGE.in, output_tokens: 1 },
      },
    }),
  ],
  text: (pieces) =>
    block(
      0,
      { type: 'text', text: '' },
      pieces.map((text) => ({ type: 'text_delta', text })),
    ),
  tools: (calls) =>
    calls.flatMap(({ name, input }, at) =>
      block(at + 1, { type: 'tool_use', id: `call${at}`, name, input: {} }, [
        { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      ]),
    ),
  end: (reason) => [
    event('message_delta', {
      delta: { stop_reason: reason === 'tools' ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: USAGE.out },
    }),
    event('message_stop', {}),
  ],
}
