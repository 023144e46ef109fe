import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { JobProgress } from './JobProgress.tsx'
import { jobsEn } from './jobs.en.ts'
import { jobsQuery } from './jobs.queries.ts'
import classes from './Jobs.module.css'

addTexts('jobs', jobsEn)

export function JobsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('jobs')
  const { tenantId } = useTenantScope()
  const query = useQuery(jobsQuery(tenantId))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={380}
      title={t('panel.title')}
      closeButtonProps={{ 'aria-label': t('panel.close') }}
    >
      {query.isError && (
        <ErrorSummary message={`${t('panel.loadFailed')}. ${describeError(query.error).text}`} />
      )}
      {query.data?.length === 0 && <p className={classes.note}>{t('panel.none')}</p>}
      <ul className={classes.list}>
        {query.data?.map((job) => (
          <li key={job.id}>
            <JobProgress tenantId={tenantId} job={job} />
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
