import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../../data/scope.tsx'
import { useBuilder } from '../model/builder-context.ts'
import { type Coverage, type Stretch, wayTo } from '../model/coverage.ts'
import { findStep, triggerKeyOf, triggersOf } from '../model/places.ts'
import { useRecentRuns } from '../samples/samples.ts'
import classes from './SavedTests.module.css'
import { runThatReached } from './saved-tests.queries.ts'

interface UncoveredProps {
  node: string
  coverage: Coverage
  onMake: (runId: string) => void
}

/** How to get to a step that no test reaches, and a run that got there. */
export function Uncovered({ node, coverage, onMake }: UncoveredProps) {
  const { t } = useTranslation('savedTests')
  const { tenantId } = useTenantScope()
  const { document } = useBuilder()
  const trigger = triggerKeyOf(node)
  const recent = useRecentRuns()
  const runs = trigger === null ? recent : recent.filter((run) => run.trigger.key === trigger)
  const found = useQuery(runThatReached(tenantId, runs, trigger === null ? node : null))
  const titleOf = useTitles()
  const way = wayTo(document, node, coverage)
  return (
    <section className={classes.uncovered} aria-labelledby="uncovered">
      <h3 id="uncovered">{t('uncovered', { title: titleOf(node) })}</h3>
      <p>{t('way')}</p>
      <ol className={classes.way}>
        {way.map((stretch) => (
          <li key={stretch.to}>
            <Way stretch={stretch} titleOf={titleOf} />
          </li>
        ))}
      </ol>
      {found.data === null || runs.length === 0 ? <p>{t('noRun')}</p> : null}
      {found.data !== null && found.data !== undefined && <Offer run={found.data} onMake={onMake} />}
    </section>
  )
}

function Offer({ run, onMake }: { run: { id: string; number: number }; onMake: (id: string) => void }) {
  const { t } = useTranslation('savedTests')
  const { number } = run
  return (
    <>
      <p>{t('reachedBy', { number })}</p>
      <div>
        <Button onClick={() => onMake(run.id)}>{t('makeOf', { number })}</Button>
      </div>
    </>
  )
}

function Way({ stretch, titleOf }: { stretch: Stretch; titleOf: (node: string) => string }) {
  const { t } = useTranslation('savedTests')
  const { from, kind, on, condition, to } = stretch
  const title = from === null ? '' : titleOf(from)
  const words =
    kind === 'start' ? t('starts') : kind === 'inside' ? t('inside', { title }) : t(`after.${on}`, { title })
  return (
    <>
      {words} → {titleOf(to)}
      {condition !== null && (
        <>
          , <code>{t('when', { condition })}</code>
        </>
      )}
    </>
  )
}

function useTitles(): (node: string) => string {
  const { document } = useBuilder()
  return (node) => {
    const key = triggerKeyOf(node)
    const part =
      key === null
        ? findStep(document, node)?.step
        : triggersOf(document).find((one) => one.key === key)?.trigger
    const title = part?.['title']
    return typeof title === 'string' ? title : (key ?? node)
  }
}
