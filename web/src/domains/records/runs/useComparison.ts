import type { AppView } from '@caseloom/contract/apps/apps'
import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Compared, comparedOf, type Differences, differencesOf, neighborOf } from './compare-runs.ts'
import { type RunPlace, workflowRunQuery } from './runs.queries.ts'

export type With = number | 'today' | null

export interface Comparison {
  with: With
  compare: (next: With) => void
  /** Compares with the sequence beside this one, or with none. */
  toggle: () => void
  other: Compared | null
  differences: Differences | null
}

/** What the run is compared with, and where they differ. */
export function useComparison(app: AppView, run: WorkflowRunView, place: RunPlace): Comparison {
  const { t } = useTranslation('workflow-runs')
  const [chosen, compare] = useState<With>(null)
  const sequence = typeof chosen === 'number' ? chosen : run.sequence
  const query = useQuery({ ...workflowRunQuery(place, sequence), enabled: typeof chosen === 'number' })
  const present = useToday(app, run, chosen === 'today', t('today'))
  const other = useMemo(() => {
    if (chosen === 'today') return present
    const found = typeof chosen === 'number' ? query.data : undefined
    return found === undefined ? null : comparedOf(found, t('inSequence', { sequence: found.sequence }))
  }, [chosen, present, query.data, t])
  const differences = useMemo(() => (other === null ? null : differencesOf(run, other)), [run, other])
  return {
    with: chosen,
    compare,
    toggle: () => compare(chosen === null ? neighborOf(run) : null),
    other,
    differences,
  }
}

function useToday(app: AppView, run: WorkflowRunView, isAsked: boolean, name: string): Compared | null {
  const [found, setFound] = useState<Compared | null>(null)
  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    const show = async () => {
      // The evaluator is loaded when it is needed first.
      const { today } = await import('./replay.ts')
      const next = await today(app, run, name)
      if (isCurrent) setFound(next)
    }
    void show()
    return () => {
      isCurrent = false
    }
  }, [app, run, isAsked, name])
  return isAsked ? found : null
}
