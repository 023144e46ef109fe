import { searchRecords } from '@caseloom/contract/records/records'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { hasCode } from '../../../data/api-error.ts'
import { call } from '../../../data/call.ts'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { addressParts, textsOf } from '../../../data/search-params.ts'
import { useModelNews } from '../../../data/useHubs.ts'
import { toast } from '../../../ui/toast.tsx'
import { recordQuery } from '../model/records.queries.ts'
import { placeIn, readTrail, type Stop, type Trail, withoutStop, withPage, writeTrail } from './trail.ts'

const PAGE = 100

/** The search of the next record: filters of the timeline are about one record. */
export const sameTab = (now: Record<string, unknown>) => textsOf(now, 'tab')

export interface Pager {
  /** Of the list; null when the record wasn't opened from one. */
  name: string | null
  position: number | null
  total: Trail['total']
  previous: Stop | null
  next: Stop | null
  mayPrevious: boolean
  mayNext: boolean
  /** To the record beside this one; false where there is none. */
  go: (step: 1 | -1) => Promise<boolean>
  /** To the list, at the record. */
  leave: () => void
}

/** The way through the list that a record was opened from. */
export function usePager(appId: string, recordId: string): Pager {
  const scope = useTenantScope()
  const { tenantId, userId } = scope
  const navigate = useNavigate()
  const [trail, setTrail] = useState(() => readTrail({ tenantId, userId }))
  const place = placeIn(trail, appId, recordId)
  const keep = (next: Trail) => {
    writeTrail({ tenantId, userId }, next)
    setTrail(next)
  }
  useNeighbor(appId, place?.next ?? null)
  useEffect(() => {
    const owner = { tenantId, userId }
    const now = readTrail(owner)
    if (now !== null && placeIn(now, appId, recordId) !== null) writeTrail(owner, { ...now, at: recordId })
  }, [tenantId, userId, appId, recordId])
  useDeletedStops(trail, recordId, keep)
  const go = useGo({ appId, recordId, trail, keep })
  return {
    name: place === null ? null : (trail?.name ?? null),
    position: place?.position ?? null,
    total: trail?.total ?? null,
    previous: place?.previous ?? null,
    next: place?.next ?? null,
    mayPrevious: (place?.previous ?? null) !== null,
    mayNext: place !== null && (place.next !== null || place.isOpen),
    go,
    leave: () => {
      const back = place === null || trail === null ? paths.recordList(scope, appId) : trail.back
      void navigate(addressParts(back))
    },
  }
}

interface Going {
  appId: string
  recordId: string
  trail: Trail | null
  keep: (next: Trail) => void
}

/** Opens the record beside this one, passing over deleted ones; loads more of the list at its end. */
function useGo({ appId, recordId, trail, keep }: Going): Pager['go'] {
  const scope = useTenantScope()
  const { tenantId } = scope
  const client = useQueryClient()
  const navigate = useNavigate()
  const withNext = async (way: Trail): Promise<Trail> => {
    if (placeIn(way, appId, recordId)?.isOpen !== true) return way
    const cursor = way.next === null ? {} : { cursor: way.next }
    const body = { ...way.search, ...cursor, columns: [], limit: PAGE }
    return withPage(way, await call(searchRecords, { params: { tenantId, appId }, body }))
  }
  const isThere = (id: string) =>
    client.ensureQueryData(recordQuery(tenantId, appId, id)).then(
      () => true,
      (error: unknown) => !hasCode(error, 'resource.not_found'),
    )
  return async (step) => {
    try {
      for (let way = trail; way !== null; ) {
        if (step === 1) way = await withNext(way)
        const place = placeIn(way, appId, recordId)
        const stop = (step === 1 ? place?.next : place?.previous) ?? null
        const found = stop === null || (await isThere(stop.id))
        if (!found) way = withoutStop(way, stop.id)
        if (way !== trail) keep(way)
        if (stop === null) return false
        if (!found) continue
        // Back leads to the list, however many records were opened.
        const to = paths.record(scope, appId, stop.id)
        await navigate({ to, search: sameTab, replace: true })
        return true
      }
    } catch (error) {
      toast({ kind: 'error', title: describeError(error).text })
    }
    return false
  }
}

/** Removes records that are deleted meanwhile from the trail, and what was loaded ahead of them. */
function useDeletedStops(trail: Trail | null, recordId: string, keep: (next: Trail) => void) {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  useModelNews((news) => {
    if (news.kind !== 'records' || news.verb !== 'destroyed' || news.tenantId !== tenantId) return
    if (trail === null || news.id === recordId || placeIn(trail, trail.appId, news.id) === null) return
    client.removeQueries({ queryKey: keys.one(tenantId, 'records', news.id) })
    keep(withoutStop(trail, news.id))
  })
}

/** Loads the next record ahead, so that it's there immediately. */
function useNeighbor(appId: string, stop: Stop | null) {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const id = stop?.id
  useEffect(() => {
    if (id !== undefined) void client.prefetchQuery(recordQuery(tenantId, appId, id))
  }, [client, tenantId, appId, id])
}
