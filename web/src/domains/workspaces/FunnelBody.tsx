import type { Widget, WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { useTranslation } from 'react-i18next'
import { straight } from '../../ui/text/bidi-isolate.ts'
import { formatCount } from '../../ui/time.ts'
import classes from './Dashboards.module.css'
import { RecordsLink } from './RecordsLink.tsx'
import boards from './SecurityWidgets.module.css'

interface FunnelBodyProps {
  widget: Extract<Widget, { kind: 'funnel' }>
  data: Extract<WidgetData, { kind: 'funnel' }>
}

/** Bars of the records that reached each stage, with the share of the stage before. */
export function FunnelBody({ widget, data }: FunnelBodyProps) {
  const { t } = useTranslation('workspaces')
  const most = Math.max(0, ...data.stages.map(({ value }) => value))
  if (most === 0) return <p className={classes.quiet}>{t('widget.noData')}</p>
  return (
    <ol className={`${classes.bars} ${boards.funnel}`}>
      {data.stages.map(({ key, label, value, share, filter }) => (
        <li key={key}>
          <RecordsLink appId={widget.app} filter={filter} className={classes.bar}>
            <span className={classes.barLabel} title={straight(label)}>
              {straight(label)}
            </span>
            <span className={classes.barTrack}>
              <span
                className={classes.barFill}
                style={{
                  display: 'block',
                  width: `${(value / most) * 100}%`,
                  background: 'var(--cl-chart-1)',
                }}
              />
            </span>
            <span className={classes.barValue}>{formatCount(value)}</span>
            <span className={boards.share} title={share === null ? undefined : t('funnel.share')}>
              {share === null ? '' : t('funnel.percent', { share: Math.round(share * 100) })}
            </span>
          </RecordsLink>
        </li>
      ))}
    </ol>
  )
}
