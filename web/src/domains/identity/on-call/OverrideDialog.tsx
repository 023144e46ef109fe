import type { OnCallRange, OnCallScheduleView } from '@caseloom/contract/identity/on-call'
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
import classes from './OnCall.module.css'
import { addOverride, refreshOnCall } from './on-call.queries.ts'
import { namedLanes, useOnCallWords } from './useOnCall.ts'

/** The part of a schedule that someone else gets. */
export interface OverridePart {
  layer: string
  shift: string | null
  from: string
  to: string
  /** Who has it now; null when no part was chosen. */
  userId: string | null
}

interface OverrideDialogProps {
  schedule: OnCallScheduleView
  part: OverridePart
  /** What can be given in return. */
  blocks: OnCallRange['blocks']
  onClose: () => void
}

interface Draft {
  lane: string
  userId: string | null
  from: string
  to: string
  reason: string
  swap: string | null
}

/** Gives part of a layer or shift to someone, as a cover or in return for another part. */
export function OverrideDialog({ schedule, part, blocks, onClose }: OverrideDialogProps) {
  const { t } = useTranslation('onCall')
  const { zone } = schedule
  const lanes = namedLanes(schedule)
  const [draft, setDraft] = useState<Draft>(() => ({
    lane: part.shift === null ? part.layer : `${part.layer}/${part.shift}`,
    userId: null,
    from: localTime(part.from, zone),
    to: localTime(part.to, zone),
    reason: '',
    swap: null,
  }))
  const change = (next: Partial<Draft>) => setDraft((before) => ({ ...before, ...next }))
  const swaps = useSwaps(schedule, { blocks, part, taker: draft.userId })
  const saving = useSaveOverride(schedule, { part, swaps: swaps.blocks, onClose })
  const faults = faultsOf(saving.error)
  const failure = saving.isError && faults.size === 0 ? describeError(saving.error) : null
  return (
    <Dialog onClose={onClose} title={t('override.title')} size={520}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) saving.mutate(draft)
        }}
      >
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} faults={listOf(faults, t)} />
        <Select
          label={t('override.lane')}
          data={lanes.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.lane}
          allowDeselect={false}
          onChange={(lane) => lane !== null && change({ lane, swap: null })}
        />
        <PersonSelect
          label={t('override.person')}
          value={draft.userId}
          error={faults.get('userId')}
          onChange={(userId) => change({ userId, swap: null })}
        />
        <Span draft={draft} zone={zone} faults={faults} onChange={change} />
        {swaps.options.length > 0 && (
          <Select
            label={t('override.swap')}
            placeholder={t('override.swapNone')}
            data={swaps.options}
            value={draft.swap}
            clearable
            onChange={(swap) => change({ swap })}
          />
        )}
        <TextInput
          label={t('override.reason')}
          value={draft.reason}
          maxLength={500}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <DialogActions onCancel={onClose} confirm={t('override.save')} loading={saving.isPending} />
      </form>
    </Dialog>
  )
}

interface PersonSelectProps {
  label: string
  value: string | null
  error: string | undefined
  onChange: (userId: string | null) => void
}

/** The active people of the tenant. */
export function PersonSelect({ label, value, error, onChange }: PersonSelectProps) {
  const { all } = usePeople()
  const data = all.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      label={label}
      data={data}
      value={value}
      searchable
      required
      data-autofocus
      error={error}
      onChange={onChange}
    />
  )
}

interface SpanProps {
  draft: { from: string; to: string }
  zone: string
  faults: ReadonlyMap<string, string>
  onChange: (part: { from?: string; to?: string }) => void
}

/** From and to, by the clocks of the schedule. */
export function Span({ draft, zone, faults, onChange }: SpanProps) {
  const { t } = useTranslation('onCall')
  return (
    <div className={classes.form}>
      <div className={classes.pair}>
        {(['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="datetime-local"
            label={t(`override.${name}`)}
            value={draft[name]}
            required
            error={faults.get(name)}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      <p className={classes.note}>{t('override.zone', { zone })}</p>
    </div>
  )
}

interface SwapsOf {
  blocks: OnCallRange['blocks']
  part: OverridePart
  taker: string | null
}

/** The coming shifts of the person who takes the part; no one gives a shift back to themselves. */
function useSwaps(schedule: OnCallScheduleView, { blocks, part, taker }: SwapsOf) {
  const words = useOnCallWords(schedule)
  const own = part.userId === null || taker === null || part.userId === taker ? null : taker
  const given = blocks.filter(
    ({ userId, gap, from, to }) =>
      userId === own && gap === null && from !== part.from && Date.parse(to) > Date.now(),
  )
  return {
    blocks: given,
    options: given.map((block, at) => ({
      value: String(at),
      label: `${words.lane(block.layer, block.shift)}, ${words.span(block)}`,
    })),
  }
}

interface Saving {
  part: OverridePart
  swaps: OnCallRange['blocks']
  onClose: () => void
}

function useSaveOverride(schedule: OnCallScheduleView, { part, swaps, onClose }: Saving) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const from = instantOf(draft.from, schedule.zone, part.from)
      const to = instantOf(draft.to, schedule.zone, part.to)
      if (from === null || to === null || from >= to) throw new InvalidDraft('to', t('override.times'))
      if (draft.userId === null) throw new InvalidDraft('userId', t('override.person'))
      const [layer = '', shift = null] = draft.lane.split('/')
      const back = draft.swap === null ? undefined : swaps[Number(draft.swap)]
      return addOverride(tenantId, schedule.id, {
        layer,
        shift,
        from,
        to,
        userId: draft.userId,
        reason: draft.reason.trim() === '' ? null : draft.reason,
        ...(back === undefined || part.userId === null ? {} : { swap: swapOf(back, part.userId) }),
      })
    },
    onSuccess: async () => {
      onClose()
      toast({ kind: 'success', title: t('override.saved') })
      await refreshOnCall(client, tenantId)
    },
  })
}

function swapOf({ layer, shift, from, to }: OnCallRange['blocks'][number], userId: string) {
  return { layer, shift, from, to, userId }
}

/** A draft that the server needn’t see. */
export class InvalidDraft extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** Faults by the name of their input; those of a swap belong to what is given in return. */
export function faultsOf(error: unknown): ReadonlyMap<string, string> {
  if (error instanceof InvalidDraft) return new Map([[error.field, error.message]])
  if (!(error instanceof ApiError)) return new Map()
  return new Map(error.issues.map(({ path, message }) => [String(path[1] ?? ''), message]))
}

const LABELS = { from: 'override.from', to: 'override.to', userId: 'override.person', swap: 'override.swap' }

function listOf(faults: ReadonlyMap<string, string>, t: (key: string) => string) {
  const labels: Readonly<Record<string, string>> = LABELS
  return [...faults].map(([name, text]) => ({ label: t(labels[name] ?? 'override.lane'), text }))
}
