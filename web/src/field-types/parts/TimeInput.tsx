import {
  formatRelativeTime,
  parseRelativeTime,
  RELATIVE_BASES,
  RELATIVE_UNITS,
  type RelativeBase,
  type RelativeTime,
} from '@caseloom/contract/values/relative-time'
import { NumberInput, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../values/Fields.module.css'

interface TimeInputProps {
  type: 'date' | 'datetime'
  label: string
  whenLabel: string
  value: string
  onChange: (value: string) => void
}

const FIXED = 'fixed'
const INPUTS = { date: 'date', datetime: 'datetime-local' } as const

/** A fixed date or time, or a relative one: now or the start of a period, and an offset. */
export function TimeInput({ type, label, whenLabel, value, onChange }: TimeInputProps) {
  const { t } = useTranslation('fields')
  const moving = parseRelativeTime(value)
  const choose = (next: string | null) => {
    const base = RELATIVE_BASES.find((one) => one === next)
    onChange(base === undefined ? '' : formatRelativeTime(rebased(moving, base)))
  }
  return (
    <div className={classes.span}>
      <Select
        label={whenLabel}
        data={[
          { value: FIXED, label: t(`moving.${FIXED}.${type}`) },
          ...RELATIVE_BASES.map((base) => ({ value: base as string, label: t(`moving.bases.${base}`) })),
        ]}
        value={moving?.base ?? FIXED}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={choose}
      />
      {moving === null ? (
        <TextInput
          label={label}
          type={INPUTS[type]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <Distance moving={moving} onChange={(next) => onChange(formatRelativeTime(next))} />
      )}
    </div>
  )
}

/** The same offset from another base; days have no hours. */
function rebased(moving: RelativeTime | null, base: RelativeBase): RelativeTime {
  const isPossible = moving !== null && (base === 'now' || (moving.unit !== 'm' && moving.unit !== 'h'))
  return isPossible ? { ...moving, base } : { base, amount: 0, unit: base === 'now' ? 'h' : 'd' }
}

interface DistanceProps {
  moving: RelativeTime
  onChange: (moving: RelativeTime) => void
}

function Distance({ moving, onChange }: DistanceProps) {
  const { t } = useTranslation('fields')
  const { base, amount, unit } = moving
  const units = base === 'now' ? RELATIVE_UNITS : RELATIVE_UNITS.filter((one) => one !== 'm' && one !== 'h')
  const change = (next: RelativeTime) => {
    // More than ten years away isn't a valid offset.
    if (parseRelativeTime(formatRelativeTime(next)) !== null) onChange(next)
  }
  const sign = amount < 0 ? -1 : 1
  return (
    <>
      <Select
        label={t('moving.direction')}
        data={(['at', 'before', 'after'] as const).map((one) => ({
          value: one,
          label: t(`moving.directions.${one}`),
        }))}
        value={amount === 0 ? 'at' : amount < 0 ? 'before' : 'after'}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => {
          const size = Math.abs(amount) || 1
          change({ ...moving, amount: next === 'at' ? 0 : next === 'before' ? -size : size })
        }}
      />
      {amount !== 0 && (
        <AmountFields amount={amount} change={change} moving={moving} sign={sign} units={units} unit={unit} />
      )}
    </>
  )
}

interface AmountFieldsProps {
  amount: number
  change: (next: RelativeTime) => void
  moving: RelativeTime
  sign: -1 | 1
  units: ('d' | 'mo' | 'w')[] | readonly ['m', 'h', 'd', 'w', 'mo']
  unit: 'd' | 'h' | 'm' | 'mo' | 'w'
}

function AmountFields({ amount, change, moving, sign, units, unit }: AmountFieldsProps) {
  const { t } = useTranslation('fields')
  return (
    <div className={classes.pair}>
      <NumberInput
        label={t('filter.amount')}
        value={Math.abs(amount)}
        min={1}
        max={999_999}
        allowDecimal={false}
        allowNegative={false}
        onChange={(next) => typeof next === 'number' && change({ ...moving, amount: sign * next })}
      />
      <Select
        label={t('filter.unit')}
        data={units.map((one) => ({ value: one, label: t(`moving.units.${one}`) }))}
        value={unit}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => {
          const found = RELATIVE_UNITS.find((one) => one === next)
          if (found !== undefined) change({ ...moving, unit: found })
        }}
      />
    </div>
  )
}
