import {
  getRestriction,
  lockRecord,
  type Principal,
  type Restriction,
  restrictRecord,
  unlockRecord,
  type Why,
  whoSeesRecord,
  whyRecord,
} from '@caseloom/contract/records/record-rights'
import type { RecordView } from '@caseloom/contract/records/records'
import { UserId } from '@caseloom/contract/kernel/ids'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

export interface Place {
  tenantId: string
  appId: string
  recordId: string
}

/** Refetched with the record. */
export function restrictionQuery({ tenantId, appId, recordId }: Place) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'restriction'),
    queryFn: ({ signal }): Promise<Restriction> =>
      call(getRestriction, { params: { tenantId, appId, recordId }, signal }),
  })
}

/** People who see the record, or who would if it were restricted to these IDs; null means no restriction. */
export function viewersQuery({ tenantId, appId, recordId }: Place, to: readonly string[] | null | undefined) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'viewers', to ?? (to === null ? 'open' : 'now')),
    queryFn: async ({ signal }) => {
      const query = to === undefined ? {} : { to: (to ?? []).join(',') }
      return (await call(whoSeesRecord, { params: { tenantId, appId, recordId }, query, signal })).items
    },
  })
}

export function whyQuery({ tenantId, appId, recordId }: Place, action: Why['action'], userId?: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'why', action, userId ?? 'me'),
    queryFn: ({ signal }): Promise<Why> =>
      call(whyRecord, {
        params: { tenantId, appId, recordId },
        query: { action, ...(userId === undefined ? {} : { userId: UserId.parse(userId) }) },
        signal,
      }),
  })
}

export function saveRestriction(place: Place, to: Principal[] | null): Promise<Restriction> {
  return call(restrictRecord, { params: { ...place }, body: { to } })
}

export function lock(place: Place, reason: string): Promise<RecordView> {
  return call(lockRecord, { params: { ...place }, body: reason.trim() === '' ? {} : { reason } })
}

export function unlock(place: Place): Promise<RecordView> {
  return call(unlockRecord, { params: { ...place } })
}
