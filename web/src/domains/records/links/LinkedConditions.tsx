import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Condition } from '@caseloom/contract/values/filter'
import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { ConditionInputs } from '../../../field-types/parts/ConditionInputs.tsx'
import { filterSubjects } from '../../../field-types/parts/filter-choices.ts'
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
        {parts.length > 1 && <JoinChoice list={list} write={write} parts={parts} />}
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

/** An incomplete condition is not reported: the last complete one still applies. */
function Where({ app, where, people, onChange }: WhereProps) {
  const { t } = useTranslation('fields')
  const subjects = filterSubjects(app, t).filter(
    ({ field }) => field === undefined || !fieldTraits(field).links,
  )
  return (
    <ConditionInputs
      subjects={subjects}
      people={people}
      condition={where}
      onChange={(next) => next !== null && onChange(next)}
    />
  )
}

interface JoinChoiceProps {
  list: LinkedConditionsProps['list']
  write: (next: { id: number; condition: Condition }[], join?: 'all' | 'any') => void
  parts: { id: number; condition: Condition }[]
}

function JoinChoice({ list, write, parts }: JoinChoiceProps) {
  const { t } = useTranslation('links')
  return (
    <SegmentedControl
      aria-label={t('join')}
      data={[
        { value: 'all', label: t('all') },
        { value: 'any', label: t('anyOf') },
      ]}
      value={list.join}
      onChange={(join) => write(parts, join === 'any' ? 'any' : 'all')}
    />
  )
}
