import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTenantScope } from '../../../data/scope.tsx'
import { hasLogic } from '../logic/logic-settings.ts'
import { useFormLogic } from '../logic/useFormLogic.ts'
import { recordQuery } from '../model/records.queries.ts'
import { useRecordForm } from '../model/useRecordForm.ts'
import type { Standing } from './obstacle.ts'

interface CardStandingProps {
  app: AppView
  id: string
  /** A move of the card waits for it. */
  isAwaited: boolean
  onKnown: (standing: Standing) => void
  onFailed: (id: string, error: unknown) => void
}

/** Reads the record of a card, which has the values of the list's columns only, and evaluates the rules of its app. */
export function CardStanding({ app, id, isAwaited, onKnown, onFailed }: CardStandingProps) {
  const { tenantId } = useTenantScope()
  const { data, error, refetch } = useQuery(recordQuery(tenantId, app.id, id))
  const hasRetried = useRef(false)
  // No one saw a read fail that began before the move: the move tries it again, once.
  const onError = useEffectEvent((failure: unknown) => {
    if (hasRetried.current) return onFailed(id, failure)
    hasRetried.current = true
    void refetch()
  })
  useEffect(() => {
    if (!isAwaited) hasRetried.current = false
    else if (error !== null) onError(error)
  }, [error, isAwaited])
  if (data === undefined || data.id !== id) return null
  // Rules that were evaluated for the version before say nothing about this one.
  return <Evaluated key={`${id} ${data.version}`} app={app} record={data} onKnown={onKnown} />
}

type EvaluatedProps = Pick<CardStandingProps, 'app' | 'onKnown'> & { record: RecordView }

function Evaluated({ app: base, record, onKnown }: EvaluatedProps) {
  const form = useRecordForm(base, record)
  const { app, outcome, isFaulty } = useFormLogic(base, record, form)
  const isKnown = !hasLogic(base) || outcome !== null || isFaulty
  const know = useEffectEvent(() => onKnown({ record, app, base, outcome }))
  useEffect(() => {
    if (isKnown) know()
  }, [isKnown])
  return null
}
