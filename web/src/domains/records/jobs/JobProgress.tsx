import type { JobView } from '@caseloom/contract/records/jobs'
import { Button, Progress } from '@mantine/core'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useTask } from '../../../data/useHubs.ts'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { followJob } from './follow-job.ts'
import { countWords, kindWord } from './job-words.ts'
import { jobsEn } from './jobs.en.ts'
import { cancel, download, isOpen, jobQuery, undo } from './jobs.queries.ts'
import classes from './Jobs.module.css'

addTexts('jobs', jobsEn)
const FAULTS_SHOWN = 8

interface JobProgressProps {
  tenantId: string
  job: JobView
  /** Heading level. */
  order?: 2 | 3
}

/** Progress, results, and errors of one job, with cancel, undo, and download. */
export function JobProgress({ tenantId, job: given, order = 3 }: JobProgressProps) {
  const { t } = useTranslation('jobs')
  const { data: job } = useQuery({ ...jobQuery(tenantId, given.id), initialData: given })
  useTask(tenantId, isOpen(job) ? job.id : undefined)
  const Title = order === 2 ? 'h2' : 'h3'
  const name = t('in', { kind: kindWord(t, job), app: job.appName })
  const part = job.total === null || job.total === 0 ? null : Math.min(100, (job.done / job.total) * 100)
  return (
    <section className={classes.job} aria-label={name}>
      <header className={classes.jobHead}>
        <Title className={classes.jobTitle}>{name}</Title>
        <span className={classes.state} data-state={job.state}>
          {t(`state.${job.state}`)}
        </span>
      </header>
      <p className={classes.note}>
        {job.by.name} · <DateTime at={job.createdAt} />
      </p>
      {isOpen(job) && (
        <Progress.Root size="sm">
          <Progress.Section
            value={part ?? 100}
            animated={part === null}
            aria-label={name}
            aria-valuetext={doneText(t, job)}
          />
        </Progress.Root>
      )}
      <p className={classes.counts}>
        {isOpen(job) ? openText(t, job) : countWords(t, job).join(' · ')}
        {!isOpen(job) && job.kind === 'export' && job.file !== null && job.file.name}
      </p>
      {job.error !== null && <ErrorSummary message={job.error} />}
      <Faults job={job} />
      <Actions tenantId={tenantId} job={job} />
    </section>
  )
}

function openText(t: TFunction<'jobs'>, job: JobView): string {
  const done = doneText(t, job)
  if (job.unsearchable === 0) return done
  return `${done} · ${t('unsearchable', { count: formatCount(job.unsearchable) })}`
}

function doneText(t: TFunction<'jobs'>, job: JobView): string {
  return job.total === null
    ? t('progressOpen', { done: formatCount(job.done) })
    : t('progress', { done: formatCount(job.done), total: formatCount(job.total) })
}

function Faults({ job }: { job: JobView }) {
  const { t } = useTranslation('jobs')
  if (job.faults.length === 0) return null
  const shown = job.faults.slice(0, FAULTS_SHOWN)
  const more = job.counts.failed + job.counts.skipped - shown.length
  return (
    <ul className={classes.faults} aria-label={t('faults')}>
      {shown.map((fault) => (
        <li key={`${fault.row} ${fault.record}`}>
          <FaultName job={job} fault={fault} /> {fault.issues.map(issueText).join('; ')}
        </li>
      ))}
      {more > 0 && <li>{t('moreFaults', { count: more })}</li>}
    </ul>
  )
}

function FaultName({ job, fault }: { job: JobView; fault: JobView['faults'][number] }) {
  const { t } = useTranslation('jobs')
  const scope = useTenantScope()
  if (fault.row !== null) return <strong>{t('row', { row: fault.row })}</strong>
  if (fault.recordId === undefined) return <strong>{fault.record}</strong>
  return <Link to={paths.record(scope, job.appId, fault.recordId)}>{fault.record}</Link>
}

function issueText({ path, message }: JobView['faults'][number]['issues'][number]): string {
  const field = path.findLast((part) => typeof part === 'string' && !PLACES.has(part))
  return field === undefined ? message : `${field}: ${message}`
}

const PLACES: ReadonlySet<unknown> = new Set(['body', 'fields', 'set', 'match', 'record'])

function Actions({ tenantId, job }: { tenantId: string; job: JobView }) {
  const { t } = useTranslation('jobs')
  const client = useQueryClient()
  const read = () => client.invalidateQueries({ queryKey: keys.kind(tenantId, 'jobs') })
  const stop = useMutation({ mutationFn: () => cancel(tenantId, job.id), onSettled: read })
  const back = useMutation({
    mutationFn: () => undo(tenantId, job.id),
    onSuccess: (undoing) => followJob(client, tenantId, undoing),
    onSettled: read,
  })
  const save = useMutation({ mutationFn: () => download(tenantId, job) })
  const failure = stop.error ?? back.error ?? save.error
  if (!job.can.cancel && !job.can.undo && !job.can.download && failure === null) return null
  return (
    <div className={classes.actions}>
      {failure !== null && <ErrorSummary message={describeError(failure).text} />}
      {job.can.cancel && (
        <Button size="xs" loading={stop.isPending} onClick={() => stop.mutate()}>
          {t('cancel')}
        </Button>
      )}
      {job.can.download && (
        <Button
          size="xs"
          loading={save.isPending}
          leftSection={<IconDownload size={14} stroke={1.7} aria-hidden />}
          onClick={() => save.mutate()}
        >
          {t(job.kind === 'export' ? 'download' : 'downloadErrors')}
        </Button>
      )}
      {job.can.undo && (
        <Button
          size="xs"
          loading={back.isPending}
          leftSection={<IconArrowBackUp size={14} stroke={1.7} aria-hidden />}
          onClick={() => back.mutate()}
        >
          {t('undo')}
        </Button>
      )}
    </div>
  )
}
