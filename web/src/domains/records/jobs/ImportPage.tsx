import type { AppView } from '@caseloom/contract/apps/apps'
import type { FileView } from '@caseloom/contract/records/files'
import type { JobView } from '@caseloom/contract/records/jobs'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Content, PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { WithApp } from '../model/WithApp.tsx'
import { followJob } from './follow-job.ts'
import { ImportMapping } from './ImportMapping.tsx'
import { ImportUpload } from './ImportUpload.tsx'
import { JobProgress } from './JobProgress.tsx'
import { jobsEn } from './jobs.en.ts'
import { isOpen, jobQuery, type Preview } from './jobs.queries.ts'
import { type ImportChoices, suggested } from './import-choices.ts'
import classes from './Jobs.module.css'

addTexts('jobs', jobsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/record/$appId/import')

export function ImportPage() {
  const { appId } = route.useParams()
  return <WithApp appId={appId}>{(app) => <Import key={app.id} app={app} />}</WithApp>
}

interface Looked {
  file: FileView
  preview: Preview
}

function Import({ app }: { app: AppView }) {
  const { t } = useTranslation('jobs')
  const scope = useTenantScope()
  const client = useQueryClient()
  const [looked, setLooked] = useState<Looked | null>(null)
  const [choices, setChoices] = useState<ImportChoices | null>(null)
  const [job, setJob] = useState<JobView | null>(null)
  const title = t('import.title', { app: app.name })
  useBreadcrumbs([{ label: app.name, to: paths.recordList(scope, app.id) }])
  usePageTitle(title)
  const restart = () => {
    setLooked(null)
    setChoices(null)
    setJob(null)
  }
  const begun = (started: JobView) => {
    setJob(started)
    followJob(client, scope.tenantId, started, { quiet: true })
  }
  return (
    <PageFrame>
      <PageBar title={title} />
      <Content padding="record">
        <div className={classes.page}>
          {looked === null || choices === null ? (
            <ImportUpload
              app={app}
              onRead={(file, preview) => {
                setLooked({ file, preview })
                setChoices(suggested(preview))
              }}
            />
          ) : job === null || job.dryRun ? (
            <MappingStep
              key={looked.file.id}
              looked={looked}
              app={app}
              choices={choices}
              setChoices={setChoices}
              setJob={setJob}
              begun={begun}
              restart={restart}
            />
          ) : null}
          {job !== null && <Result key={job.id} app={app} job={job} onAnother={restart} />}
        </div>
      </Content>
    </PageFrame>
  )
}

interface MappingStepProps {
  looked: Looked
  app: AppView
  choices: ImportChoices
  setChoices: (next: ImportChoices | null) => void
  setJob: (next: JobView | null) => void
  begun: (started: JobView) => void
  restart: () => void
}

function MappingStep({ looked, app, choices, setChoices, setJob, begun, restart }: MappingStepProps) {
  return (
    <ImportMapping
      app={app}
      file={looked.file}
      preview={looked.preview}
      choices={choices}
      onChoices={(next) => {
        setChoices(next)
        setJob(null)
      }}
      onBegun={begun}
      onAnother={restart}
    />
  )
}

function Result({ app, job: given, onAnother }: { app: AppView; job: JobView; onAnother: () => void }) {
  const { t } = useTranslation('jobs')
  const scope = useTenantScope()
  const { data: job } = useQuery({ ...jobQuery(scope.tenantId, given.id), initialData: given })
  return (
    <>
      <JobProgress tenantId={scope.tenantId} job={job} order={2} />
      {!isOpen(job) && job.counts.failed > 0 && <p className={classes.note}>{t('import.fix')}</p>}
      {!isOpen(job) && !job.dryRun && (
        <div className={classes.actions}>
          <Button component={Link} to={paths.recordList(scope, app.id)} variant="filled">
            {t('import.done')}
          </Button>
          <Button onClick={onAnother}>{t('import.another')}</Button>
        </div>
      )}
    </>
  )
}
