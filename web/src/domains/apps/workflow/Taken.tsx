import { Popover } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import marks from '../../../field-types/workflow/Logic.module.css'
import { formatCount } from '../../../ui/time.ts'
import classes from './Taken.module.css'
import { type Coverage, takenOf } from './model/coverage.ts'
import { useWorkflow } from './model/editor-context.ts'

/** The count as it is shown, for the name of what shows it. */
export function useTakenText(rule: string): string {
  const { t } = useTranslation('workflow-editor')
  const { coverage } = useWorkflow()
  return takenText(coverage, rule, t)
}

export function takenText(coverage: Coverage | null, rule: string, t: (key: string) => string): string {
  const taken = takenOf(coverage, rule)
  if (taken === null) return ''
  return taken === 0 ? t('coverage.never') : formatCount(taken)
}

/** How many saves took a rule lately; press it for the records. The panel of the rule has them for keys. */
export function TakenCount({ rule }: { rule: string }) {
  const { t } = useTranslation('workflow-editor')
  const { coverage } = useWorkflow()
  const taken = takenOf(coverage, rule)
  if (coverage === null || taken === null) return null
  if (taken === 0)
    return (
      <span className={classes.never}>
        <IconAlertTriangleFilled size={13} className={marks.warning} aria-hidden />
        {t('coverage.never')}
      </span>
    )
  return (
    <Popover position="bottom-end" withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={classes.count}
          tabIndex={-1}
          title={t('coverage.taken', { count: taken, days: coverage.days })}
          onClick={(event) => event.stopPropagation()}
        >
          {formatCount(taken)}
        </button>
      </Popover.Target>
      <Popover.Dropdown onClick={(event) => event.stopPropagation()}>
        <TakenRecords coverage={coverage} rule={rule} count={taken} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** What the counts at the rules are, with the largest as the example. */
export function TakenLegend() {
  const { t } = useTranslation('workflow-editor')
  const { coverage } = useWorkflow()
  const largest = Math.max(0, ...Object.values(coverage?.rules ?? {}))
  if (largest === 0) return null
  return (
    <span className={classes.legend}>
      {t('coverage.legend', { number: formatCount(largest), days: coverage?.days })}
    </span>
  )
}

/** The newest records that took a rule. */
export function TakenRecords({ coverage, rule, count }: { coverage: Coverage; rule: string; count: number }) {
  const { t } = useTranslation('workflow-editor')
  const scope = useTenantScope()
  const { edited } = useWorkflow()
  const records = coverage.records[rule] ?? []
  return (
    <div className={classes.records}>
      <strong>
        {t(count === 0 ? 'coverage.none' : 'coverage.taken', {
          count,
          runs: coverage.runs,
          days: coverage.days,
        })}
      </strong>
      {records.length > 0 && (
        <ul>
          {records.map(({ recordId, trackingId }) => (
            <li key={recordId}>
              <Link className={classes.link} to={paths.record(scope, edited.base.id, recordId)}>
                {trackingId}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
