import { Button, Progress } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { linesQuery } from '../../data/lines.ts'
import { paths } from '../../data/paths.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'
import { addTexts } from '../../ui/text/i18n.ts'
import { bidiIsolate } from '../../ui/text/bidi-isolate.ts'
import classes from './FirstSteps.module.css'
import { firstStepsEn } from './first-steps.en.ts'
import { useFirstSteps } from './first-steps.queries.ts'
import type { FirstStep } from './first-steps.ts'
import { type SkippedSteps, useSkippedSteps } from './useSkippedSteps.ts'

addTexts('first-steps', firstStepsEn)

/** What a new tenant needs before it works; gone once all of it is done or skipped. */
export function FirstSteps() {
  const { t } = useTranslation('first-steps')
  const id = useId()
  const skipping = useSkippedSteps()
  const steps = useFirstSteps(!skipping.hidden)
  if (steps === undefined || steps.every(({ key, done }) => done || skipping.skipped.includes(key)))
    return null
  if (skipping.hidden)
    return (
      <p className={classes.foot}>
        <Button variant="subtle" size="compact-sm" onClick={() => skipping.setHidden(false)}>
          {t('show')}
        </Button>
      </p>
    )
  const done = steps.filter((step) => step.done).length
  const progress = t('done', { done, total: steps.length })
  return (
    <section className={classes.root} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id} className={classes.heading}>
          {t('title')}
        </h2>
        <span className={classes.note}>{t('text')}</span>
        <span className={classes.progress}>
          {progress}
          <Progress value={(100 * done) / steps.length} size={4} w={96} aria-label={progress} />
        </span>
      </header>
      <ol className={classes.steps}>
        {steps.map((step, at) => (
          <Step key={step.key} step={step} number={at + 1} skipping={skipping} />
        ))}
      </ol>
      <p className={classes.foot}>
        <Button variant="subtle" size="compact-sm" onClick={() => skipping.setHidden(true)}>
          {t('hide')}
        </Button>
      </p>
    </section>
  )
}

function Step({ step, number, skipping }: { step: FirstStep; number: number; skipping: SkippedSteps }) {
  const { t } = useTranslation('first-steps')
  const { key, done } = step
  const isSkipped = !done && skipping.skipped.includes(key)
  return (
    <li className={classes.step} data-done={done || undefined} data-skipped={isSkipped || undefined}>
      <span className={classes.node} aria-hidden>
        {done ? <IconCheck size={14} stroke={2.2} /> : number}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{t(`${key}.title`)}</span>
        <span className={classes.note}>
          <StepText step={step} />
        </span>
      </span>
      {done ? (
        <span className={classes.works}>{t('works')}</span>
      ) : (
        <span className={classes.actions}>
          {isSkipped ? <span className={classes.note}>{t('skipped')}</span> : <StepActions step={step} />}
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${t(isSkipped ? 'takeBack' : 'skip')}: ${t(`${key}.title`)}`}
            onClick={() => (isSkipped ? skipping.takeBack(key) : skipping.skip(key))}
          >
            {t(isSkipped ? 'takeBack' : 'skip')}
          </Button>
        </span>
      )}
    </li>
  )
}

function StepText({ step: { key, done, playbook, failedRun } }: { step: FirstStep }) {
  const { t } = useTranslation('first-steps')
  const name = playbook === null ? '' : bidiIsolate(playbook.title)
  if (done) return t(`${key}.done`, { name })
  if (key === 'alert' && failedRun !== null) return t('alert.failed', { name })
  return key === 'source' && playbook !== null ? t('source.ready', { name }) : t(`${key}.text`)
}

function StepActions({ step: { key, playbook, failedRun } }: { step: FirstStep }) {
  const { t } = useTranslation('first-steps')
  const scope = useTenantScope()
  const ofPlaybook = playbook === null ? paths.orchestration(scope) : paths.playbook(scope, playbook.id)
  const to = {
    source: paths.connect(scope),
    alert: failedRun === null ? ofPlaybook : paths.run(scope, failedRun),
    team: paths.admin(scope.accountId, 'users'),
    automate: paths.orchestration(scope),
    report: paths.dashboards(scope),
  }[key]
  return (
    <>
      {key === 'source' && <CatalogLink />}
      {key === 'source' && playbook !== null && (
        <Button component={Link} to={ofPlaybook} variant="subtle" size="compact-sm">
          {t('source.open')}
        </Button>
      )}
      <Button component={Link} to={to} variant="default" size="compact-sm">
        {t(key === 'alert' && failedRun !== null ? 'alert.openRun' : `${key}.action`)}
      </Button>
    </>
  )
}

/** Other sources to choose from, where the tenant has a catalog. */
function CatalogLink() {
  const { t } = useTranslation('first-steps')
  const scope = useTenantScope()
  const mayInstall = useMay('content:import')
  const line = useQuery({ ...linesQuery(scope.tenantId), enabled: mayInstall }).data?.items[0]
  if (line === undefined) return null
  return (
    <Button component={Link} to={paths.catalog(scope, line.key)} variant="subtle" size="compact-sm">
      {t('source.more')}
    </Button>
  )
}
