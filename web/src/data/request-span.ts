import { ApiError, hasCode } from './api-error.ts'
import { reportConnection } from './connection.ts'
import { beginSpan } from './traces.ts'

export interface RequestTrace {
  headers: { traceparent?: string }
  status: (code: number) => void
}

/** One span per request, named by the template of its route: no ids, no query values, no bodies. */
export async function inRequestSpan<T>(
  route: { method: string; path: string },
  work: (trace: RequestTrace) => Promise<T>,
): Promise<T> {
  const { method, path } = route
  const span = beginSpan(`${method} ${path}`, 'client', {
    'http.request.method': method,
    'url.template': path,
  })
  const seen: { status?: number } = {}
  try {
    return await work({
      headers: span === null ? {} : { traceparent: span.traceparent },
      status: (code) => {
        seen.status = code
        reportConnection(true)
      },
    })
  } catch (error) {
    if (hasCode(error, 'client.offline')) reportConnection(false)
    if (error instanceof ApiError) span?.fail(error.code)
    // Aborted by the page that asked: nothing failed.
    else if (!(error instanceof DOMException)) span?.fail('client.unreadable', error)
    throw error
  } finally {
    span?.end(seen.status === undefined ? {} : { 'http.response.status_code': seen.status })
  }
}
