import type { ObservableView } from '@caseloom/contract/records/observable-lookups'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTenantScope } from '../../../data/scope.tsx'
import { useModelNews } from '../../../data/useHubs.ts'
import { refetchVerdicts } from '../verdicts/verdicts.queries.ts'

const PAUSE_MS = 1_000

/** Reads the page again when a record of an app changes in which the value was seen, at most once a second. */
export function useFreshObservable(one: ObservableView | undefined): void {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  useModelNews(({ kind, appId }) => {
    const isOurs = kind === 'records' && one?.sightings.some(({ app }) => app.id === appId) === true
    if (!isOurs || waiting.current !== null) return
    waiting.current = setTimeout(() => {
      waiting.current = null
      refetchVerdicts(client, tenantId)
    }, PAUSE_MS)
  })
  useEffect(() => () => clearTimeout(waiting.current ?? undefined), [])
}
