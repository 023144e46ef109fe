import { type FilterOperator, PERIODS } from '@caseloom/contract/values/filter'
import { NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SPANS, spanWords } from './filter-choices.ts'
import classes from '../values/Fields.module.css'

interface SpanInputProps {
  operator: FilterOperator
  value: string
  onChange: (value: string) => void
}

const UNITS = ['m', 'h', 'd', 'w'] as const
const UNIT_NAMES = { m: 'minutes', h: 'hours', d: 'days', w: 'weeks' } as const
const CUSTOM = 'custom'

export function SpanInput({ operator, value, onChange }: SpanInputProps) {
  const { t } = useTranslation('fields')
  const isUsual = value === '' || [...SPANS, ...PERIODS].some((one) => one === value)
  const [custom, setCustom] = useState(!isUsual)
  const spans = SPANS.map((span) => {
    const words = spanWords(span, t) ?? span
    return { value: span, label: operator === 'within' ? t('lastSpan', { span: words }) : words }
  })
  const periods = PERIODS.map((period) => ({ value: period, label: t(`periods.${period}`) }))
  const data =
    operator === 'within'
      ? [
          { group: t('filter.spans'), items: spans },
          { group: t('filter.periods'), items: periods },
          { value: CUSTOM, label: t('filter.custom') },
        ]
      : [...spans, { value: CUSTOM, label: t('filter.custom') }]
  return (
    <div className={classes.span}>
      <Select
        label={t('filter.value')}
        data={data}
        value={custom ? CUSTOM : value === '' ? null : value}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => {
          setCustom(next === CUSTOM)
          onChange(next === CUSTOM ? '3d' : (next ?? ''))
        }}
      />
      {custom && <OwnSpan value={value} onChange={onChange} />}
    </div>
  )
}

function OwnSpan({ value, onChange }: Pick<SpanInputProps, 'value' | 'onChange'>) {
  const { t } = useTranslation('fields')
  const [, amount = '', unit = 'd'] = /^(\d*)([mhdw])$/.exec(value) ?? []
  return (
    <div className={classes.pair}>
      <NumberInput
        label={t('filter.amount')}
        value={amount === '' ? '' : Number(amount)}
        min={1}
        max={999_999}
        allowDecimal={false}
        onChange={(next) => onChange(next === '' ? '' : `${next}${unit}`)}
      />
      <Select
        label={t('filter.unit')}
        data={UNITS.map((one) => ({ value: one, label: t(`filter.${UNIT_NAMES[one]}`) }))}
        value={unit}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => onChange(`${amount === '' ? '1' : amount}${next ?? 'd'}`)}
      />
    </div>
  )
}
