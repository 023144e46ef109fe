import { Button } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
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

/** Opens the list of the records that took a rule. */
export const TakenContext = createContext<(rule: string) => void>(() => undefined)

/** "Taken by 412 of 1,204 records in 90 days"; empty where nothing is known. */
export function useTakenSentence(rule: string): string {
  const { t } = useTranslation('workflow-editor')
  const { coverage } = useWorkflow()
  const taken = takenOf(coverage, rule)
  if (coverage === null || taken === null) return ''
  const { days } = coverage
  const records = t('coverage.ofRecords', { count: coverage.records, number: formatCount(coverage.records) })
  return taken === 0
    ? t('coverage.none', { records, days })
    : t('coverage.taken', { taken: formatCount(taken), records, days })
}

/** How many records took a rule lately; press it for the records. The panel of the rule has them for keys. */
export function TakenCount({ rule }: { rule: string }) {
  const { t } = useTranslation('workflow-editor')
  const { coverage } = useWorkflow()
  const list = use(TakenContext)
  const sentence = useTakenSentence(rule)
  const taken = takenOf(coverage, rule)
  if (taken === null) return null
  if (taken === 0)
    return (
      <span className={classes.never}>
        <IconAlertTriangleFilled size={13} className={marks.warning} aria-hidden />
        {t('coverage.never')}
      </span>
    )
  return (
    <button
      type="button"
      className={classes.count}
      tabIndex={-1}
      title={sentence}
      onClick={(event) => {
        event.stopPropagation()
        list(rule)
      }}
    >
      {formatCount(taken)}
    </button>
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

/** Opens the records that took a rule, from its panel. */
export function ShowTaken({ rule }: { rule: string }) {
  const { t } = useTranslation('workflow-editor')
  const { coverage } = useWorkflow()
  const list = use(TakenContext)
  const taken = takenOf(coverage, rule)
  if (taken === null || taken === 0) return null
  return (
    <div>
      <Button size="xs" onClick={() => list(rule)}>
        {t('coverage.show', { count: taken, number: formatCount(taken) })}
      </Button>
    </div>
  )
}
