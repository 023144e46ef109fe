import type { AppView } from '@caseloom/contract/apps/apps'
import type { WorkflowRunSummary, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useActorNames } from '../../../data/people.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { PageBar } from '../../../ui/frame/Frame.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { CompareMenu, Differing } from './CompareMenu.tsx'
import classes from './Runs.module.css'
import type { Say } from '../../../field-types/field-type.ts'
import { RunStrip } from './RunStrip.tsx'
import { firedOf } from './run-outcomes.ts'
import { hasChanged } from './run-rows.ts'
import { type SavedChange, savedChanges, savedText } from './saved-changes.ts'
import type { Comparison } from './useComparison.ts'

interface RunHeadProps {
  app: AppView
  run: WorkflowRunView
  recordId: string
  /** Oldest first. */
  runs: readonly WorkflowRunSummary[]
  onGo: (sequence: number | null) => void
  comparison: Comparison
  words: Vocabulary
}

export function RunHead({ app, run, recordId, runs, onGo, comparison, words }: RunHeadProps) {
  const { t } = useTranslation('workflow-runs')
  const { role } = useActorNames()
  const scope = useTenantScope()
  const fired = run.rules.filter(({ outcome }) => outcome === 'true')
  const changed = fired.flatMap(({ actions }) => actions).filter((effect) => hasChanged(run, effect))
  const facts = [
    [t('by'), [run.actor.name, ...run.roles.flatMap((id) => role(id) ?? [])].join(', ')],
    [t('at'), <DateTime key="at" at={run.at} seconds />],
    [t('workflow'), t('version', { app: app.name, version: run.workflowVersion })],
    [t('rules'), rulesText(run, t)],
    [t('changed'), t('items', { count: changed.length })],
  ] as const
  return (
    <>
      <PageBar
        title={t('sequence', { sequence: run.sequence })}
        beside={
          <>
            <Chip hue="blue">{t(`occasions.${run.cause}`, { ns: 'workflow' })}</Chip>
            <Saved changes={savedChanges(app, run)} words={words} />
          </>
        }
        actions={
          <>
            <CompareMenu app={app} run={run} runs={runs} comparison={comparison} />
            <Button component={Link} to={paths.record(scope, app.id, recordId)}>
              {t('openRecord')}
            </Button>
            {app.can.build && (
              <Button component={Link} to={paths.workflow(scope, app.id)}>
                {t('openEditor')}
              </Button>
            )}
          </>
        }
      />
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <RunStrip {...{ run, runs, onGo, comparison }} />
      <Differing app={app} run={run} comparison={comparison} />
    </>
  )
}

function rulesText({ rules }: WorkflowRunView, t: Say): string {
  const counts = firedOf(rules)
  return t(counts.hidden === 0 ? 'fired' : 'firedAndHidden', counts)
}

/** What the save did beside what rules did: its first change, and how many more. */
function Saved({ changes, words }: { changes: readonly SavedChange[]; words: Vocabulary }) {
  const { t } = useTranslation('workflow-runs')
  const [first, ...others] = changes.map((change) => savedText(change, words, t))
  if (first === undefined) return null
  return (
    <span className={classes.saved} title={[first, ...others].join('\n')}>
      <span>{first}</span>
      {others.length > 0 && <span>{t('moreChanges', { count: others.length })}</span>}
    </span>
  )
}
