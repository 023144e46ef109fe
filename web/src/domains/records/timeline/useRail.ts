import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMay } from '../../../data/scope.tsx'
import type { AttackPlace } from '../attack/attack.queries.ts'
import { recordApprovalsQuery } from '../model/records.queries.ts'
import { besideItems, itemsOf, kindOf } from './merged-timeline.ts'
import { type CountedItem, type Rail, railOf } from './rail-scale.ts'
import type { Shown } from './shown.ts'
import { historyCountsQuery, runCountsQuery } from './timeline.queries.ts'

interface Rails {
  /** What the filters show; null before it is known. */
  rail: Rail | null
  /** Every kind of everyone: how much a page of the history covers. */
  whole: Rail | null
}

/** How many entries a record has by time, of which the thread may have loaded few. */
export function useRail(place: AttackPlace, { kinds, person, clock }: Shown): Rails {
  const { tenantId, recordId } = place
  const mayReadRuns = useMay('run:read')
  const all = useQuery(historyCountsQuery(place, undefined, clock)).data
  const own = useQuery(historyCountsQuery(place, person, clock)).data
  const runs = useQuery({ ...runCountsQuery(tenantId, recordId), enabled: mayReadRuns }).data
  const approvals = useQuery(recordApprovalsQuery(tenantId, recordId)).data
  const asked = useMemo(() => besideItems({ events: [], runs: [], approvals: approvals ?? [] }), [approvals])
  const whole = useMemo(() => (all === undefined ? null : railOf(all.items, [])), [all])
  const rail = useMemo(() => {
    if (own === undefined) return null
    const beside = itemsOf(asked, person).map((item): CountedItem => {
      return { at: item.at, kind: kindOf(item), count: 1 }
    })
    // A run is no one's own.
    const ofRuns = person === undefined ? (runs?.items ?? []) : []
    return railOf([...own.items, ...ofRuns, ...beside], kinds)
  }, [own, runs, asked, person, kinds])
  return { rail, whole }
}
