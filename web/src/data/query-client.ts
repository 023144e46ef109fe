import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { type CallOrigin, pageActionOf404 } from './on404.ts'
import { signalLeave, signalSessionLost } from './page-signals.ts'
import { recordError } from './traces.ts'

/** Acts on what concerns the whole page: a lost session, and a 404 whose route asks for another page. */
export function actOnError(error: unknown, origin: CallOrigin): void {
  if (!(error instanceof ApiError)) return
  if (error.code === 'session.none') {
    signalSessionLost()
    return
  }
  if (error.status !== 404) return
  const action = pageActionOf404(error.on404, origin)
  if (action === 'tenant-error' || action === 'welcome') signalLeave(action)
}

/** Network errors and temporary server failures are retried; decisions of the server aren't. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const isPassing =
    error.code === 'client.offline' || error.status === 502 || error.status === 503 || error.status === 504
  return isPassing && failures < 2
}

/** A server refusal is recorded on the span of its request; anything else is a bug of ours. */
function recordFault(error: unknown): void {
  if (!(error instanceof ApiError)) recordError(error, 'query')
}

/** Hub events keep the cache fresh, so nothing expires by time. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        recordFault(error)
        // Queries that decide about pages themselves (guards) opt out.
        if (query.meta?.['quiet'] === true) return
        actOnError(error, query.state.data === undefined ? 'load' : 'refetch')
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        recordFault(error)
        if (mutation.meta?.['quiet'] === true) return
        actOnError(error, 'write')
      },
    }),
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}
