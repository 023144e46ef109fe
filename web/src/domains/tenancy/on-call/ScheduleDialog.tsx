import type { OnCallSchedule, OnCallScheduleInput } from '@caseloom/contract/tenancy/on-call'
import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { useNow } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ZoneSelect } from '../../../ui/ZoneSelect.tsx'
import { dateAt } from './calendar.ts'
import { LayerEditor } from './LayerEditor.tsx'
import classes from './OnCall.module.css'
import { addSchedule, changeSchedule, refreshOnCall } from './on-call.queries.ts'
import {
  draftOf,
  type Faults,
  freshId,
  keyOfName,
  type LayerDraft,
  newLayer,
  readDraft,
  type ScheduleDraft,
  withPlace,
} from './schedule-form.ts'

interface ScheduleDialogProps {
  /** Absent for a new one. */
  schedule?: OnCallSchedule
  onDone: (schedule: OnCallSchedule) => void
  onClose: () => void
}

const MAX_LAYERS = 12

export function ScheduleDialog({ schedule, onDone, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('onCall')
  const { timeZone } = useTenantScope()
  const now = useNow()
  const [draft, setDraft] = useState(() => draftOf(schedule, { zone: timeZone, now, first: t('form.first') }))
  const [wasTried, setWasTried] = useState(false)
  const saving = useSave(schedule, onDone)
  const read = readDraft(draft, { noPeople: t('form.noPeople') })
  const faults = wasTried && read.input === null ? read.faults : serverFaults(saving.error)
  const change = (part: Partial<ScheduleDraft>) => setDraft((before) => ({ ...before, ...part }))
  const isConflict = hasCode(saving.error, 'resource.version_conflict')
  const failure = saving.isError && faults.size === 0 ? describeError(saving.error) : null
  return (
    <Dialog
      onClose={onClose}
      title={schedule === undefined ? t('form.add') : t('form.edit', { name: schedule.name })}
      size={720}
      closeOnClickOutside={false}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setWasTried(true)
          if (read.input !== null && !saving.isPending) saving.mutate(read.input)
        }}
      >
        <ErrorSummary
          message={isConflict ? t('form.changed') : failure?.text}
          requestId={failure?.requestId}
        />
        <Identity draft={draft} isNew={schedule === undefined} faults={faults} onChange={change} />
        <Layers draft={draft} faults={faults} onChange={(layers) => change({ layers })} />
        <DialogActions
          onCancel={onClose}
          confirm={t(schedule === undefined ? 'form.create' : 'form.save')}
          loading={saving.isPending}
        />
      </form>
    </Dialog>
  )
}

/** Creates a schedule, or changes the one that the form began with: the page may load a newer one meanwhile. */
function useSave(schedule: OnCallSchedule | undefined, onDone: (schedule: OnCallSchedule) => void) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [base] = useState(schedule)
  return useMutation({
    mutationFn: (input: OnCallScheduleInput) =>
      base === undefined ? addSchedule(tenantId, input) : changeSchedule(tenantId, base, input),
    onSuccess: (saved) => {
      refreshOnCall(client, tenantId)
      const title = t(base === undefined ? 'form.created' : 'form.saved', { name: saved.name })
      toast({ kind: 'success', title })
      onDone(saved)
    },
  })
}

/** One of a person is shown at the list of people. */
function serverFaults(error: unknown): Faults {
  if (!(error instanceof ApiError)) return new Map()
  return new Map(
    error.issues.map(({ path, message }) => [
      path
        .slice(1)
        .join('.')
        .replace(/\.people\.\d+$/, '.people'),
      message,
    ]),
  )
}

interface PartProps {
  draft: ScheduleDraft
  faults: Faults
}

function Identity({
  draft,
  isNew,
  faults,
  onChange,
}: PartProps & { isNew: boolean; onChange: (part: Partial<ScheduleDraft>) => void }) {
  const { t } = useTranslation('onCall')
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={t('form.name')}
          required
          data-autofocus
          maxLength={100}
          value={draft.name}
          error={faults.get('name')}
          onChange={({ currentTarget: { value } }) => {
            const follows = isNew && draft.key === keyOfName(draft.name)
            onChange({ name: value, ...(follows ? { key: keyOfName(value) } : {}) })
          }}
        />
        <ZoneSelect
          label={t('form.zone')}
          required
          value={draft.zone}
          error={faults.get('zone')}
          onChange={(zone) => zone !== null && onChange({ zone })}
        />
      </div>
      {isNew && (
        <TextInput
          label={t('form.key')}
          description={t('form.keyText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          spellCheck={false}
          maxLength={32}
          value={draft.key}
          error={faults.get('key')}
          onChange={(event) => onChange({ key: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function Layers({
  draft,
  faults,
  onChange,
}: PartProps & { onChange: (layers: readonly LayerDraft[]) => void }) {
  const { t } = useTranslation('onCall')
  const now = useNow()
  const { layers, zone } = draft
  const replace = (at: number, layer: LayerDraft) => onChange(layers.with(at, layer))
  return (
    <section className={classes.layers} aria-label={t('form.layers')}>
      <h3 className={classes.sideTitle}>{t('form.layers')}</h3>
      <p className={classes.quiet}>{t('form.layersText')}</p>
      {layers.map((layer, at) => (
        <LayerEditor
          key={layer.id}
          layer={layer}
          at={at}
          zone={zone}
          faults={faults}
          onChange={(next) => replace(at, next)}
          {...(at === 0 ? {} : { onEarlier: () => onChange(withPlace(layers, at, -1)) })}
          {...(at === layers.length - 1 ? {} : { onLater: () => onChange(withPlace(layers, at, 1)) })}
          {...(layers.length === 1 ? {} : { onRemove: () => onChange(layers.toSpliced(at, 1)) })}
        />
      ))}
      {layers.length < MAX_LAYERS && (
        <Button
          className={classes.start ?? ''}
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => {
            const name = t('form.layer', { n: layers.length + 1 })
            onChange([...layers, newLayer(freshId(layers), name, dateAt(now, zone))])
          }}
        >
          {t('form.addLayer')}
        </Button>
      )}
    </section>
  )
}
