import type { AppView } from '@caseloom/contract/apps/apps'
import type { Widget, WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lineColor } from './chart-options.ts'
import classes from './Dashboards.module.css'
import { DonutBody } from './DonutBody.tsx'
import { FigureBody } from './FigureBody.tsx'
import { axisKey } from './figure-shapes.ts'
import { figureText } from './figure-text.ts'
import { HeatBody } from './HeatBody.tsx'
import { RecordsLink } from './RecordsLink.tsx'
import { TableRows } from './TableRows.tsx'
import { TrendBody } from './TrendBody.tsx'

// Most dashboards have none of them, and the first list after the sign-in loads what a dashboard needs.
const SlaBody = lazy(() => import('./SlaBody.tsx').then((module) => ({ default: module.SlaBody })))
const AttackBody = lazy(() => import('./AttackBody.tsx').then((module) => ({ default: module.AttackBody })))
const FunnelBody = lazy(() => import('./FunnelBody.tsx').then((module) => ({ default: module.FunnelBody })))
const Markdown = lazy(() =>
  import('../../ui/rich-text/Markdown.tsx').then((module) => ({ default: module.Markdown })),
)

interface WidgetBodyProps {
  widget: Widget
  data: WidgetData | undefined
  app: AppView | undefined
  asTable: boolean
}

export function WidgetBody({ widget, data, app, asTable }: WidgetBodyProps) {
  if (widget.kind === 'text')
    return (
      <Suspense fallback={null}>
        <Markdown text={widget.markdown} />
      </Suspense>
    )
  if (data === undefined) return null
  if (widget.kind === 'number' && data.kind === 'number')
    return <FigureBody widget={widget} data={data} app={app} />
  if (widget.kind === 'bar' && data.kind === 'bar') {
    const Body = widget.as === 'donut' ? DonutBody : Bars
    return <Body widget={widget} data={data} app={app} />
  }
  if (widget.kind === 'heat' && data.kind === 'heat')
    return <HeatBody widget={widget} data={data} app={app} />
  if (widget.kind === 'trend' && data.kind === 'trend')
    return <TrendBody widget={widget} data={data} app={app} asTable={asTable} />
  if (widget.kind === 'table' && data.kind === 'table')
    return <TableRows widget={widget} data={data} app={app} />
  return <Suspense fallback={null}>{securityBody(widget, data, app)}</Suspense>
}

function securityBody(widget: Widget, data: WidgetData, app: AppView | undefined): ReactNode {
  if (widget.kind === 'sla' && data.kind === 'sla') return <SlaBody widget={widget} data={data} app={app} />
  if (widget.kind === 'attack' && data.kind === 'attack') return <AttackBody widget={widget} data={data} />
  if (widget.kind === 'funnel' && data.kind === 'funnel') return <FunnelBody widget={widget} data={data} />
  return null
}

type Of<Kind extends WidgetData['kind']> = Extract<WidgetData, { kind: Kind }>
type WidgetOf<Kind extends Widget['kind']> = Extract<Widget, { kind: Kind }>

function Bars({ widget, data, app }: { widget: WidgetOf<'bar'>; data: Of<'bar'>; app: AppView | undefined }) {
  const { t } = useTranslation('workspaces')
  if (data.buckets.length === 0) return <p className={classes.quiet}>{t('widget.noData')}</p>
  const write = figureText(widget.measure, app)
  const field = app?.fields.find(({ key }) => key === widget.groupBy)
  const most = Math.max(...data.buckets.map(({ value }) => value ?? 0), data.others ?? 0, 0)
  const share = (value: number | null) => (most > 0 ? `${Math.max(0, ((value ?? 0) / most) * 100)}%` : '0%')
  const isSeverity = field !== undefined && 'display' in field && field.display === 'severity'
  return (
    <ul className={classes.bars}>
      {data.buckets.map(({ key, label, value, filter }) => (
        <li key={axisKey(key)}>
          <RecordsLink appId={widget.app} filter={filter} className={classes.bar}>
            <span className={classes.barLabel} title={label}>
              {label}
            </span>
            <span className={classes.barTrack}>
              <span
                className={classes.barFill}
                style={{
                  display: 'block',
                  width: share(value),
                  background: `var(${lineColor(isSeverity ? field : undefined, key, 0)})`,
                }}
              />
            </span>
            <span className={classes.barValue}>{write(value)}</span>
          </RecordsLink>
        </li>
      ))}
      {data.others !== null && (
        <li className={classes.bar}>
          <span className={classes.barLabel}>{t('widget.others')}</span>
          <span className={classes.barTrack}>
            <span
              className={classes.barFill}
              style={{ display: 'block', width: share(data.others), background: 'var(--cl-chart-6)' }}
            />
          </span>
          <span className={classes.barValue}>{write(data.others)}</span>
        </li>
      )}
    </ul>
  )
}
