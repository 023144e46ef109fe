import { searchRecords } from '@caseloom/contract/records/records'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../../data/call.ts'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { addressParts } from '../../../data/search-params.ts'
import { toast } from '../../../ui/toast.tsx'
import { recordQuery } from '../model/records.queries.ts'
import { placeIn, readTrail, type Stop, type Trail, withPage, writeTrail } from './trail.ts'

const PAGE = 100

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

/** Opens the record beside this one; loads more of the list at its end. */
function useGo({ appId, recordId, trail, keep }: Going): Pager['go'] {
  const scope = useTenantScope()
  const { tenantId } = scope
  const client = useQueryClient()
  const navigate = useNavigate()
  const place = placeIn(trail, appId, recordId)
  const nextStop = async (): Promise<Stop | null> => {
    if (trail === null || place === null || !place.isOpen) return place?.next ?? null
    const cursor = trail.next === null ? {} : { cursor: trail.next }
    const body = { ...trail.search, ...cursor, columns: [], limit: PAGE }
    const page = await call(searchRecords, { params: { tenantId, appId }, body })
    const longer = withPage(trail, page)
    keep(longer)
    return placeIn(longer, appId, recordId)?.next ?? null
  }
  return async (step) => {
    try {
      const stop = step === 1 ? await nextStop() : (place?.previous ?? null)
      if (stop === null) return false
      // Back leads to the list, however many records were opened.
      const to = paths.record(scope, appId, stop.id)
      await client.ensureQueryData(recordQuery(tenantId, appId, stop.id)).catch(() => undefined)
      await navigate({ to, search: (now: Record<string, unknown>) => now, replace: true })
      return true
    } catch (error) {
      toast({ kind: 'error', title: describeError(error).text })
      return false
    }
  }
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
