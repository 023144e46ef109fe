import type { OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { DraftConflictDialog } from '../../../ui/draft/DraftConflictDialog.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { ZoneSelect } from '../../../ui/ZoneSelect.tsx'
import { LayerFields } from './LayerFields.tsx'
import classes from './OnCall.module.css'
import { changedAt, formOf, keyOfName, movedUp, newLayer, type ScheduleForm } from './schedule-form.ts'
import { useCreateSchedule, useSaveSchedule } from './useSaveSchedule.ts'

interface ScheduleDialogProps {
  /** Absent for a new one. */
  schedule?: OnCallScheduleView | undefined
  onDone: (schedule: OnCallScheduleView) => void
  onClose: () => void
}

export function ScheduleDialog({ schedule, onDone, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('onCall')
  const { timeZone } = useTenantScope()
  // The page may load a newer one meanwhile: what the person began with is what conflicts are judged by.
  const [base] = useState(schedule)
  const [form, setForm] = useState<ScheduleForm>(() =>
    base === undefined
      ? { name: '', zone: timeZone, layers: [newLayer([], new Date().toISOString().slice(0, 10))] }
      : formOf(base),
  )
  const [key, setKey] = useState('')
  const creating = useCreateSchedule(onDone)
  const saving = useSaveSchedule({ onDone, onMerged: setForm }, base?.id)
  const error = base === undefined ? creating.error : saving.error
  const faults = faultsOf(error)
  const failure = error !== null && error !== undefined && faults.size === 0 ? describeError(error) : null
  const title = base === undefined ? t('form.add') : t('form.edit', { name: base.name })
  return (
    <Dialog onClose={onClose} title={title} size={680}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (base === undefined) creating.mutate({ key, form })
          else saving.save(form, base)
        }}
      >
        <ErrorSummary
          message={failure?.text}
          requestId={failure?.requestId}
          faults={[...faults].map(([place, text]) => ({ label: place, text }))}
        />
        <Identity
          form={form}
          faults={faults}
          keyOf={base === undefined ? { key, setKey } : null}
          onChange={(part) => setForm((before) => ({ ...before, ...part }))}
        />
        <Layers
          layers={form.layers}
          faults={faults}
          onChange={(layers) => setForm((before) => ({ ...before, layers }))}
        />
        <DialogActions
          onCancel={onClose}
          confirm={t(base === undefined ? 'form.create' : 'form.save')}
          loading={creating.isPending || saving.saving}
        />
      </form>
      <DraftConflictDialog
        saving={saving}
        labelOf={(part) => t(part === 'layers' ? 'form.layers' : part === 'zone' ? 'form.zone' : 'form.name')}
        show={showPart}
        onResolve={(choices) => {
          const chosen = saving.choose(choices)
          if (chosen === null) return
          setForm(chosen.form)
          saving.save(chosen.form, chosen.over)
        }}
      />
    </Dialog>
  )
}

function showPart(form: ScheduleForm, part: string) {
  return part === 'layers'
    ? form.layers.map(({ name }) => name).join(', ')
    : part === 'zone'
      ? form.zone
      : form.name
}

interface IdentityProps {
  form: ScheduleForm
  faults: ReadonlyMap<string, string>
  /** Only a new schedule’s key can be chosen; it follows the name until it is edited. */
  keyOf: { key: string; setKey: (key: string) => void } | null
  onChange: (part: Partial<ScheduleForm>) => void
}

function Identity({ form, faults, keyOf, onChange }: IdentityProps) {
  const { t } = useTranslation('onCall')
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={t('form.name')}
          value={form.name}
          maxLength={100}
          required
          data-autofocus
          error={faults.get('name')}
          onChange={({ currentTarget: { value } }) => {
            if (keyOf !== null && keyOf.key === keyOfName(form.name)) keyOf.setKey(keyOfName(value))
            onChange({ name: value })
          }}
        />
        <ZoneSelect
          label={t('form.zone')}
          value={form.zone}
          error={faults.get('zone')}
          onChange={(zone) => zone !== null && onChange({ zone })}
        />
      </div>
      {keyOf !== null && (
        <TextInput
          label={t('form.key')}
          description={t('form.keyText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={keyOf.key}
          maxLength={32}
          required
          spellCheck={false}
          error={faults.get('key')}
          onChange={(event) => keyOf.setKey(event.currentTarget.value)}
        />
      )}
    </>
  )
}

interface LayersProps {
  layers: ScheduleForm['layers']
  faults: ReadonlyMap<string, string>
  onChange: (layers: ScheduleForm['layers']) => void
}

function Layers({ layers, faults, onChange }: LayersProps) {
  const { t } = useTranslation('onCall')
  const today = new Date().toISOString().slice(0, 10)
  return (
    <div className={classes.form} role="group" aria-label={t('form.layers')}>
      <p className={classes.note}>{t('form.layersText')}</p>
      {layers.map((layer, at) => (
        <LayerFields
          key={layer.key}
          layer={layer}
          at={at}
          error={faults.get(`layers.${at}.people`)}
          onChange={(next) => onChange(changedAt(layers, at, next))}
          onUp={at === 0 ? undefined : () => onChange(movedUp(layers, at))}
          onRemove={layers.length === 1 ? undefined : () => onChange(changedAt(layers, at, null))}
        />
      ))}
      {layers.length < 10 && (
        <div>
          <Button
            size="compact-sm"
            leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
            onClick={() => onChange([...layers, newLayer(layers, today)])}
          >
            {t('form.addLayer')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Faults by their place in the form: `name`, `layers.0.people`. */
function faultsOf(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiError)) return new Map()
  return new Map(error.issues.map(({ path, message }) => [path.slice(1).join('.'), message]))
}
