import type { Query, QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refetchAfterCurrent } from './refetch-after-current.ts'
import { useModelNews } from './useHubs.ts'

/** App IDs of deleted records, by record ID. */
type Gone = ReadonlyMap<string, string | undefined>

const QUIET_MS = 100

/**
 * Refetches whatever names a deleted record, or one that is no longer visible: as a link, a result, a task. The
 * record's page and its app's lists handle it themselves.
 */
export function useDeletedRecords(tenantId: string): void {
  const client = useQueryClient()
  const gone = useRef(new Map<string, string | undefined>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useModelNews((news) => {
    if (news.kind !== 'records' || news.verb !== 'destroyed' || news.tenantId !== tenantId) return
    gone.current.set(news.id, news.appId)
    // Many deletions at the same time cause one refetch.
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const all = gone.current
      gone.current = new Map()
      void readNaming(client, tenantId, all)
    }, QUIET_MS)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}

/** Refetches the queries that name one of the deleted records. */
export function readNaming(client: QueryClient, tenantId: string, gone: Gone): Promise<void> {
  return refetchAfterCurrent(client, { predicate: (query) => isNaming(query, tenantId, gone) })
}

function isNaming({ queryKey, state }: Query, tenantId: string, gone: Gone): boolean {
  const [, tenant, kind, shape, place] = queryKey
  if (tenant !== tenantId || kind !== 'records') return false
  if (shape === 'one' && typeof place === 'string' && gone.has(place)) return false
  const others = shape === 'list' ? [...gone].filter(([, appId]) => appId !== place) : [...gone]
  const ids = new Set(others.map(([id]) => id))
  return ids.size > 0 && names(state.data, ids)
}

/** True when one of the IDs occurs anywhere in the answer. */
function names(value: unknown, ids: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return ids.has(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((part) => names(part, ids))
}
