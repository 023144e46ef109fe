import type { AppView } from '@caseloom/contract/apps'
import { fieldTraits } from '@caseloom/contract/field-kind'
import type { Condition } from '@caseloom/contract/filter'
import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { useCondition } from '../../../field-types/parts/ConditionForm.tsx'
import { filterSubjects, operatorKey, takesValue } from '../../../field-types/parts/filter-choices.ts'
import { ValueInput } from '../../../field-types/parts/ValueInput.tsx'
import classes from '../model/Links.module.css'
import type { WhereList } from './link-ways.ts'

/** Conditions on one linked record; more are unreadable. */
const MOST = 10

interface LinkedConditionsProps {
  app: AppView
  /** The initial list; later edits are local. */
  list: WhereList
  people: ReturnType<typeof usePeople>
  onChange: (list: WhereList) => void
}

export function LinkedConditions({ app, list, people, onChange }: LinkedConditionsProps) {
  const { t } = useTranslation('links')
  const [parts, setParts] = useState(() => list.conditions.map((condition, id) => ({ id, condition })))
  const write = (next: typeof parts, join = list.join) => {
    setParts(next)
    onChange({ join, conditions: next.map(({ condition }) => condition) })
  }
  const fresh = () => ({
    id: Math.max(...parts.map(({ id }) => id)) + 1,
    condition: { field: app.titleField, op: 'notEmpty' as const },
  })
  return (
    <>
      {parts.map(({ id, condition }, at) => (
        <div key={id} className={classes.where}>
          <Where
            app={app}
            where={condition}
            people={people}
            onChange={(next) => write(parts.with(at, { id, condition: next }))}
          />
          {parts.length > 1 && (
            <ActionIcon size={28} aria-label={t('removeWhere')} onClick={() => write(parts.toSpliced(at, 1))}>
              <IconX size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      <div className={classes.whereHead}>
        {parts.length > 1 && (
          <SegmentedControl
            aria-label={t('join')}
            data={[
              { value: 'all', label: t('all') },
              { value: 'any', label: t('anyOf') },
            ]}
            value={list.join}
            onChange={(join) => write(parts, join === 'any' ? 'any' : 'all')}
          />
        )}
        {parts.length < MOST && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
            onClick={() => write([...parts, fresh()])}
          >
            {t('and')}
          </Button>
        )}
      </div>
    </>
  )
}

interface WhereProps {
  app: AppView
  where: Condition
  people: LinkedConditionsProps['people']
  onChange: (where: Condition) => void
}

function Where({ app, where, people, onChange }: WhereProps) {
  const { t } = useTranslation('fields')
  const subjects = filterSubjects(app, t).filter(
    ({ field }) => field === undefined || !fieldTraits(field).links,
  )
  const form = useCondition(subjects, where)
  const { subject, operator, condition } = form
  const text = JSON.stringify(condition)
  const isTold = condition === null || text === JSON.stringify(where)
  const tell = useEffectEvent((_entered: string) => condition !== null && onChange(condition))
  useEffect(() => {
    if (!isTold) tell(text)
  }, [text, isTold])
  return (
    <>
      <Select
        label={t('filter.field')}
        data={subjects.map((one) => ({ value: one.key, label: one.label }))}
        value={subject?.key ?? null}
        searchable
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => form.choose(next ?? '')}
      />
      <Select
        label={t('filter.operator')}
        data={form.operators.map((one) => ({ value: one, label: t(operatorKey(subject, one)) }))}
        value={operator}
        comboboxProps={{ withinPortal: false }}
        onChange={form.operate}
      />
      <div>
        {subject !== undefined && takesValue(operator) && (
          <ValueInput
            subject={subject}
            operator={operator}
            people={people.all}
            groups={people.groups}
            value={form.entered}
            onChange={form.setEntered}
          />
        )}
      </div>
    </>
  )
}
