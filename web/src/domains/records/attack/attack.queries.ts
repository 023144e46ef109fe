import {
  addAttackEvent,
  type AttackEventCreate,
  type AttackEventView,
  deleteAttackEvent,
  editAttackEvent,
  listAttackEvents,
} from '@caseloom/contract/records/attack-events'
import { searchEverywhere } from '@caseloom/contract/records/search'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

export interface AttackPlace {
  tenantId: string
  appId: string
  recordId: string
}

/** In the order in which they happened; refetched with the record. */
export function attackEventsQuery({ tenantId, appId, recordId }: AttackPlace) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'attack-events'),
    queryFn: ({ signal }) => call(listAttackEvents, { params: { tenantId, appId, recordId }, signal }),
  })
}

/** An event as the form has it; without an asset it leaves that as it is. */
export type EventInput = Required<Omit<AttackEventCreate, 'asset'>> & Pick<AttackEventCreate, 'asset'>

export function saveEvent(
  { tenantId, appId, recordId }: AttackPlace,
  eventId: string | null,
  event: EventInput,
): Promise<AttackEventView> {
  const params = { tenantId, appId, recordId }
  if (eventId === null) return call(addAttackEvent, { params, body: event })
  return call(editAttackEvent, { params: { ...params, attackEventId: eventId }, body: event })
}

export async function removeEvent(place: AttackPlace, attackEventId: string): Promise<void> {
  const { tenantId, appId, recordId } = place
  await call(deleteAttackEvent, { params: { tenantId, appId, recordId, attackEventId } })
}

/** Records of any app that could be the asset. */
export function assetsQuery(tenantId: string, text: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'records', 'assets', text),
    queryFn: async ({ signal }) =>
      (await call(searchEverywhere, { params: { tenantId }, body: { text, limit: 8 }, signal })).items.map(
        ({ record, title }) => ({
          appId: record.appId,
          recordId: record.id,
          label: `${record.trackingId} ${title}`,
        }),
      ),
  })
}
