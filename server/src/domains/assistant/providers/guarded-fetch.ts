import { setTimeout as pause } from 'node:timers/promises'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { failureOfStatus, failureOfTransport, ModelError } from './model-failure.rules.ts'

const MAX_BYTES = 20 * 1024 * 1024
const LONGEST_FAULT = 300
/** The longest wait before a retry. */
const LONGEST_WAIT_MS = 5_000

export interface FetchDeps {
  outbound: Pick<Outbound, 'stream'>
  privateRangesAllowed: boolean
  /** For the whole answer; shared by all calls of it. */
  deadline: number
  signal: AbortSignal
}

/**
 * The SDK's requests by our transport: past the guard, streamed, never led on elsewhere, tried a second time where the
 * provider asks for a short wait. Whatever is not a good answer is thrown as a ModelError.
 */
export function guardedFetch(deps: FetchDeps): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { method = 'GET', body } = init
    if (typeof body !== 'string') throw new Error('This type of request body isn’t supported')
    const url = input instanceof Request ? input.url : String(input)
    const send = () => {
      const timeoutMs = deps.deadline - Date.now()
      if (timeoutMs <= 0) throw new ModelError(failureOfTransport({ code: 'http.timeout', message: '' }))
      return deps.outbound.stream({
        url,
        method,
        headers: Object.fromEntries(new Headers(init.headers)),
        body,
        timeoutMs,
        maxBytes: MAX_BYTES,
        signal: deps.signal,
        privateRangesAllowed: deps.privateRangesAllowed,
      })
    }
    let answer = await send()
    if (
      answer.ok &&
      answer.status === 429 &&
      (answer.retryAfterMs ?? LONGEST_WAIT_MS + 1) <= LONGEST_WAIT_MS
    ) {
      await textOf(answer.body)
      await pause(answer.retryAfterMs ?? 0, undefined, { signal: deps.signal })
      answer = await send()
    }
    if (!answer.ok) throw new ModelError(failureOfTransport(answer.error))
    if (answer.status !== 200) {
      const detail = faultIn(await textOf(answer.body))
      throw new ModelError(failureOfStatus(answer.status, detail, answer.retryAfterMs))
    }
    // Framing belongs to the transport.
    const headers = Object.entries(answer.headers).filter(
      ([name]) => !/^(content-(encoding|length)|transfer-encoding|connection)$/.test(name),
    )
    return new Response(ReadableStream.from(readable(answer.body, deps)), { status: 200, headers })
  }
}

async function* readable(body: AsyncIterable<Uint8Array>, deps: FetchDeps): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    if (deps.signal.aborted) throw new ModelError({ outcome: 'stopped', detail: 'Stopped' })
    if (Date.now() >= deps.deadline)
      throw new ModelError(failureOfTransport({ code: 'http.timeout', message: '' }))
    const detail = 'The connection to the provider was lost before the answer was complete'
    throw new ModelError({ outcome: 'cutOff', detail }, { cause })
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size > 64 * 1024) break
    }
  } catch {
    // What there is of a fault's text is enough.
  }
  return Buffer.concat(chunks).toString()
}

/** What providers say of a fault; keys that they repeat are left out. */
function faultIn(text: string): string {
  const message = messageIn(text).replaceAll(/\b(?:sk|key|tok)[-_][\w*.-]{4,}/gi, '…')
  return message.length > LONGEST_FAULT ? `${message.slice(0, LONGEST_FAULT)}…` : message
}

function messageIn(text: string): string {
  try {
    const read: unknown = JSON.parse(text)
    const error = read instanceof Object && 'error' in read ? read.error : read
    if (typeof error === 'string') return error
    return error instanceof Object && 'message' in error ? String(error.message) : ''
  } catch {
    // Not JSON: the status alone is reported.
    return ''
  }
}
