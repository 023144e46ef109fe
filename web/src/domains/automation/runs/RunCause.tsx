import type { CauseRun } from '@caseloom/contract/automation/automation'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { loopText } from '../shared/loop-text.ts'
import own from './RunHeader.module.css'
import type { Run } from '../shared/run-summary.ts'

/** The run that started this one, the first of the chain, and how long the chain is. */
export function CauseFact({ cause }: { cause: NonNullable<Run['cause']> }) {
  const { t } = useTranslation('automation')
  const { depth, root, parent } = cause
  return (
    <>
      <CauseLink run={parent} />
      {depth > 1 && (
        <span>
          {t('loop.root')}: <CauseLink run={root} />
        </span>
      )}
      <span>{t('loop.depth', { count: depth, shown: formatCount(depth) })}</span>
    </>
  )
}

function CauseLink({ run }: { run: CauseRun | null }) {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  if (run === null) return <span>{t('loop.gone')}</span>
  const name = t('run.name', { number: formatCount(run.number) })
  return (
    <Link to={paths.run(scope, run.id)} className={classes.link}>
      {run.playbook === null ? name : t('loop.of', { playbook: run.playbook, run: name })}
    </Link>
  )
}

/** What the run was refused to start because of a loop, with its members in order. */
export function LoopStops({ stops }: { stops: Run['loopStops'] }) {
  const { t } = useTranslation('automation')
  return stops.map((stop, index) => (
    // Stops have no id of their own, and their order is fixed.
    <p key={index} className={own.loopStop}>
      <code>{stop.code}</code>{' '}
      <strong>
        {stop.playbook === null ? t('loop.titleHidden') : t('loop.title', { playbook: stop.playbook })}.
      </strong>{' '}
      {t(`loop.text.${stop.rule}`, { members: loopText(t, stop) })}{' '}
      {stop.times > 1 && `${t('loop.times', { count: stop.times, shown: formatCount(stop.times) })} `}
      {t('loop.advice')}
    </p>
  ))
}
