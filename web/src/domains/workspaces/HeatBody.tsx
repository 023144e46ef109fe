import type { AppView } from '@caseloom/contract/apps/apps'
import type { Widget, WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { useTranslation } from 'react-i18next'
import classes from './Dashboards.module.css'
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
    <table className={classes.heat} aria-label={widget.title}>
      <thead>
        <tr>
          <th scope="col">{rowField?.label}</th>
          {data.columns.map(({ key, label }) => (
            <th key={key ?? ''} scope="col" title={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.rows.map(({ key, label, cells }) => (
          <tr key={key ?? ''}>
            <th scope="row" title={label}>
              {label}
            </th>
            {cells.map(({ value, filter }, at) => (
              <td
                key={data.columns[at]?.key ?? ''}
                style={{
                  background: `color-mix(in srgb, var(--cl-chart-1) ${shade(value)}%, var(--cl-surface))`,
                }}
              >
                {value === 0 || value === null ? (
                  <span className={classes.quiet}>{write(value)}</span>
                ) : (
                  <RecordsLink
                    appId={widget.app}
                    filter={filter}
                    label={t('widget.open', {
                      label: `${label}, ${data.columns[at]?.label ?? ''}`,
                      value: write(value),
                    })}
                  >
                    {write(value)}
                  </RecordsLink>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
