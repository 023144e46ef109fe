import type { AppView } from '@caseloom/contract/apps/apps'
import { SLA_WORDS, type SlaWord } from '@caseloom/contract/workspaces/security-widgets'
import type { Widget, WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { ClockBadge } from '../../field-types/values/ClockBadge.tsx'
import { straight } from '../../ui/text/bidi-isolate.ts'
import { formatCount } from '../../ui/time.ts'
import classes from './Dashboards.module.css'
import { RecordsLink } from './RecordsLink.tsx'
import boards from './SecurityWidgets.module.css'

interface SlaBodyProps {
  widget: Extract<Widget, { kind: 'sla' }>
  data: Extract<WidgetData, { kind: 'sla' }>
  app: AppView | undefined
}
type Counts = SlaBodyProps['data']['clocks'][number]

/** How many clocks are on track, at risk, and overdue, and the most urgent records. */
export function SlaBody({ widget, data, app }: SlaBodyProps) {
  const { t } = useTranslation('workspaces')
  return (
    <>
      <table className={boards.sla} aria-label={widget.title}>
        <thead>
          <tr>
            <th scope="col">{t('sla.clock')}</th>
            {SLA_WORDS.map((word) => (
              <th key={word} scope="col">
                {t(`sla.${word}`)}
              </th>
            ))}
          </tr>
        </thead>
        {data.clocks.map((counts) => (
          <ClockRows key={counts.key} counts={counts} appId={widget.app} />
        ))}
      </table>
      <WorstList widget={widget} data={data} app={app} />
    </>
  )
}

/** The counts of a clock, and their shares as a bar below them. */
function ClockRows({ counts, appId }: { counts: Counts; appId: string }) {
  const sum = SLA_WORDS.reduce((total, word) => total + counts[word].value, 0)
  return (
    <tbody>
      <tr>
        <th scope="row" title={straight(counts.label)}>
          {straight(counts.label)}
        </th>
        {SLA_WORDS.map((word) => (
          <CountCell key={word} word={word} counts={counts} appId={appId} />
        ))}
      </tr>
      <tr aria-hidden>
        <td colSpan={SLA_WORDS.length + 1} className={boards.shares}>
          <span className={boards.track}>
            {SLA_WORDS.map((word) => (
              <span
                key={word}
                data-word={word}
                style={{ flexGrow: sum === 0 ? 0 : counts[word].value }}
                hidden={counts[word].value === 0}
              />
            ))}
          </span>
        </td>
      </tr>
    </tbody>
  )
}

function CountCell({ word, counts, appId }: { word: SlaWord; counts: Counts; appId: string }) {
  const { t } = useTranslation('workspaces')
  const { value, filter } = counts[word]
  const text = formatCount(value)
  return (
    <td data-word={value === 0 ? undefined : word}>
      {value === 0 ? (
        text
      ) : (
        <RecordsLink
          appId={appId}
          filter={filter}
          label={t('widget.open', { label: `${straight(counts.label)}, ${t(`sla.${word}`)}`, value: text })}
        >
          {text}
        </RecordsLink>
      )}
    </td>
  )
}

function WorstList({ widget, data, app }: SlaBodyProps) {
  const { t } = useTranslation('workspaces')
  const scope = useTenantScope()
  if (widget.limit === 0) return null
  if (data.worst.length === 0) return <p className={classes.quiet}>{t('sla.none')}</p>
  return (
    <ul className={boards.worst} aria-label={t('sla.worst')}>
      {data.worst.map(({ clock, title, record }) => {
        const field = app?.fields.find(({ key }) => key === clock)
        return (
          <li key={`${record.id} ${clock}`}>
            {field !== undefined && 'start' in field && (
              <ClockBadge definition={field} value={record.fields[clock]} />
            )}
            <Link to={paths.record(scope, widget.app, record.id)} title={straight(title)}>
              <span className={boards.id}>{record.trackingId}</span>
              {title !== record.trackingId && ` ${straight(title)}`}
            </Link>
            {data.clocks.length > 1 && <span className={classes.quiet}>{straight(field?.label ?? '')}</span>}
          </li>
        )
      })}
    </ul>
  )
}
