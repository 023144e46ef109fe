import type { ActorRef } from '@caseloom/contract/records/records'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import classes from '../model/Records.module.css'

/** Links to the evaluation that set the value, while it is retained. */
export function ByWorkflow({ to }: { to: string | undefined }) {
  const { t } = useTranslation('records')
  if (to === undefined) return <span className={classes.meta}>{t('history.byWorkflow')}</span>
  return (
    <Link className={classes.link} to={to}>
      {t('history.byWorkflow')}
    </Link>
  )
}

/** Leads to the run that made a change, for those who can see runs. */
export function RunLink({ actor }: { actor: ActorRef }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const mayRead = useMay('run:read')
  if (actor.runId === undefined || !mayRead) return null
  return (
    <>
      {' · '}
      <Link className={classes.link} to={paths.run(scope, actor.runId)}>
        {t('history.run')}
      </Link>
    </>
  )
}
