import type { Condition, FilterOperator } from '@caseloom/contract/filter'
import { Button, MultiSelect, Popover, Select, TagsInput, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FilterSubject,
  operatorKey,
  operatorsOf,
  SPANS,
  takesSeveral,
  takesValue,
  valueOf,
} from './filter-choices.ts'
import classes from './Fields.module.css'
import { addTexts } from '../text/i18n.ts'
import { fieldsEn } from './fields.en.ts'

addTexts('fields', fieldsEn)

interface FilterBuilderProps {
  subjects: readonly FilterSubject[]
  people: readonly { id: string; name: string }[]
  groups?: readonly { id: string; name: string }[]
  onAdd: (condition: Condition) => void
}

/** The "Filter" button with its form: field, condition, value; each fits the type of the field. */
export function FilterBuilder({ subjects, people, groups = [], onAdd }: FilterBuilderProps) {
  const { t } = useTranslation('fields')
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => setOpened((before) => !before)}
        >
          {t('filter.add')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter.title')}>
        <ConditionForm
          subjects={subjects}
          people={people}
          groups={groups}
          onAdd={(condition) => {
            onAdd(condition)
            setOpened(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function ConditionForm({ subjects, people, groups = [], onAdd }: FilterBuilderProps) {
  const { t } = useTranslation('fields')
  const [key, setKey] = useState(subjects[0]?.key ?? '')
  const subject = subjects.find((one) => one.key === key)
  const operators = subject === undefined ? [] : operatorsOf(subject)
  const [chosen, setChosen] = useState<FilterOperator>()
  const operator = chosen !== undefined && operators.includes(chosen) ? chosen : (operators[0] ?? 'eq')
  const [entered, setEntered] = useState<string | string[]>('')
  const value = subject === undefined ? null : valueOf(subject, operator, entered)
  const complete = subject !== undefined && (!takesValue(operator) || value !== null)
  const add = () => {
    if (complete) onAdd({ field: key, op: operator, ...(takesValue(operator) ? { value } : {}) })
  }
  return (
    <form
      className={classes.popover}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Select
        label={t('filter.field')}
        data={subjects.map((one) => ({ value: one.key, label: one.label }))}
        value={key}
        searchable
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => {
          setKey(next ?? '')
          setEntered('')
        }}
      />
      <Select
        label={t('filter.operator')}
        data={operators.map((one) => ({ value: one, label: t(operatorKey(subject, one)) }))}
        value={operator}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => {
          setChosen(operators.find((one) => one === next))
          setEntered('')
        }}
      />
      {subject !== undefined && takesValue(operator) && (
        <ValueInput
          subject={subject}
          operator={operator}
          people={people}
          groups={groups}
          value={entered}
          onChange={setEntered}
        />
      )}
      <div className={classes.popoverEnd}>
        <Button type="submit" variant="filled" disabled={!complete}>
          {t('filter.apply')}
        </Button>
      </div>
    </form>
  )
}

interface ValueInputProps {
  subject: FilterSubject
  operator: FilterOperator
  people: readonly { id: string; name: string }[]
  groups: readonly { id: string; name: string }[]
  value: string | string[]
  onChange: (value: string | string[]) => void
}

function ValueInput({ subject, operator, people, groups, value, onChange }: ValueInputProps) {
  const { t } = useTranslation('fields')
  const label = t('filter.value')
  const inside = { withinPortal: false }
  if (takesSeveral(operator)) {
    const values = Array.isArray(value) ? value : []
    if (subject.type === 'list')
      return <TagsInput label={label} value={values} onChange={onChange} placeholder={t('filter.listHint')} />
    const data = choicesOf(subject, { people, groups, me: t('filter.me') })
    return (
      <MultiSelect
        label={label}
        data={data}
        value={values}
        onChange={onChange}
        searchable
        comboboxProps={inside}
      />
    )
  }
  const text = Array.isArray(value) ? '' : value
  if (operator === 'within') {
    return (
      <Select
        label={label}
        data={SPANS.map((span) => ({ value: span, label: t(`spans.${span}`) }))}
        value={text === '' ? null : text}
        onChange={(next) => onChange(next ?? '')}
        comboboxProps={inside}
      />
    )
  }
  return (
    <TextInput
      label={label}
      type={INPUTS[subject.type] ?? 'text'}
      {...(subject.type === 'duration' ? { placeholder: t('filter.durationHint') } : {})}
      inputMode={subject.type === 'number' ? 'decimal' : 'text'}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const INPUTS: Partial<Record<FilterSubject['type'], string>> = {
  datetime: 'datetime-local',
  date: 'date',
  time: 'time',
}

type Named = readonly { id: string; name: string }[]

function choicesOf(subject: FilterSubject, from: { people: Named; groups: Named; me: string }) {
  const { field } = subject
  if (field?.type === 'selection')
    return field.options.map((option) => ({ value: option.key as string, label: option.label }))
  const named = subject.type === 'group' ? from.groups : from.people
  const me = subject.type === 'group' ? [] : [{ value: 'me', label: from.me }]
  return [...me, ...named.map(({ id, name }) => ({ value: id, label: name }))]
}
