import type { Condition, Filter } from '@caseloom/contract/values/filter'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLinkedApps } from '../../../data/linked-apps.ts'
import { usePeople } from '../../../data/people.ts'
import { ConditionChip } from '../../../field-types/parts/ConditionChip.tsx'
import { FilterBuilder } from '../../../field-types/parts/FilterBuilder.tsx'
import { filterSubjects } from '../../../field-types/parts/filter-choices.ts'
import { flatConditions } from '../../../field-types/parts/flat-conditions.ts'
import { useWorkflow } from './model/editor-context.ts'
import classes from './WhenEditor.module.css'

interface LinkedWhereProps {
  /** Key of the reference field. */
  field: string
  where: Filter | undefined
  onChange: (where: Filter | undefined) => void
}

/** Which linked records count: conditions on fields of their app. */
export function LinkedWhere({ field, where, onChange }: LinkedWhereProps) {
  const { t } = useTranslation('workflow-editor')
  const { t: say } = useTranslation('fields')
  const { edited } = useWorkflow()
  const people = usePeople()
  const target = useLinkedApps(edited.draft.fields).get(field)
  const subjects = useMemo(() => (target === undefined ? [] : filterSubjects(target, say)), [target, say])
  const conditions = flatConditions(where)
  if (target === undefined) return null
  if (conditions === null) return <span className={classes.quiet}>{t('nestedWhere')}</span>
  const write = (next: readonly Condition[]) =>
    onChange(next.length === 0 ? undefined : next.length === 1 ? next[0] : { all: [...next] })
  return (
    <div className={classes.conditions}>
      {conditions.map((condition, at) => (
        <ConditionChip
          key={`${at} ${condition.field} ${condition.op} ${JSON.stringify(condition.value)}`}
          condition={condition}
          subjects={subjects}
          people={people}
          onChange={(next) => write(conditions.with(at, next))}
          onRemove={() => write(conditions.toSpliced(at, 1))}
        />
      ))}
      <FilterBuilder
        subjects={subjects}
        people={people.all}
        groups={people.groups}
        onAdd={(condition) => write([...conditions, condition])}
      />
    </div>
  )
}
