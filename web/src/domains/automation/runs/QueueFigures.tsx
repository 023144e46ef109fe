import type { QueueFigures as Figures } from '@caseloom/contract/automation/run-control'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import { Duration } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import { queueFiguresQuery } from '../shared/automation.queries.ts'
import classes from './QueueFigures.module.css'

/** The server stops counting here. */
const MOST = 10_000
const many = (count: number) => (count >= MOST ? `${formatCount(MOST)}+` : formatCount(count))

export function QueueFigures() {
  const { t } = useTranslation('runs')
  const { tenantId } = useTenantScope()
  const { data } = useQuery(queueFiguresQuery(tenantId))
  if (data === undefined) return <div className={classes.strip} />
  const { atWork, share, queued, waiting, oldestQueued, workers, database } = data
  return (
    <>
      {database !== null && <DatabaseNote database={database} />}
      <dl className={classes.strip} aria-label={t('queue.figures')}>
        <Figure label={t('queue.atWork')}>
          {t('queue.ofShare', { shown: many(atWork), share: formatCount(share) })}
        </Figure>
        <Figure label={t('queue.queued')}>
          {many(queued)}
          {oldestQueued !== null && (
            <span className={classes.note}>
              {t('queue.oldest')} <Duration since={oldestQueued} />
            </span>
          )}
        </Figure>
        <Figure label={t('queue.waiting')}>{many(waiting)}</Figure>
        <Figure label={t('queue.workers')}>
          {workers.alive === 0 || workers.since === null ? (
            <State state="failed">{t('queue.noWorker')}</State>
          ) : (
            <>
              {formatCount(workers.alive)}
              <span className={classes.note}>
                {t('queue.workersUp')} <Duration since={workers.since} />
              </span>
            </>
          )}
        </Figure>
      </dl>
    </>
  )
}

function DatabaseNote({ database }: { database: NonNullable<Figures['database']> }) {
  const { t } = useTranslation('runs')
  const { reason, runs } = database
  return (
    <div className={classes.alert} role="status">
      <State state="waiting">{reason}.</State>
      {runs === 0
        ? t('queue.databaseAll')
        : t('queue.databaseRuns', { count: runs, shown: formatCount(runs) })}
    </div>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
