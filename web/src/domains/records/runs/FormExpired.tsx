import type { AppView } from '@caseloom/contract/apps/apps'
import { WORKFLOW_RUN_DAYS } from '@caseloom/contract/apps/workflow-runs'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { formatDateTime } from '../../../ui/time.ts'
import { useZone } from '../../../ui/Times.tsx'
import classes from './Runs.module.css'

/** In place of the form of an expired run: since when its values are no longer stored, and which setting says so. */
export function FormExpired({ app, at }: { app: AppView; at: string }) {
  const { t } = useTranslation('workflow-runs')
  const scope = useTenantScope()
  const date = formatDateTime(new Date(at), useZone())
  const keep = app.keepWorkflowRuns ?? WORKFLOW_RUN_DAYS
  return (
    <section className={classes.form} aria-label={t('form')}>
      <header className={classes.columnHead}>
        <h2>{t('form')}</h2>
      </header>
      <div className={classes.expired}>
        <h3>{t('valuesExpired')}</h3>
        <p>{t('valuesExpiredText', { date })}</p>
        <p>{keep === 'forever' ? t('retentionForever') : t('retention', { count: keep })}</p>
        {app.can.build && (
          <Button component={Link} to={paths.appBuilder(scope, app.id)}>
            {t('openBuilder')}
          </Button>
        )}
      </div>
    </section>
  )
}
