import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { Checkbox, MultiSelect, NumberInput, Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ConditionList } from '../../field-types/parts/ConditionList.tsx'
import { filterSubjects } from '../../field-types/parts/filter-choices.ts'
import { usePeople } from '../../data/people.ts'
import classes from './Dashboards.module.css'
import { TargetFields } from './TargetFields.tsx'
import { SecurityFields } from './SecurityFields.tsx'
import {
  groupFields,
  isMeasured,
  kindOf,
  measuredFields,
  MEASURES,
  type WidgetForm,
  type WidgetKind,
} from './widget-form.ts'

interface SourceFieldsProps {
  form: WidgetForm
  app: AppView
  change: (over: Partial<WidgetForm>) => void
}

/** Kinds that show a number of rows of one's choice. */
const LIMITED: ReadonlySet<WidgetKind> = new Set<WidgetKind>(['bar', 'heat', 'attack', 'table'])

/** What a widget shows of its app. */
export function SourceFields({ form, app, change }: SourceFieldsProps) {
  const { t } = useTranslation('workspaces')
  const kind = kindOf(form.look)
  const option = ({ key, label }: { key: string; label: string }) => ({ value: key, label })
  const times = app.fields
    .filter((field) => fieldTraits(field).instant && !('expression' in field))
    .map(option)
  const timeData = [{ value: 'created', label: t('form.created') }, ...times]
  return (
    <>
      {isMeasured(kind) && <MeasureFields form={form} app={app} change={change} />}
      <SecurityFields form={form} app={app} change={change} />
      {(kind === 'bar' || kind === 'heat') && <AxisFields form={form} app={app} change={change} />}
      {kind === 'trend' && <SplitBy app={app} option={option} form={form} change={change} />}
      {kind === 'table' && <TableFields form={form} app={app} change={change} />}
      {kind !== 'sla' && (
        <Select
          label={t('form.time')}
          data={kind === 'trend' ? timeData : [{ value: '', label: t('form.timeNone') }, ...timeData]}
          value={form.timeField ?? (kind === 'trend' ? 'created' : '')}
          onChange={(key) => change({ timeField: key === '' ? null : key })}
        />
      )}
      {form.look === 'number' && <CourseFields form={form} change={change} />}
      {(form.look === 'number' || form.look === 'gauge') && (
        <TargetFields key={`${form.of} ${form.field}`} form={form} app={app} change={change} />
      )}
      {LIMITED.has(kind) && (
        <NumberInput
          label={t('form.limit')}
          min={1}
          max={kind === 'table' ? 50 : 30}
          allowDecimal={false}
          value={form.limit}
          onChange={(limit) => change({ limit: Number(limit) })}
        />
      )}
      <FilterFields form={form} app={app} change={change} />
    </>
  )
}

/** The field of the bars, or those of the rows and columns. */
function AxisFields({ form, app, change }: SourceFieldsProps) {
  const { t } = useTranslation('workspaces')
  const isHeat = form.look === 'heat'
  const data = groupFields(app).map(({ key, label }) => ({ value: key, label }))
  return (
    <>
      <Select
        label={t(isHeat ? 'form.heatRows' : 'form.groupBy')}
        data={data}
        value={form.groupBy}
        onChange={(groupBy) => change({ groupBy })}
      />
      {isHeat && (
        <Select
          label={t('form.heatColumns')}
          data={data}
          value={form.splitBy}
          onChange={(splitBy) => change({ splitBy })}
        />
      )}
    </>
  )
}

/** What else a figure shows over the range; both need a date field. */
function CourseFields({ form, change }: Omit<SourceFieldsProps, 'app'>) {
  const { t } = useTranslation('workspaces')
  const hasTime = form.timeField !== null
  return (
    <>
      {(['compare', 'sparkline'] as const).map((key) => (
        <Checkbox
          key={key}
          label={t(`form.${key}`)}
          checked={form[key] && hasTime}
          disabled={!hasTime}
          onChange={(event) => change({ [key]: event.currentTarget.checked })}
        />
      ))}
    </>
  )
}

interface SplitByProps {
  app: SourceFieldsProps['app']
  option: (field: { key: string; label: string }) => { value: string; label: string }
  form: WidgetForm
  change: (over: Partial<WidgetForm>) => void
}

function SplitBy({ app, option, form, change }: SplitByProps) {
  const { t } = useTranslation('workspaces')
  return (
    <Select
      label={t('form.splitBy')}
      data={[
        { value: '', label: t('form.splitNone') },
        ...app.fields.filter((field) => fieldTraits(field).options).map(option),
      ]}
      value={form.splitBy ?? ''}
      onChange={(key) => change({ splitBy: key === '' ? null : key })}
    />
  )
}

function MeasureFields({ form, app, change }: SourceFieldsProps) {
  const { t } = useTranslation('workspaces')
  const measured = measuredFields(app)
  const [first] = measured
  const measures = MEASURES.filter((of) => of === 'count' || measured.length > 0 || of === form.of)
  return (
    <>
      <Select
        label={t('form.measure')}
        data={measures.map((of) => ({ value: of, label: t(`form.measures.${of}`) }))}
        value={form.of}
        onChange={(of) =>
          change({
            of: MEASURES.find((one) => one === of) ?? 'count',
            field: form.field ?? first?.key ?? null,
          })
        }
      />
      {form.of !== 'count' && (
        <Select
          label={t('form.measureField')}
          description={
            measured.some((field) => field.key === form.field && fieldTraits(field).clock)
              ? t('form.measureClock')
              : undefined
          }
          data={measured.map(({ key, label }) => ({ value: key, label }))}
          value={form.field}
          onChange={(field) => change({ field })}
        />
      )}
    </>
  )
}

const SYSTEM = ['tracking_id', 'created_at', 'updated_at'] as const

function TableFields({ form, app, change }: SourceFieldsProps) {
  const { t } = useTranslation('workspaces')
  const system = SYSTEM.map((key) => ({ value: key as string, label: t(`form.system.${key}`) }))
  const columns = [...system, ...app.fields.map(({ key, label }) => ({ value: key as string, label }))]
  const sortable = columns.filter(({ value }) => {
    const field = app.fields.find(({ key }) => key === value)
    return field === undefined || !(fieldTraits(field).raw || ('multiple' in field && field.multiple))
  })
  return (
    <>
      <MultiSelect
        label={t('form.columns')}
        data={columns}
        maxValues={10}
        searchable
        value={form.columns}
        onChange={(next) => change({ columns: next })}
      />
      <Select
        label={t('form.sort')}
        data={[
          { value: '', label: t('form.sortNone') },
          ...sortable.flatMap(({ value, label }) => [
            { value: `-${value}`, label: `${label} ↓` },
            { value, label: `${label} ↑` },
          ]),
        ]}
        value={form.sort ?? ''}
        onChange={(sort) => change({ sort: sort === '' ? null : sort })}
      />
    </>
  )
}

function FilterFields({ form, app, change }: SourceFieldsProps) {
  const { t } = useTranslation('workspaces')
  const { t: say } = useTranslation('fields')
  const people = usePeople()
  const subjects = useMemo(() => filterSubjects(app, say), [app, say])
  const { conditions } = form
  if (form.complex !== undefined) return <p className={classes.quiet}>{t('form.complexFilter')}</p>
  return (
    <div className={classes.chips} role="group" aria-label={t('form.filters')}>
      <ConditionList
        conditions={conditions}
        subjects={subjects}
        people={people}
        onChange={(next) => change({ conditions: next })}
      />
    </div>
  )
}
