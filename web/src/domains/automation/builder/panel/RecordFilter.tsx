import { type Condition, Filter } from '@caseloom/contract/values/filter'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../../data/people.ts'
import {
  type ConditionChange,
  ConditionList,
  filterOfConditions,
} from '../../../../field-types/parts/ConditionList.tsx'
import { fieldsEn } from '../../../../field-types/values/fields.en.ts'
import { type FilterSubject, filterSubjects } from '../../../../field-types/parts/filter-choices.ts'
import { flatConditions } from '../../../../field-types/parts/flat-conditions.ts'
import { addTexts } from '../../../../ui/text/i18n.ts'
import { FieldFrame, useIssueAt } from '../expression/FieldFrame.tsx'
import type { Path } from '../model/places.ts'
import { RemoveButton } from './GroupFields.tsx'
import { InnerField } from '../../../../ui/schema-form/schema-field.tsx'
import classes from '../parts/Panel.module.css'
import { useApp } from './RecordFields.tsx'
import type { RoleFieldProps } from './role-field.ts'
import { useExpressionMode } from './useExpressionMode.ts'

addTexts('fields', fieldsEn)

/** True for a conjunction of conditions; anything else is edited as JSON. */
export function isFlatFilter(value: JsonValue | undefined): boolean {
  return conditionsOf(value) !== null
}

function conditionsOf(value: JsonValue | undefined): Condition[] | null {
  const isNone = value === undefined || (isEmptyObject(value) && typeof value === 'object')
  if (isNone) return []
  const filter = Filter.safeParse(value)
  return filter.success ? flatConditions(filter.data) : null
}

function isEmptyObject(value: JsonValue): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  )
}

export function RecordFilter(props: RoleFieldProps & { app: JsonValue | undefined }) {
  const { label, path, required, readOnly, app, value, onChange } = props
  const { t: say } = useTranslation('fields')
  const found = useApp(app)
  const people = usePeople()
  const error = useIssueAt(path, true)
  const subjects = useMemo(() => (found === undefined ? [] : filterSubjects(found, say)), [found, say])
  const conditions = conditionsOf(value) ?? []
  const write = (next: readonly Condition[]) => {
    const filter = filterOfConditions(next)
    if (filter === undefined) onChange(required ? {} : undefined)
    // A filter of the contract is JSON.
    else onChange(filter as unknown as JsonValue)
  }
  return (
    <FieldFrame label={label} path={path} required={required} error={error}>
      {() => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box
        <ConditionLines
          label={label}
          found={found}
          conditions={conditions}
          required={required}
          subjects={subjects}
          path={path}
          readOnly={readOnly}
          people={people}
          write={write}
        />
      )}
    </FieldFrame>
  )
}

interface ConditionLinesProps {
  label: string
  found: ReturnType<typeof useApp>
  conditions: Condition[]
  required: boolean
  subjects: FilterSubject[]
  path: Path
  readOnly: boolean
  people: ReturnType<typeof usePeople>
  write: (next: readonly Condition[]) => void
}

function ConditionLines({
  label,
  found,
  conditions,
  required,
  subjects,
  path,
  readOnly,
  people,
  write,
}: ConditionLinesProps) {
  const { t } = useTranslation('panel')
  return (
    <div role="group" aria-label={label} className={classes.pair}>
      {found === undefined && <p className={classes.note}>{t('filter.needs')}</p>}
      {found !== undefined && conditions.length === 0 && !required && (
        <p className={classes.note}>{t('filter.none')}</p>
      )}
      <ConditionList
        conditions={conditions}
        subjects={subjects}
        people={people}
        onChange={write}
        canAdd={found !== undefined && !readOnly}
        line={(chip, condition, change, at) => (
          <ConditionLine
            key={`${at} ${condition.field} ${condition.op}`}
            condition={condition}
            name={subjects.find(({ key }) => key === condition.field)?.label ?? condition.field}
            path={conditions.length === 1 ? [...path, 'value'] : [...path, 'all', at, 'value']}
            readOnly={readOnly}
            chip={chip}
            change={change}
          />
        )}
      />
    </div>
  )
}

interface ConditionLineProps {
  condition: Condition
  name: string
  path: RoleFieldProps['path']
  readOnly: boolean
  chip: React.ReactNode
  change: ConditionChange
}

const ANY: JsonObject = {}

function ConditionLine({ condition, name, path, readOnly, chip, change }: ConditionLineProps) {
  const { t } = useTranslation('panel')
  const { t: say } = useTranslation('fields')
  const { value, op } = condition
  const put = (next: JsonValue | undefined) => change.to({ ...condition, value: next ?? null } as Condition)
  const [asExpression, setMode] = useExpressionMode(value)
  if (!asExpression) {
    return (
      <div className={classes.row}>
        <div className={classes.grow}>{chip}</div>
        {!readOnly && value !== undefined && (
          <Button variant="subtle" onClick={() => put('{%  %}')}>
            {t('filter.asExpression')}
          </Button>
        )}
      </div>
    )
  }
  const label = t('filter.value', { field: name, op: say(`operators.${op as 'eq'}`, { defaultValue: op }) })
  return (
    <div className={classes.row}>
      <div className={classes.grow}>
        <InnerField
          label={label}
          name="value"
          path={path}
          schema={ANY}
          root={ANY}
          value={value}
          required={false}
          readOnly={readOnly}
          onChange={put}
          onMode={setMode}
        />
      </div>
      {!readOnly && <RemoveButton label={t('filter.remove', { field: name })} onClick={change.remove} />}
    </div>
  )
}
