import type { SentOutcome } from '@caseloom/contract/assistant/assistant-models'

/** How a call to a model went wrong. */
export interface ModelFailure {
  outcome: Exclude<SentOutcome, 'underway' | 'answered'>
  /** What those who administer the model need to know; no secrets. */
  detail: string
  /** At which setting it lies, where one is to blame. */
  at?: 'apiKey' | 'model' | 'baseUrl' | 'timeoutSeconds'
  retryAfterMs?: number | null
  /** Text shown to people instead of the default. */
  words?: string
}

/** Thrown inside the providers; leaves them as a value. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly failure: ModelFailure

  constructor(failure: ModelFailure, options?: { cause: unknown }) {
    super(failure.detail, options)
    this.failure = failure
  }
}

/** What an answer with this status means. */
export function failureOfStatus(status: number, detail: string, retryAfterMs: number | null): ModelFailure {
  const said = detail === '' ? '' : `: ${detail}`
  if (status === 401 || status === 403)
    return { outcome: 'refused', at: 'apiKey', detail: `The provider rejects the key (${status})${said}` }
  if (status === 429)
    return {
      outcome: 'busy',
      detail: `The provider is rate-limiting requests (429)${said}`,
      retryAfterMs,
    }
  if (status === 404)
    return {
      outcome: 'failed',
      at: 'model',
      detail: `The provider doesn’t know this model or address (404)${said}`,
    }
  if (status >= 300 && status < 400)
    return {
      outcome: 'failed',
      at: 'baseUrl',
      detail: `The provider redirects to another address (${status})`,
    }
  if (status >= 500)
    return { outcome: 'failed', detail: `The provider has an internal error (${status})${said}` }
  return { outcome: 'failed', detail: `The provider rejects the request (${status})${said}` }
}

/** What a fault of our own transport means. */
export function failureOfTransport({ code, message }: { code: string; message: string }): ModelFailure {
  if (code === 'http.timeout')
    return { outcome: 'timeout', at: 'timeoutSeconds', detail: 'The provider took too long' }
  if (code === 'http.cancelled') return { outcome: 'stopped', detail: 'Stopped' }
  if (code === 'outbound.refused' || code === 'outbound.bad_request')
    return { outcome: 'unreachable', at: 'baseUrl', detail: message }
  return { outcome: 'unreachable', at: 'baseUrl', detail: `Couldn’t reach the provider. ${message}` }
}

/** Classifies an error that the SDK threw or returned. */
export function failureOfError(error: unknown): ModelFailure {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof ModelError) return at.failure
  return { outcome: 'unreadable', detail: 'The provider’s response isn’t a valid model response' }
}

/** The text shown to the person who asked. */
export function wordsFor({ outcome, words }: ModelFailure): string {
  if (words !== undefined) return words
  switch (outcome) {
    case 'timeout':
      return 'The language model of this account took too long to answer.'
    case 'unreachable':
      return 'Couldn’t reach the language model of this account.'
    case 'busy':
      return 'The language model of this account is rate-limiting requests. Try again in a minute.'
    case 'refused':
      return 'The language model rejects the key of this account. An account administrator can fix it under Account administration, Hero AI.'
    case 'unreadable':
      return 'The language model of this account returned an unreadable response.'
    case 'cutOff':
      return 'The language model stopped.'
    case 'stopped':
      return ''
    case 'failed':
      return 'The language model of this account rejected the question. An account administrator can find the reason under Account administration, Hero AI.'
    default:
      return outcome satisfies never
  }
}
