import type { OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { instantOf, localTime } from '../../../ui/local-time.ts'
import { toast } from '../../../ui/toast.tsx'
import classes from './OnCall.module.css'
import { addAway, refreshOnCall } from './on-call.queries.ts'
import { faultsOf, InvalidDraft, PersonSelect, Span } from './OverrideDialog.tsx'

interface AwayDialogProps {
  schedule: OnCallScheduleView
  from: string
  to: string
  onClose: () => void
}

/** Notes when someone can’t be on call: others only for those who edit schedules. */
export function AwayDialog({ schedule, from, to, onClose }: AwayDialogProps) {
  const { t } = useTranslation('onCall')
  const { tenantId, userId } = useTenantScope()
  const client = useQueryClient()
  const { zone } = schedule
  const [draft, setDraft] = useState(() => ({
    userId: userId as string | null, // widened: the select can be empty
    from: localTime(from, zone),
    to: localTime(to, zone),
    reason: '',
  }))
  const change = (next: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...next }))
  const saving = useMutation({
    mutationFn: async () => {
      const span = { from: instantOf(draft.from, zone), to: instantOf(draft.to, zone) }
      if (span.from === null || span.to === null || span.from >= span.to)
        throw new InvalidDraft('to', t('override.times'))
      if (draft.userId === null) throw new InvalidDraft('userId', t('absence.person'))
      const reason = draft.reason.trim() === '' ? null : draft.reason
      return addAway(tenantId, { userId: draft.userId, from: span.from, to: span.to, reason })
    },
    onSuccess: async () => {
      onClose()
      toast({ kind: 'success', title: t('absence.saved') })
      await refreshOnCall(client, tenantId)
    },
  })
  const faults = faultsOf(saving.error)
  const failure = saving.isError && faults.size === 0 ? describeError(saving.error) : null
  return (
    <Dialog onClose={onClose} title={t('absence.title')} size={480}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) saving.mutate()
        }}
      >
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        {schedule.can.edit && (
          <PersonSelect
            label={t('absence.person')}
            value={draft.userId}
            error={faults.get('userId')}
            onChange={(person) => change({ userId: person })}
          />
        )}
        <Span draft={draft} zone={zone} faults={faults} onChange={change} />
        <TextInput
          label={t('override.reason')}
          value={draft.reason}
          maxLength={200}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <p className={classes.note}>{t('absence.text')}</p>
        <DialogActions onCancel={onClose} confirm={t('absence.save')} loading={saving.isPending} />
      </form>
    </Dialog>
  )
}
