import type { AppView } from '@caseloom/contract/apps/apps'
import type { Filter } from '@caseloom/contract/values/filter'
import { isAdditive, type Widget, type WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { useZone } from '../../ui/Times.tsx'
import { lineColor, lookOf, stepLabel } from './chart-options.ts'
import classes from './Dashboards.module.css'
import { figureText } from './figure-text.ts'
import { RecordsLink } from './RecordsLink.tsx'
import { listSearch } from './widget-filter.ts'

const TrendChart = lazy(() => import('./TrendChart.tsx').then((module) => ({ default: module.TrendChart })))

type Trend = Extract<Widget, { kind: 'trend' }>
type TrendData = Extract<WidgetData, { kind: 'trend' }>

function stepFilter(widget: Trend, data: TrendData, step: number, series: number): Filter {
  const field = widget.timeField === 'created' ? 'created_at' : widget.timeField
  const [from, to] = [data.steps[step] ?? null, data.steps[step + 1]]
  const key = data.series[series]?.key ?? null
  return {
    all: [
      ...(data.filter === null ? [] : [data.filter]),
      { field, op: 'gte', value: from },
      ...(to === undefined ? [] : [{ field, op: 'lt' as const, value: to }]),
      ...(widget.splitBy === undefined || key === null
        ? []
        : [{ field: widget.splitBy, op: 'in' as const, value: [key] }]),
    ],
  }
}

interface TrendBodyProps {
  widget: Trend
  data: TrendData
  app: AppView | undefined
  asTable: boolean
}

export function TrendBody({ widget, data, app, asTable }: TrendBodyProps) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const field = app?.fields.find(({ key }) => key === widget.splitBy)
  if (asTable) return <StepTable widget={widget} data={data} app={app} />
  const open = (step: number, series: number) => {
    const search = listSearch(stepFilter(widget, data, step, series))
    if (search !== null) void navigate({ to: paths.recordList(scope, widget.app), search })
  }
  return (
    <>
      {widget.splitBy !== undefined && (
        <ul className={classes.legend}>
          {data.series.map((line, at) => (
            <li key={line.key ?? line.label}>
              <span
                className={classes.swatch}
                style={{ background: `var(${lineColor(field, line.key, at)})` }}
              />
              {line.label}
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={<div className={classes.chart} />}>
        <TrendChart
          data={data}
          field={field}
          write={figureText(widget.measure, app)}
          look={lookOf(widget)}
          isAdditive={isAdditive(widget.measure)}
          label={t('widget.chart', { title: widget.title })}
          onStep={open}
        />
      </Suspense>
    </>
  )
}

function StepTable({ widget, data, app }: Omit<TrendBodyProps, 'asTable'>) {
  const write = figureText(widget.measure, app)
  const { t } = useTranslation('workspaces')
  const zone = useZone()
  return (
    <table className={classes.rows} aria-label={widget.title}>
      <thead>
        <tr>
          <th scope="col">{t('widget.time')}</th>
          {data.series.map((line) => (
            <th key={line.key ?? line.label} scope="col" className={classes.end}>
              {widget.splitBy === undefined ? t('widget.value') : line.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.steps.map((at, step) => (
          <tr key={at}>
            <td>{stepLabel(at, data.unit, zone, true)}</td>
            {data.series.map((line, series) => (
              <td key={line.key ?? line.label} className={classes.end}>
                <RecordsLink
                  appId={widget.app}
                  filter={stepFilter(widget, data, step, series)}
                  label={t('widget.open', {
                    label: `${line.label}, ${stepLabel(at, data.unit, zone, true)}`,
                    value: write(line.values[step] ?? null),
                  })}
                >
                  {write(line.values[step] ?? null)}
                </RecordsLink>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
