import { getCanvas } from '@caseloom/contract/content/canvas'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** Runs are counted by asking again: an event for each of them would be too many. */
const POLL_MS = 15_000

export function canvasQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'content', 'canvas'),
    queryFn: ({ signal }) => call(getCanvas, { params: { tenantId }, signal }),
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
}
