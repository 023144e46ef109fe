import type { Widget, WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../ui/time.ts'
import classes from './Dashboards.module.css'
import { RecordsLink } from './RecordsLink.tsx'
import boards from './SecurityWidgets.module.css'

interface AttackBodyProps {
  widget: Extract<Widget, { kind: 'attack' }>
  data: Extract<WidgetData, { kind: 'attack' }>
}
type Tactic = AttackBodyProps['data']['tactics'][number]

/** The darkest a cell gets, so that its words stay readable in both color schemes. */
const DARKEST = 60

/** Techniques below their tactics, in the order of the matrix: the more records, the darker. */
export function AttackBody({ widget, data }: AttackBodyProps) {
  const { t } = useTranslation('workspaces')
  if (data.tactics.length === 0) return <p className={classes.quiet}>{t('widget.noData')}</p>
  const most = Math.max(...data.tactics.flatMap(({ techniques }) => techniques.map(({ value }) => value)))
  return (
    <ul className={boards.matrix} aria-label={widget.title}>
      {data.tactics.map((tactic) => (
        <TacticColumn key={tactic.name} tactic={tactic} most={most} appId={widget.app} />
      ))}
    </ul>
  )
}

function TacticColumn({ tactic, most, appId }: { tactic: Tactic; most: number; appId: string }) {
  const { t } = useTranslation('workspaces')
  const { name, techniques, more } = tactic
  return (
    <li>
      <h3 title={name}>{name}</h3>
      <ul>
        {techniques.map(({ id, name: called, value, filter }) => (
          <li
            key={id}
            style={{
              background: `color-mix(in srgb, var(--cl-chart-1) ${Math.round((value / most) * DARKEST)}%, var(--cl-surface))`,
            }}
          >
            <RecordsLink appId={appId} filter={filter} className={boards.technique}>
              <span className={boards.techniqueName} title={`${id} ${called}`}>
                {called}
              </span>
              <span className={boards.techniqueCount}>{formatCount(value)}</span>
            </RecordsLink>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.quiet}>{t('attack.more', { count: more })}</p>}
    </li>
  )
}
