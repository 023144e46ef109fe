import type { AppView } from '@caseloom/contract/apps/apps'
import type { Widget, WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { useTranslation } from 'react-i18next'
import classes from './Dashboards.module.css'
import figures from './Figures.module.css'
import { axisKey } from './figure-shapes.ts'
import { figureText } from './figure-text.ts'
import { RecordsLink } from './RecordsLink.tsx'

interface HeatBodyProps {
  widget: Extract<Widget, { kind: 'heat' }>
  data: Extract<WidgetData, { kind: 'heat' }>
  app: AppView | undefined
}

/** The darkest a cell gets, so that its number stays readable in both color schemes. */
const DARKEST = 60

/** Values of one field against those of another: the more, the darker. */
export function HeatBody({ widget, data, app }: HeatBodyProps) {
  const { t } = useTranslation('workspaces')
  if (data.rows.length === 0) return <p className={classes.quiet}>{t('widget.noData')}</p>
  const rowField = app?.fields.find(({ key }) => key === widget.groupBy)
  const write = figureText(widget.measure, app)
  const most = Math.max(0, ...data.rows.flatMap(({ cells }) => cells.map(({ value }) => value ?? 0)))
  const shade = (value: number | null) =>
    most > 0 ? Math.round((Math.max(0, value ?? 0) / most) * DARKEST) : 0
  return (
    <table className={figures.heat} aria-label={widget.title}>
      <thead>
        <tr>
          <th scope="col">{rowField?.label}</th>
          {data.columns.map(({ key, label }) => (
            <th key={axisKey(key)} scope="col" title={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.rows.map(({ key, label, cells }) => (
          <tr key={axisKey(key)}>
            <th scope="row" title={label}>
              {label}
            </th>
            {cells.map((cell, at) => (
              <HeatCell
                key={axisKey(data.columns[at]?.key ?? null)}
                cell={cell}
                shade={shade(cell.value)}
                appId={widget.app}
                label={`${label}, ${data.columns[at]?.label ?? ''}`}
                text={write(cell.value)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface HeatCellProps {
  cell: HeatBodyProps['data']['rows'][number]['cells'][number]
  /** Percent. */
  shade: number
  appId: string
  label: string
  text: string
}

function HeatCell({ cell: { value, filter }, shade, appId, label, text }: HeatCellProps) {
  const { t } = useTranslation('workspaces')
  return (
    <td style={{ background: `color-mix(in srgb, var(--cl-chart-1) ${shade}%, var(--cl-surface))` }}>
      {value === 0 || value === null ? (
        <span className={classes.quiet}>{text}</span>
      ) : (
        <RecordsLink appId={appId} filter={filter} label={t('widget.open', { label, value: text })}>
          {text}
        </RecordsLink>
      )}
    </td>
  )
}
