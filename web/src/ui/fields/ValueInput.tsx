import type { FilterOperator } from '@caseloom/contract/filter'
import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Fields.module.css'
import { choosesSeveral, type FilterSubject, isRelative, isTime } from './filter-choices.ts'
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
  if (!isTime(subject)) return <PlainInput {...props} />
  return (
    <TimeInput
      type={subject.type}
      label={label}
      whenLabel={whenLabel ?? t('filter.when')}
      value={value}
      onChange={onChange}
    />
  )
}

function PlainInput({ subject, label, value, onChange }: PlainInputProps) {
  const { t } = useTranslation('fields')
  const unit = subject.field?.type === 'number' ? (subject.field.suffix ?? subject.field.prefix) : undefined
  return (
    <TextInput
      label={label}
      type={INPUTS[subject.type] ?? 'text'}
      {...(subject.type === 'duration' ? { placeholder: t('filter.durationHint') } : {})}
      {...(unit === undefined ? {} : { rightSection: <span aria-hidden>{unit}</span> })}
      inputMode={subject.type === 'number' ? 'decimal' : 'text'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const CLOCK_STATES = ['idle', 'running', 'warning', 'overdue', 'paused', 'met', 'missed'] as const

const INPUTS: Partial<Record<FilterSubject['type'], string>> = { time: 'time' }

/** Null where a value is typed. */
function choicesOf({ subject, people, groups }: ValueInputProps, t: (key: string) => string) {
  const { field, type } = subject
  if (type === 'formula') return ['true', 'false'].map((value) => ({ value, label: t(`booleans.${value}`) }))
  if (type === 'clock')
    return CLOCK_STATES.map((state) => ({ value: state as string, label: t(`clock.words.${state}`) }))
  if (field?.type === 'selection')
    return field.options.map((option) => ({ value: option.key as string, label: option.label }))
  if (type === 'group') return groups.map(({ id, name }) => ({ value: id, label: name }))
  // Tasks are filtered by the assignee of an open one.
  if (type === 'user' || type === 'tasks')
    return [
      { value: 'me', label: t('filter.me') },
      ...people.map(({ id, name }) => ({ value: id, label: name })),
    ]
  return null
}
