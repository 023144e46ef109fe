/** A request as a connector hands it to the product's guarded transport. */
export interface HttpRequest {
  url: string
  /** An HTTP method in upper case. */
  method: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** For the whole exchange, in milliseconds. */
  timeoutMs: number
  /** Largest accepted response body. */
  maxBytes: number
  signal?: AbortSignal
  /** Sent as the header Idempotency-Key. */
  idempotencyKey?: string
}

export interface HttpResponse {
  ok: true
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  body: Uint8Array
  /** What Retry-After says, in milliseconds. */
  retryAfterMs: number | null
}

export interface HttpFailure {
  ok: false
  error: { code: string; message: string; retryable: boolean }
}

/** The only way out for a connector; the host limits it to the tenant's permissions. Never throws. */
export interface HttpTransport {
  request(request: HttpRequest): Promise<HttpResponse | HttpFailure>
}
