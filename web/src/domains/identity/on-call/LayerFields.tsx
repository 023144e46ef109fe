import { ActionIcon, Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import classes from './OnCall.module.css'
import { ALL_DAYS, changedAt, newShift, type ScheduleForm } from './schedule-form.ts'

type Layer = ScheduleForm['layers'][number]

interface LayerFieldsProps {
  layer: Layer
  at: number
  error: string | undefined
  onChange: (layer: Layer) => void
  /** Absent for the first. */
  onUp?: (() => void) | undefined
  /** Absent for the only one. */
  onRemove?: (() => void) | undefined
}

/** One layer of a schedule: its people, their turns, and its shifts. */
export function LayerFields({ layer, at, error, onChange, onUp, onRemove }: LayerFieldsProps) {
  const { t } = useTranslation('onCall')
  const number = at + 1
  const { all } = usePeople()
  const people = all
    .filter(({ id, active }) => active || layer.people.includes(id))
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <fieldset className={classes.layer}>
      <legend>{t('form.layer', { number })}</legend>
      <TextInput
        label={t('form.layerName', { number })}
        value={layer.name}
        maxLength={100}
        required
        onChange={(event) => onChange({ ...layer, name: event.currentTarget.value })}
      />
      <MultiSelect
        label={t('form.people', { number })}
        description={t('form.peopleText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={people}
        value={layer.people}
        searchable
        required
        maxValues={50}
        error={error}
        onChange={(chosen) => onChange({ ...layer, people: chosen })}
      />
      <Turns layer={layer} number={number} onChange={onChange} />
      <Shifts layer={layer} number={number} onChange={onChange} />
      <div className={classes.layerEnd}>
        {onUp !== undefined && (
          <Button
            size="compact-sm"
            leftSection={<IconArrowUp size={14} stroke={1.8} aria-hidden />}
            onClick={onUp}
          >
            {t('form.upLayer', { number })}
          </Button>
        )}
        {onRemove !== undefined && (
          <Button size="compact-sm" onClick={onRemove}>
            {t('form.removeLayer', { number })}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface PartProps {
  layer: Layer
  number: number
  onChange: (layer: Layer) => void
}

function Turns({ layer, number, onChange }: PartProps) {
  const { t } = useTranslation('onCall')
  const { rotation } = layer
  const today = new Date().toISOString().slice(0, 10)
  const every = (value: string | null) => {
    if (value !== 'day' && value !== 'week') return onChange({ ...layer, rotation: null })
    const before = rotation ?? { length: 1, day: 1, time: '08:00', start: today }
    onChange({ ...layer, rotation: { ...before, every: value } })
  }
  const change = (part: Partial<NonNullable<Layer['rotation']>>) =>
    rotation !== null && onChange({ ...layer, rotation: { ...rotation, ...part } })
  return (
    <div className={classes.turns}>
      <Select
        label={t('form.rotation', { number })}
        data={[
          { value: 'never', label: t('form.never') },
          { value: 'day', label: t('form.daily') },
          { value: 'week', label: t('form.weekly') },
        ]}
        value={rotation?.every ?? 'never'}
        allowDeselect={false}
        onChange={every}
      />
      {rotation?.every === 'week' && (
        <Select
          label={t('form.weekday', { number })}
          data={ALL_DAYS.map((day) => ({ value: String(day), label: t(`days.${day}`) }))}
          value={String(rotation.day)}
          allowDeselect={false}
          onChange={(day) => day !== null && change({ day: Number(day) })}
        />
      )}
      {rotation !== null && (
        <>
          <TextInput
            type="time"
            label={t('form.time', { number })}
            value={rotation.time}
            onChange={(event) => change({ time: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t('form.start', { number })}
            value={rotation.start}
            onChange={(event) => change({ start: event.currentTarget.value })}
          />
        </>
      )}
    </div>
  )
}

function Shifts({ layer, number, onChange }: PartProps) {
  const { t } = useTranslation('onCall')
  const { shifts } = layer
  return (
    <div className={classes.form} role="group" aria-label={t('form.shifts', { number })}>
      {shifts.map((shift, at) => (
        <ShiftFields
          key={shift.key}
          shift={shift}
          number={at + 1}
          onChange={(next) => onChange({ ...layer, shifts: changedAt(shifts, at, next) })}
        />
      ))}
      {shifts.length === 0 && <p className={classes.note}>{t('form.shiftsText')}</p>}
      {shifts.length < 8 && (
        <div>
          <Button
            size="compact-sm"
            leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
            onClick={() => onChange({ ...layer, shifts: [...shifts, newShift(layer)] })}
          >
            {t('form.addShift')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface ShiftFieldsProps {
  shift: Layer['shifts'][number]
  number: number
  /** Null removes it. */
  onChange: (shift: Layer['shifts'][number] | null) => void
}

function ShiftFields({ shift, number, onChange }: ShiftFieldsProps) {
  const { t } = useTranslation('onCall')
  return (
    <div className={classes.shift}>
      <TextInput
        aria-label={t('form.shiftName', { number })}
        placeholder={t('form.shiftName', { number })}
        value={shift.name}
        maxLength={100}
        onChange={(event) => onChange({ ...shift, name: event.currentTarget.value })}
      />
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="time"
          aria-label={t(end === 'from' ? 'form.shiftFrom' : 'form.shiftTo', { number })}
          value={shift[end]}
          onChange={(event) => onChange({ ...shift, [end]: event.currentTarget.value })}
        />
      ))}
      <MultiSelect
        aria-label={t('form.shiftDays', { number })}
        data={ALL_DAYS.map((day) => ({ value: String(day), label: t(`days.${day}`).slice(0, 2) }))}
        value={shift.days.map(String)}
        onChange={(days) => onChange({ ...shift, days: days.map(Number).sort() })}
      />
      <ActionIcon
        variant="subtle"
        size={28}
        aria-label={t('form.removeShift', { number })}
        title={t('form.removeShift', { number })}
        onClick={() => onChange(null)}
      >
        <IconX size={14} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  )
}
