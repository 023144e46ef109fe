import type { Condition, FilterOperator } from '@caseloom/contract/values/filter'
import { Button, Select } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/text/i18n.ts'
import { useZone } from '../../ui/Times.tsx'
import classes from '../values/Fields.module.css'
import { fieldsEn } from '../values/fields.en.ts'
import {
  enteredOf,
  type FilterSubject,
  operatorKey,
  operatorsOf,
  takesValue,
  valueOf,
} from './filter-choices.ts'
import { TypedSelect } from './TypedSelect.tsx'
import { ValueInput } from './ValueInput.tsx'

addTexts('fields', fieldsEn)

export interface ConditionFormProps {
  subjects: readonly FilterSubject[]
  people: readonly { id: string; name: string }[]
  groups?: readonly { id: string; name: string }[]
  /** Absent for a new condition. */
  initial?: Condition
  onDone: (condition: Condition) => void
  /** The condition as it would apply now; null while incomplete. */
  onDraft?: (condition: Condition | null) => void
}

/** A condition while it is edited. Until something is changed it is the one it began with, even if menus don't offer it. */
export function useCondition(
  subjects: readonly FilterSubject[],
  initial: Condition | undefined,
  begin: { first?: string; operator?: FilterOperator | undefined } = {},
) {
  const { first = subjects[0]?.key, operator: begun } = begin
  const zone = useZone()
  const [stored] = useState(initial)
  const [isStored, setIsStored] = useState(initial !== undefined)
  const [key, setKey] = useState(initial?.field ?? first ?? '')
  const subject = subjects.find((one) => one.key === key)
  const offered = subject === undefined ? [] : operatorsOf(subject)
  const operators =
    stored === undefined || stored.field !== key || offered.includes(stored.op)
      ? offered
      : [...offered, stored.op]
  const [chosen, setChosen] = useState<FilterOperator | undefined>(initial?.op ?? begun)
  const operator = chosen !== undefined && operators.includes(chosen) ? chosen : (operators[0] ?? 'eq')
  const [entered, setEntered] = useState<string | string[]>(() =>
    initial === undefined || subject === undefined ? '' : enteredOf(subject, initial, zone),
  )
  const value = subject === undefined ? null : valueOf(subject, operator, entered, zone)
  const isComplete = subject !== undefined && (!takesValue(operator) || value !== null)
  const made: Condition | null = isComplete
    ? { field: key, op: operator, ...(takesValue(operator) ? { value } : {}) }
    : null
  const enter = (next: string | string[]) => {
    setIsStored(false)
    setEntered(next)
  }
  return {
    subject,
    operators,
    operator,
    entered,
    condition: isStored && stored !== undefined ? stored : made,
    isStored,
    setEntered: enter,
    choose: (field: string) => {
      setKey(field)
      enter('')
    },
    operate: (next: string) => {
      const found = operators.find((one) => one === next)
      if (found === undefined || found === operator) return
      setChosen(found)
      enter('')
    },
  }
}

export function ConditionForm(props: ConditionFormProps) {
  const { subjects, people, groups = [], initial, onDone, onDraft } = props
  const { t } = useTranslation('fields')
  const form = useCondition(subjects, initial, { first: '' })
  const { subject, operator, condition } = form
  const value = useRef<HTMLDivElement>(null)
  const draft = JSON.stringify(condition)
  // By its text: the condition object is new on each render.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => onDraft?.(condition), [draft])
  const isNew = initial === undefined
  return (
    <form
      className={classes.popover}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (condition !== null) onDone(condition)
      }}
    >
      <SubjectSelect subjects={subjects} subject={subject} isNew={isNew} form={form} value={value} />
      {subject !== undefined && (
        <TypedSelect
          label={t('filter.operator')}
          data={form.operators.map((one) => ({ value: one, label: t(operatorKey(subject, one)) }))}
          value={operator}
          onChange={form.operate}
        />
      )}
      {subject !== undefined && takesValue(operator) && (
        <div ref={value}>
          <ValueInput
            subject={subject}
            operator={operator}
            people={people}
            groups={groups}
            value={form.entered}
            onChange={form.setEntered}
          />
        </div>
      )}
      <div className={classes.popoverEnd}>
        <Button type="submit" variant="filled" disabled={condition === null}>
          {t('filter.apply')}
        </Button>
      </div>
    </form>
  )
}

interface SubjectSelectProps {
  subjects: readonly FilterSubject[]
  subject: FilterSubject | undefined
  isNew: boolean
  form: ReturnType<typeof useCondition>
  value: RefObject<HTMLDivElement | null>
}

function SubjectSelect({ subjects, subject, isNew, form, value }: SubjectSelectProps) {
  const { t } = useTranslation('fields')
  return (
    <Select
      label={t('filter.field')}
      data={subjects.map((one) => ({ value: one.key, label: one.label }))}
      value={subject?.key ?? null}
      searchable
      selectFirstOptionOnChange
      openOnFocus={isNew}
      data-autofocus={isNew || undefined}
      placeholder={t('filter.search')}
      comboboxProps={{ withinPortal: false }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(next) => {
        form.choose(next ?? '')
        if (next !== null) requestAnimationFrame(() => value.current?.querySelector('input')?.focus())
      }}
    />
  )
}
