import type { OnCallSchedule } from '@caseloom/contract/tenancy/on-call'
import { Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { instantOf, localTime } from '../../../ui/local-time.ts'
import { toast } from '../../../ui/toast.tsx'
import { stretchText } from './calendar.ts'
import classes from './OnCall.module.css'
import { addOverride, refreshOnCall } from './on-call.queries.ts'

interface OverrideDialogProps {
  schedule: OnCallSchedule
  /** What is known already. */
  start: { from: string | null; to: string | null; userId: string | null }
  onClose: () => void
}

interface Draft {
  userId: string | null
  from: string
  to: string
  note: string
}

const HOUR = 3_600_000
type Faults = Partial<Record<keyof Draft, string>>

export function OverrideDialog({ schedule, start, onClose }: OverrideDialogProps) {
  const { t } = useTranslation('onCall')
  const { zone } = schedule
  const [draft, setDraft] = useState(() => draftOf(start, zone))
  const [wasTried, setWasTried] = useState(false)
  const saving = useAdd(schedule, onClose)
  const read = readDraft(draft, zone)
  const own: Faults = wasTried
    ? Object.fromEntries(read.faults.map(([place, fault]) => [place, t(`add.${fault}`)]))
    : {}
  const issues = saving.error instanceof ApiError ? saving.error.issues : []
  const failure = saving.isError && issues.length === 0 ? describeError(saving.error) : null
  return (
    <Dialog onClose={onClose} title={t('add.title')} size={460}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setWasTried(true)
          if (read.body !== null && !saving.isPending) saving.mutate(read.body)
        }}
      >
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <Fields
          draft={draft}
          zone={zone}
          faultOf={(place) => own[place] ?? issues.find(({ path }) => path.at(-1) === place)?.message}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
        <DialogActions onCancel={onClose} confirm={t('add.save')} loading={saving.isPending} />
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  draft: Draft
  zone: string
  faultOf: (place: keyof Draft) => string | undefined
  onChange: (part: Partial<Draft>) => void
}

function Fields({ draft, zone, faultOf, onChange }: FieldsProps) {
  const { t } = useTranslation('onCall')
  return (
    <>
      <PersonSelect
        value={draft.userId}
        error={faultOf('userId')}
        onChange={(userId) => onChange({ userId })}
      />
      <div className={classes.pair}>
        {(['from', 'to'] as const).map((place) => (
          <TextInput
            key={place}
            label={t(`add.${place}`)}
            type="datetime-local"
            required
            value={draft[place]}
            error={faultOf(place)}
            onChange={(event) => onChange({ [place]: event.currentTarget.value })}
          />
        ))}
      </div>
      <p className={classes.quiet}>{t('add.zone', { zone })}</p>
      <TextInput
        label={t('add.note')}
        value={draft.note}
        maxLength={500}
        error={faultOf('note')}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </>
  )
}

function useAdd(schedule: OnCallSchedule, onClose: () => void) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof addOverride>[1]) =>
      addOverride({ tenantId, scheduleId: schedule.id }, body),
    onSuccess: (made) => {
      refreshOnCall(client, tenantId)
      const when = stretchText(made, schedule.zone, { to: t('to') })
      toast({ kind: 'success', title: t('add.done', { name: made.person.name, when }) })
      onClose()
    },
  })
}

interface PersonSelectProps {
  value: string | null
  error: string | undefined
  onChange: (userId: string | null) => void
}

function PersonSelect({ value, error, onChange }: PersonSelectProps) {
  const { t } = useTranslation('onCall')
  const { all } = usePeople()
  return (
    <Select
      label={t('add.person')}
      required
      searchable
      data-autofocus
      data={all.filter(({ active }) => active).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}

/** From the next full hour, for eight hours, unless a stretch is given. */
function draftOf({ from, to, userId }: OverrideDialogProps['start'], zone: string): Draft {
  const hour = Math.ceil(Date.now() / HOUR) * HOUR
  const local = (instant: string | null, otherwise: number) =>
    localTime(instant ?? new Date(otherwise).toISOString(), zone)
  return { userId, from: local(from, hour), to: local(to, hour + 8 * HOUR), note: '' }
}

type Fault = 'missing' | 'invalid' | 'order'

function readDraft(
  { userId, from, to, note }: Draft,
  zone: string,
): { body: Parameters<typeof addOverride>[1] | null; faults: [keyof Draft, Fault][] } {
  const [begin, end] = [instantOf(from, zone), instantOf(to, zone)]
  const faults: [keyof Draft, Fault][] = [
    ...(userId === null ? [['userId', 'missing'] as [keyof Draft, Fault]] : []),
    ...(begin === null ? [['from', 'invalid'] as [keyof Draft, Fault]] : []),
    ...(end === null ? [['to', 'invalid'] as [keyof Draft, Fault]] : []),
    ...(begin !== null && end !== null && begin >= end ? [['to', 'order'] as [keyof Draft, Fault]] : []),
  ]
  if (userId === null || begin === null || end === null || faults.length > 0) return { body: null, faults }
  return { body: { userId, from: begin, to: end, note: note.trim() === '' ? null : note }, faults: [] }
}
