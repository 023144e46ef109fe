import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { TimeRange, Widget } from '@caseloom/contract/workspaces/workspaces'
import {
  Button,
  Checkbox,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Dispatch, type SetStateAction, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../data/people.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { DockPanel, PanelSection } from '../../ui/admin/DockPanel.tsx'
import { ConditionList } from '../../field-types/parts/ConditionList.tsx'
import { filterSubjects } from '../../field-types/parts/filter-choices.ts'
import classes from './Dashboards.module.css'
import { WidgetCard } from './WidgetCard.tsx'
import {
  emptyForm,
  formOf,
  groupFields,
  KINDS,
  measuredFields,
  MEASURES,
  type WidgetForm,
  widgetOf,
} from './widget-form.ts'

interface WidgetPanelProps {
  widget?: Widget | undefined
  apps: readonly AppView[]
  dashboardId: string
  range: TimeRange
  onDone: (widget: Widget) => void
  onClose: () => void
}

const NOWHERE = { id: 'preview', x: 0, y: 0, w: 4, h: 4 }

export function WidgetPanel({ widget, apps, dashboardId, range, onDone, onClose }: WidgetPanelProps) {
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const formId = useId()
  const [form, setForm] = useState<WidgetForm>(() =>
    widget === undefined ? emptyForm(apps) : formOf(widget, apps),
  )
  const made = widgetOf(form, widget ?? NOWHERE)
  const preview = usePreview(made)
  const app = apps.find(({ id }) => id === form.app)
  return (
    <DockPanel
      title={t(widget === undefined ? 'form.add' : 'form.edit')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="filled" disabled={made === null}>
            {t(widget === undefined ? 'form.place' : 'form.apply')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (made !== null) onDone(made)
        }}
      >
        <WidgetFields form={form} apps={apps} onForm={setForm} />
      </form>
      {preview !== null && (
        <PanelSection title={t('form.preview')}>
          <div className={classes.preview}>
            <WidgetCard widget={preview} place={{ tenantId, dashboardId, range, isSaved: false }} app={app} />
          </div>
        </PanelSection>
      )}
    </DockPanel>
  )
}

/** The widget to show once the form has been at rest for a moment. */
function usePreview(made: Widget | null): Widget | null {
  const [shown] = useDebouncedValue(made === null ? null : JSON.stringify({ ...made, ...NOWHERE }), 400)
  return useMemo(() => (shown === null ? null : (JSON.parse(shown) as Widget)), [shown])
}

interface WidgetFieldsProps {
  form: WidgetForm
  apps: readonly AppView[]
  onForm: Dispatch<SetStateAction<WidgetForm>>
}

function WidgetFields({ form, apps, onForm }: WidgetFieldsProps) {
  const { t } = useTranslation('workspaces')
  const change = (over: Partial<WidgetForm>) => onForm((before) => ({ ...before, ...over }))
  const app = apps.find(({ id }) => id === form.app)
  return (
    <>
      <SegmentedControl
        aria-label={t('form.kind')}
        fullWidth
        data={KINDS.filter((kind) => kind === 'text' || apps.length > 0).map((kind) => ({
          value: kind,
          label: t(`form.kinds.${kind}`),
        }))}
        value={form.kind}
        onChange={(kind) => change({ kind: KINDS.find((one) => one === kind) ?? 'text' })}
      />
      <TextInput
        label={t('form.title')}
        value={form.title}
        maxLength={100}
        data-autofocus
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      {form.kind === 'text' ? (
        <Textarea
          label={t('form.markdown')}
          autosize
          minRows={6}
          maxRows={16}
          maxLength={20_000}
          value={form.markdown}
          onChange={(event) => change({ markdown: event.currentTarget.value })}
        />
      ) : (
        <>
          <Select
            label={t('form.app')}
            data={apps.map(({ id, name }) => ({ value: id, label: name }))}
            value={form.app}
            onChange={(id) => {
              const next = emptyForm(apps.filter((one) => one.id === id))
              onForm({ ...next, kind: form.kind, title: form.title })
            }}
          />
          {app !== undefined && <SourceFields form={form} app={app} change={change} />}
        </>
      )}
    </>
  )
}

interface SourceFieldsProps {
  form: WidgetForm
  app: AppView
  change: (over: Partial<WidgetForm>) => void
}

function SourceFields({ form, app, change }: SourceFieldsProps) {
  const { t } = useTranslation('workspaces')
  const { kind } = form
  const option = ({ key, label }: { key: string; label: string }) => ({ value: key, label })
  const times = app.fields
    .filter((field) => fieldTraits(field).instant && !('expression' in field))
    .map(option)
  const timeData = [{ value: 'created', label: t('form.created') }, ...times]
  return (
    <>
      {kind !== 'table' && <MeasureFields form={form} app={app} change={change} />}
      {kind === 'bar' && (
        <Select
          label={t('form.groupBy')}
          data={groupFields(app).map(option)}
          value={form.groupBy}
          onChange={(groupBy) => change({ groupBy })}
        />
      )}
      {kind === 'trend' && <SplitBy app={app} option={option} form={form} change={change} />}
      {kind === 'table' && <TableFields form={form} app={app} change={change} />}
      <Select
        label={t('form.time')}
        data={kind === 'trend' ? timeData : [{ value: '', label: t('form.timeNone') }, ...timeData]}
        value={form.timeField ?? (kind === 'trend' ? 'created' : '')}
        onChange={(key) => change({ timeField: key === '' ? null : key })}
      />
      {kind === 'number' && (
        <Checkbox
          label={t('form.compare')}
          checked={form.compare && form.timeField !== null}
          disabled={form.timeField === null}
          onChange={(event) => change({ compare: event.currentTarget.checked })}
        />
      )}
      {(kind === 'bar' || kind === 'table') && (
        <NumberInput
          label={t('form.limit')}
          min={1}
          max={kind === 'bar' ? 30 : 50}
          allowDecimal={false}
          value={form.limit}
          onChange={(limit) => change({ limit: Number(limit) })}
        />
      )}
      <FilterFields form={form} app={app} change={change} />
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
