import type { OnCallSchedule } from '@caseloom/contract/tenancy/on-call'
import { Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { nameOf } from './names.ts'
import { stretchText } from './calendar.ts'
import classes from './OnCall.module.css'
import { refreshOnCall, swapTurns } from './on-call.queries.ts'
import type { Span } from './types.ts'

interface SwapDialogProps {
  schedule: OnCallSchedule
  first: Span
  /** The result of the period: what can be chosen from. */
  spans: readonly Span[]
  onClose: () => void
}

/** Two people take each other's turns. */
export function SwapDialog({ schedule, first, spans, onClose }: SwapDialogProps) {
  const { t } = useTranslation('onCall')
  const [chosen, setChosen] = useState<string | null>(null)
  const [wasTried, setWasTried] = useState(false)
  const others = spans.filter(({ person }) => person !== null && person.id !== first.person?.id)
  const label = (span: Span) =>
    t('block', {
      name: nameOf(span.person, t) ?? '',
      when: stretchText(span, schedule.zone, { to: t('to') }),
    })
  const saving = useSwap(schedule.id, first, onClose)
  const failure = saving.isError ? describeError(saving.error) : null
  const second = others.find(({ from }) => from === chosen)
  return (
    <Dialog onClose={onClose} title={t('swapping.title')} size={460}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setWasTried(true)
          if (second !== undefined && !saving.isPending) saving.mutate(second)
        }}
      >
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <p>
          {t('swapping.first')}: {label(first)}
        </p>
        <Select
          label={t('swapping.second')}
          required
          searchable
          data-autofocus
          data={others.map((span) => ({ value: span.from, label: label(span) }))}
          value={chosen}
          nothingFoundMessage={t('swapping.none')}
          description={others.length === 0 ? t('swapping.none') : undefined}
          error={wasTried && second === undefined ? t('swapping.missing') : undefined}
          onChange={setChosen}
        />
        <DialogActions
          onCancel={onClose}
          confirm={t('swapping.save')}
          loading={saving.isPending}
          disabled={others.length === 0}
        />
      </form>
    </Dialog>
  )
}

function useSwap(scheduleId: string, first: Span, onClose: () => void) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ from, to }: Span) => {
      const body = { first: { from: first.from, to: first.to }, second: { from, to } }
      return swapTurns({ tenantId, scheduleId }, body)
    },
    onSuccess: () => {
      refreshOnCall(client, tenantId)
      toast({ kind: 'success', title: t('swapping.done') })
      onClose()
    },
  })
}
