import type { AppView } from '@caseloom/contract/apps/apps'
import type { WorkflowRunSummary, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconGitCompare } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Say } from '../../../field-types/field-type.ts'
import type { Compared, Differences } from './compare-runs.ts'
import classes from './Runs.module.css'
import type { Comparison } from './useComparison.ts'

interface CompareMenuProps {
  app: AppView
  run: WorkflowRunView
  /** Oldest first. */
  runs: readonly WorkflowRunSummary[]
  comparison: Comparison
}

const SHOWN = 12

/** Whether today’s workflow is a later one and can be evaluated: an expired run has no values for that. */
function canCompareWithToday(app: AppView, run: WorkflowRunView): boolean {
  return app.revision > run.workflowVersion && run.expiredAt === null
}

/** Chooses what the run is compared with. */
export function CompareMenu({ app, run, runs, comparison }: CompareMenuProps) {
  const { t } = useTranslation('workflow-runs')
  const others = runs.filter(({ sequence }) => sequence !== run.sequence).toReversed()
  const offersToday = canCompareWithToday(app, run)
  if (others.length === 0 && !offersToday) return null
  const { other } = comparison
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconGitCompare size={14} stroke={1.7} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
        >
          {other === null ? t('compare') : t('compareWith', { name: other.name })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {comparison.with !== null && (
          <Menu.Item onClick={() => comparison.compare(null)}>{t('compareNone')}</Menu.Item>
        )}
        {offersToday && (
          <Menu.Item onClick={() => comparison.compare('today')}>{t('compareToday')}</Menu.Item>
        )}
        {others.slice(0, SHOWN).map(({ sequence }) => (
          <Menu.Item key={sequence} onClick={() => comparison.compare(sequence)}>
            {t('sequence', { sequence })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function differenceText(other: Compared, differences: Differences, t: Say): string {
  const text = countText(other.name, differences, t)
  return other.linkedAsThen === true ? `${text}. ${t('linkedAsThen')}` : text
}

function countText(name: string, { rules, fields }: Differences, t: Say): string {
  const counted = { name, rules: t('rulesCount', { count: rules.size }) }
  if (fields === null) return t('differencesOfRules', counted)
  return t('differences', { ...counted, fields: t('fieldsCount', { count: fields.size }) })
}

/** How much differs, and that the workflow is another one by now. */
export function Differing({ app, run, comparison }: Omit<CompareMenuProps, 'runs'>) {
  const { t } = useTranslation('workflow-runs')
  const { other, differences } = comparison
  const offersToday = canCompareWithToday(app, run)
  if (other === null && !offersToday) return null
  return (
    <p className={classes.note} role="status">
      {other !== null && differences !== null
        ? differenceText(other, differences, t)
        : t('newer', { revision: app.revision })}
      {other === null && (
        <Button size="xs" variant="subtle" onClick={() => comparison.compare('today')}>
          {t('compareToday')}
        </Button>
      )}
    </p>
  )
}
