import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { toast } from '../../../ui/toast.tsx'
import { hasLogic } from '../logic/logic-settings.ts'
import { useFormLogic } from '../logic/useFormLogic.ts'
import { Conflicts } from '../model/Conflicts.tsx'
import { recordQuery } from '../model/records.queries.ts'
import { useRecordForm } from '../model/useRecordForm.ts'
import { CloseDialog } from './CloseDialog.tsx'
import { closesWith } from './quick-fields.ts'
import { RowPick } from './RowPick.tsx'
import { type RowAnswer, rowAnswer } from './row-answer.ts'
import type { ClosingState } from './useCloseForm.ts'
import { useQuickSet } from './useQuickSet.ts'
import type { AskedRow } from './useRowQuick.ts'

interface RowQuickProps {
  app: AppView
  asked: AskedRow | null
  /** The key has its answer. */
  onEnd: () => void
}

interface ClosingRow extends AskedRow {
  to: ClosingState
}

/** Sets a value of one row of a list, or closes its record, without opening it. It outlasts the menu: saving takes longer. */
export function RowQuick({ app, asked, onEnd }: RowQuickProps) {
  const people = usePeople()
  const [closing, setClosing] = useState<ClosingRow | null>(null)
  const quick = useQuickSet(app, {
    namesRecord: true,
    onRefused: (title, text) => toast({ kind: 'error', title, text }),
  })
  const leave = (row: AskedRow, end: () => void) => {
    end()
    row.place.focus()
  }
  return (
    <>
      {asked !== null && (
        <Asked
          key={`${asked.kind} ${asked.id}`}
          app={app}
          asked={asked}
          onPick={quick.pick}
          onClosing={(to) => setClosing({ ...asked, to })}
          onEnd={() => leave(asked, onEnd)}
        />
      )}
      {closing !== null && (
        <CloseDialog
          app={app}
          recordId={closing.id}
          to={closing.to}
          then={undefined}
          onClose={() => leave(closing, () => setClosing(null))}
          onClosed={closing.place.goNext}
        />
      )}
      <Conflicts app={app} saving={quick} people={people} />
    </>
  )
}

interface AskedProps {
  app: AppView
  asked: AskedRow
  onPick: ReturnType<typeof useQuickSet>['pick']
  onClosing: (to: ClosingState) => void
  onEnd: () => void
}

/** The row has the values of its columns only: the record is read first. */
function Asked(props: AskedProps) {
  const { app, asked, onEnd } = props
  const { tenantId } = useTenantScope()
  const query = useQuery({ ...recordQuery(tenantId, app.id, asked.id), refetchOnMount: 'always' })
  const { data, error } = query
  const fail = useEffectEvent((failure: Error) => {
    toast({ kind: 'error', title: describeError(failure).text })
    onEnd()
  })
  useEffect(() => {
    if (error !== null) fail(error)
  }, [error])
  if (data === undefined || error !== null || !query.isFetchedAfterMount) return null
  return <Answer {...props} record={data} />
}

function Answer({ app, asked, record, onPick, onClosing, onEnd }: AskedProps & { record: RecordView }) {
  const { t } = useTranslation('quick')
  const form = useRecordForm(app, record)
  const logic = useFormLogic(app, record, form)
  // What was asked for stays while the record changes.
  const [answer, setAnswer] = useState<RowAnswer | null>(null)
  if (answer === null && (!hasLogic(app) || logic.outcome !== null || logic.isFaulty))
    setAnswer(rowAnswer({ app: logic.app, base: app, record, outcome: logic.outcome }, asked.kind))
  const end = useEffectEvent((given: RowAnswer) => {
    if (given.leads === 'close') onClosing(given.to)
    if (given.leads === 'nowhere')
      toast({
        kind: 'info',
        title: t(`fixed.${given.why}`, { field: given.label, id: record.trackingId }),
      })
    onEnd()
  })
  useEffect(() => {
    if (answer !== null && answer.leads !== 'menu') end(answer)
  }, [answer])
  if (answer?.leads !== 'menu') return null
  const { field } = answer
  const pick = (picked: string) => {
    if (closesWith(field, record.fields[field.key], picked)) onClosing({ field: field.key, value: picked })
    else onPick(record, field, picked)
  }
  return <RowPick app={app} record={record} field={field} asked={asked} onPick={pick} onClose={onEnd} />
}
