import { type ClockHours, OBSERVABLE_KINDS } from '@caseloom/contract/values/case-fields'
import { MultiSelect, NumberInput, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../../ui/text/observable-kinds.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { ZoneSelect } from '../../../../ui/ZoneSelect.tsx'
import classes from './Settings.module.css'
import { ConditionField } from './ConditionField.tsx'
import type { FieldOf } from '../../draft/builder-types.ts'
import { Toggle } from './settings-parts.tsx'

export function ObservableSettings({ field, set, fault }: FieldOf<'observables'>) {
  const { t } = useTranslation('apps')
  const kindName = useKindName()
  return (
    <MultiSelect
      label={t('observables.kinds')}
      placeholder={field.kinds === undefined ? t('observables.all') : undefined}
      searchable
      clearable
      data={OBSERVABLE_KINDS.map((value) => ({ value, label: kindName(value) }))}
      value={field.kinds ?? []}
      error={fault('kinds')}
      onChange={(kinds) => set({ kinds: kinds.length === 0 ? undefined : kinds })}
    />
  )
}

const COMPUTED = ['formula', 'clock'] as const

export function ClockSettings({ field, edited, set, fault, faultIn }: FieldOf<'clock'>) {
  const { t } = useTranslation('apps')
  const { timeZone } = useTenantScope()
  const { hours } = field
  const minutes = field.target === undefined ? '' : Math.round(field.target / 60)
  return (
    <>
      <NumberInput
        label={t('clock.target')}
        description={t('clock.targetNote')}
        min={1}
        hideControls
        value={minutes}
        error={fault('target')}
        onChange={(next) => set({ target: typeof next === 'number' ? Math.round(next * 60) : undefined })}
      />
      <NumberInput
        label={t('clock.warnAt')}
        suffix=" %"
        min={1}
        max={99}
        hideControls
        value={field.warnAt}
        error={fault('warnAt')}
        onChange={(next) => typeof next === 'number' && set({ warnAt: next })}
      />
      {(['start', 'pause', 'stop'] as const).map((part) => (
        <ConditionField
          key={part}
          label={t(`clock.${part}`)}
          edited={edited}
          filter={field[part]}
          without={COMPUTED}
          rules={{ field: field.key, verb: `${part}_clock` }}
          error={faultIn(part)}
          onChange={(filter) => set({ [part]: filter ?? (part === 'pause' ? undefined : { any: [] }) })}
        />
      ))}
      <HoursToggle hours={hours} set={set} timeZone={timeZone} />
      {hours !== undefined && (
        <HoursSettings hours={hours} fault={fault} onChange={(next) => set({ hours: next })} />
      )}
    </>
  )
}

interface HoursSettingsProps {
  hours: ClockHours
  fault: (at: string) => string | undefined
  onChange: (hours: ClockHours) => void
}

const DAYS = ['1', '2', '3', '4', '5', '6', '7'] as const

function HoursSettings({ hours, fault, onChange }: HoursSettingsProps) {
  const { t } = useTranslation('apps')
  return (
    <>
      <MultiSelect
        label={t('clock.days')}
        data={DAYS.map((day) => ({ value: day, label: t(`clock.dayNames.${day}`) }))}
        value={hours.days.map(String)}
        error={fault('hours.days')}
        onChange={(days) => onChange({ ...hours, days: days.map(Number).sort((a, b) => a - b) })}
      />
      <div className={classes.pair}>
        <TextInput
          label={t('clock.from')}
          type="time"
          value={hours.from}
          error={fault('hours.from')}
          onChange={(event) => onChange({ ...hours, from: event.currentTarget.value })}
        />
        <TextInput
          label={t('clock.to')}
          type="time"
          value={hours.to}
          error={fault('hours.to')}
          onChange={(event) => onChange({ ...hours, to: event.currentTarget.value })}
        />
      </div>
      <ZoneSelect
        label={t('clock.zone')}
        value={hours.zone}
        error={fault('hours.zone')}
        onChange={(zone) => zone !== null && onChange({ ...hours, zone })}
      />
      <TagsInput
        label={t('clock.holidays')}
        description={t('clock.holidaysNote')}
        value={hours.holidays}
        error={fault('hours.holidays')}
        onChange={(holidays) => onChange({ ...hours, holidays })}
      />
    </>
  )
}

interface HoursToggleProps {
  hours: { zone: string; days: number[]; from: string; to: string; holidays: string[] } | undefined
  set: (over: Record<string, unknown>) => void
  timeZone: string
}

function HoursToggle({ hours, set, timeZone }: HoursToggleProps) {
  const { t } = useTranslation('apps')
  return (
    <Toggle
      label={t('clock.hours')}
      note={t('clock.hoursNote')}
      value={hours !== undefined}
      onChange={(on) =>
        set({
          hours: on
            ? { zone: timeZone, days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', holidays: [] }
            : undefined,
        })
      }
    />
  )
}
