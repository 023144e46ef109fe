import type { ComponentView, SkippedObservable } from '@caseloom/contract/automation/builder'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import type { Statement } from '@caseloom/contract/kernel/statements'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { openStatement } from '../../../data/open-statement.ts'
import { runOutcome } from '../../../data/run-outcome.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refetchVerdicts } from '../verdicts/verdicts.queries.ts'
import { ended, lookedUpBy, type ProgressMap, started } from './enrich-progress.ts'
import { enrichersQuery, lookUp, type RecordPlace } from './enrich.queries.ts'

/** A playbook that asks before it runs, with what it would look up. */
export interface Asked {
  enricher: ComponentView
  observables: readonly ObservableName[]
  /** Null where only a yes is asked for. */
  statement: Statement | null
}

/** What a playbook wasn't given because of its marking. */
export interface Skipped {
  enricher: ComponentView
  observables: readonly SkippedObservable[]
}

export interface Enriching {
  /** Why nothing can be looked up: no playbook does that for any of them, or the reader may not run it. */
  obstacle: (observables: readonly ObservableName[]) => 'mayNot' | 'none' | null
  enrich: (observables: readonly ObservableName[]) => void
  progress: ProgressMap
  asked: Asked | null
  /** Continues with what was asked, or without that playbook. */
  answer: (isAgreed: boolean) => void
  /** What was left out since the last `dismissSkipped`. */
  skipped: readonly Skipped[]
  dismissSkipped: () => void
}

type Agreed = Pick<Asked, 'enricher' | 'observables'> & { statement?: string | undefined; confirmed: boolean }

/** Runs the playbooks that look up the types of observables, and follows their runs. */
export function useEnrich(place: RecordPlace | null): Enriching {
  const { tenantId } = useTenantScope()
  const mayRun = useMay('playbook:run')
  const mayList = useMay('playbook:read')
  const enrichers = useQuery({ ...enrichersQuery(tenantId), enabled: mayRun && mayList }).data ?? []
  const { begin, progress, queue, setQueue, skipped, setSkipped } = useStarts(place)
  const fitting = (observables: readonly ObservableName[]) =>
    enrichers.flatMap((enricher) => {
      const own = lookedUpBy(enricher, observables)
      return own.length === 0 ? [] : [{ enricher, observables: own, confirmed: false }]
    })
  const [asked = null] = queue
  return {
    obstacle: (observables) => {
      if (!mayRun || !mayList) return 'mayNot'
      return place === null || fitting(observables).length === 0 ? 'none' : null
    },
    enrich: (observables) => {
      for (const one of fitting(observables)) void begin(one)
    },
    progress,
    asked,
    answer: (isAgreed) => {
      setQueue((now) => now.slice(1))
      if (asked === null || !isAgreed) return
      const { enricher, observables, statement } = asked
      void begin({ enricher, observables, statement: statement?.id, confirmed: true })
    },
    skipped,
    dismissSkipped: () => setSkipped([]),
  }
}

/** Starts one playbook at a time and waits for its runs; what asks first is queued. */
function useStarts(place: RecordPlace | null) {
  const { t } = useTranslation('enrich')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [progress, setProgress] = useState<ProgressMap>(new Map())
  const [queue, setQueue] = useState<readonly Asked[]>([])
  const [skipped, setSkipped] = useState<readonly Skipped[]>([])
  const fail = (key: 'failed' | 'runFailed', { title }: ComponentView, text = '') =>
    toast({ kind: 'error', title: t(key, { playbook: title }), text })
  const begin = async (one: Agreed) => {
    if (place === null) return
    setProgress((now) => started(now, one.observables))
    try {
      const { items, skipped: left } = await lookUp(tenantId, { ...one, place })
      if (left.length > 0) setSkipped((now) => [...now, { enricher: one.enricher, observables: left }])
      const states = await Promise.all(items.map(({ run }) => runOutcome(tenantId, run.id)))
      if (states.includes('failed')) fail('runFailed', one.enricher)
      refetchVerdicts(client, tenantId)
    } catch (error) {
      const statement = openStatement(error)
      const isAsked = statement !== null || hasCode(error, 'component.confirm_first')
      if (isAsked) setQueue((now) => [...now, { ...one, statement }])
      else fail('failed', one.enricher, describeError(error).text)
    } finally {
      setProgress((now) => ended(now, one.observables))
    }
  }
  return { begin, progress, queue, setQueue, skipped, setSkipped }
}
