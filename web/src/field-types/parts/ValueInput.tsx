import type { FilterOperator } from '@caseloom/contract/values/filter'
import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../values/Fields.module.css'
import type { Choice, Say } from '../field-type.ts'
import { webType } from '../registry.ts'
import { choosesSeveral, type FilterSubject, isRelative } from './filter-choices.ts'
import { SpanInput } from './SpanInput.tsx'
import { TimeInput } from './TimeInput.tsx'
import { TechniqueInput, useTechniqueMenu } from './TechniqueInput.tsx'

type Named = readonly { id: string; name: string }[]

export interface ValueInputProps {
  subject: FilterSubject
  operator: FilterOperator
  people: Named
  groups: Named
  value: string | string[]
  onChange: (value: string | string[]) => void
}

/** Menus open beside the form: below, they would cover its apply button. */
const BESIDE = {
  withinPortal: false,
  position: 'right-start',
  middlewares: { flip: true, shift: true },
} as const

/** A menu of thousands is searched, not scrolled. */
const MAX_LISTED = 200

export function ValueInput(props: ValueInputProps) {
  const { subject, operator, value, onChange } = props
  const { t } = useTranslation('fields')
  const techniques = useTechniqueMenu(subject)
  const label = t('filter.value')
  if (isRelative(operator))
    return <SpanInput operator={operator} value={Array.isArray(value) ? '' : value} onChange={onChange} />
  if (operator === 'between') return <PairInput {...props} />
  const data = choicesOf(props, t)
  if (techniques !== null)
    return (
      <TechniqueInput
        several={choosesSeveral(subject, operator)}
        label={label}
        menu={techniques}
        {...props}
      />
    )
  if (choosesSeveral(subject, operator)) {
    const values = Array.isArray(value) ? value : []
    return data === null ? (
      <TagsInput label={label} value={values} onChange={onChange} placeholder={t('filter.listHint')} />
    ) : (
      <SeveralChoices label={label} data={data} values={values} onChange={onChange} />
    )
  }
  const text = Array.isArray(value) ? (value[0] ?? '') : value
  if (data !== null)
    return (
      <Select
        label={label}
        data={data}
        value={text === '' ? null : text}
        onChange={(next) => onChange(next ?? '')}
        searchable
        limit={MAX_LISTED}
        comboboxProps={BESIDE}
        selectFirstOptionOnChange
      />
    )
  return <OneInput subject={subject} label={label} value={text} onChange={onChange} />
}

function PairInput({ subject, value, onChange }: ValueInputProps) {
  const { t } = useTranslation('fields')
  const [from = '', to = ''] = Array.isArray(value) ? value : []
  return (
    <div className={classes.pair}>
      <OneInput
        subject={subject}
        label={t('filter.from')}
        whenLabel={t('filter.fromWhen')}
        value={from}
        onChange={(next) => onChange([next, to])}
      />
      <OneInput
        subject={subject}
        label={t('filter.to')}
        whenLabel={t('filter.toWhen')}
        value={to}
        onChange={(next) => onChange([from, next])}
      />
    </div>
  )
}

interface PlainInputProps {
  subject: FilterSubject
  label: string
  whenLabel?: string
  value: string
  onChange: (value: string) => void
}

function OneInput({ whenLabel, ...props }: PlainInputProps) {
  const { t } = useTranslation('fields')
  const { subject, label, value, onChange } = props
  const { time } = webType(subject).filter
  if (time === undefined) return <PlainInput {...props} />
  return (
    <TimeInput
      type={time}
      label={label}
      whenLabel={whenLabel ?? t('filter.when')}
      value={value}
      onChange={onChange}
    />
  )
}

function PlainInput({ subject, label, value, onChange }: PlainInputProps) {
  const { t } = useTranslation('fields')
  const { input } = webType(subject).filter
  return (
    <TextInput
      label={label}
      type="text"
      inputMode="text"
      {...input?.(subject.field, t)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Null where a value is typed. */
function choicesOf({ subject, people, groups }: ValueInputProps, t: Say): Choice[] | null {
  return webType(subject).filter.choices?.({ field: subject.field, people, groups, t }) ?? null
}

interface SeveralChoicesProps {
  label: string
  data: Choice[]
  values: string[]
  onChange: (value: string | string[]) => void
}

function SeveralChoices({ label, data, values, onChange }: SeveralChoicesProps) {
  return (
    <MultiSelect
      label={label}
      data={data}
      value={values}
      onChange={onChange}
      searchable
      limit={MAX_LISTED}
      comboboxProps={BESIDE}
      selectFirstOptionOnChange
    />
  )
}
