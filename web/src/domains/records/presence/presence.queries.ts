import { reportPresence } from '@caseloom/contract/records/presence'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** A window of this browser that has a record open. */
export interface ViewerSeat {
  tenantId: string
  appId: string
  recordId: string
  /** Names the window. */
  seat: string
}

/** The server forgets a window after a minute. */
const REPORT_MS = 20_000

/** Who else has the record open; also renews this window's seat, with the field that its person is typing in. */
export function viewersQuery({ seat, ...params }: ViewerSeat, field: string | null) {
  return queryOptions({
    queryKey: keys.one(params.tenantId, 'viewers', params.recordId, seat, field),
    queryFn: async ({ signal }) =>
      (await call(reportPresence, { params, body: { seat, field }, signal })).items,
    refetchInterval: REPORT_MS,
    refetchIntervalInBackground: true,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
}

/** Best effort: a seat that isn't renewed expires within a minute. */
export async function leaveRecord({ seat, ...params }: ViewerSeat): Promise<void> {
  await call(reportPresence, { params, body: { seat, leaving: true }, keepalive: true }).catch(
    () => undefined,
  )
}
