import { getRecord } from '@caseloom/contract/records/records'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../../data/call.ts'
import { keys } from '../../../../data/keys.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { readTrialHash } from '../../../../data/trial-link.ts'
import type { EditedApp } from '../../draft/useAppDraft.ts'
import { startOf } from './trial-start.ts'
import type { Trial } from './useTrial.ts'

/** Begins the trial that the address names: a record with a change made to it. */
export function useLinkedTrial(edited: EditedApp, trial: Trial, open: () => void): void {
  const { base } = edited
  const { tenantId } = useTenantScope()
  const [linked] = useState(() => readTrialHash(location.hash))
  const recordId = linked?.record ?? ''
  const record = useQuery({
    queryKey: keys.one(tenantId, 'records', recordId),
    queryFn: ({ signal }) => call(getRecord, { params: { tenantId, appId: base.id, recordId }, signal }),
    enabled: linked !== null,
  }).data
  const begin = useEffectEvent((stored: NonNullable<typeof record>) => {
    open()
    trial.begin(startOf(edited, stored))
    for (const [field, value] of Object.entries(linked?.set ?? {})) trial.set(field, value)
  })
  const isRead = record !== undefined
  useEffect(() => {
    // Once: what is typed afterward stays when the record changes.
    if (isRead) begin(record)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isRead])
}
