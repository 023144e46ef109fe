import type { JobView } from '@caseloom/contract/records/jobs'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import i18next from 'i18next'
import { describeError } from '../../../data/describe-error.ts'
import { watchTask } from '../../../data/hubs.ts'
import { keys } from '../../../data/keys.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { countWords, kindWord } from './job-words.ts'
import { jobsEn } from './jobs.en.ts'
import { download, isOpen, jobQuery, undo } from './jobs.queries.ts'

addTexts('jobs', jobsEn)

const OFFER_MS = 15_000
const SOON_MS = 1200

export function followJob(
  client: QueryClient,
  tenantId: string,
  job: JobView,
  { quiet = false }: { quiet?: boolean } = {},
): void {
  const t = i18next.getFixedT('en', 'jobs')
  void client.invalidateQueries({ queryKey: keys.list(tenantId, 'jobs') })
  const unwatch = watchTask(client, tenantId, job.id)
  // Observed like a page's query: an update during a read, or before the watch began, is followed by another read.
  const observer = new QueryObserver(client, {
    ...jobQuery(tenantId, job.id),
    staleTime: 0,
    refetchIntervalInBackground: true,
  })
  let hasEnded = false
  const unlisten = observer.subscribe(({ data }) => {
    if (data !== undefined && !isOpen(data)) end(data)
  })
  function end(now: JobView): void {
    if (hasEnded) return
    hasEnded = true
    unwatch()
    unlisten()
    void client.invalidateQueries({ queryKey: keys.list(tenantId, 'jobs') })
    void client.invalidateQueries({ queryKey: keys.kind(tenantId, 'records') })
    if (!quiet || !job.dryRun) reportJob(client, tenantId, now)
  }
  // Most jobs finish before their start message is read.
  setTimeout(() => {
    if (!hasEnded && !quiet)
      toast({ title: t('toast.begun', { kind: kindWord(t, job) }), text: t('toast.begunText') })
  }, SOON_MS)
}

function reportJob(client: QueryClient, tenantId: string, job: JobView): void {
  const t = i18next.getFixedT('en', 'jobs')
  const kind = kindWord(t, job)
  if (job.state === 'failed')
    return toast({ kind: 'error', title: t('toast.failed', { kind }), text: job.error ?? '' })
  const words = countWords(t, job).join(', ')
  const action = actionOf(client, tenantId, job)
  toast({
    kind: job.counts.failed > 0 ? 'info' : 'success',
    title: job.kind === 'export' ? t('toast.ready') : `${kind}: ${t(`state.${job.state}`).toLowerCase()}`,
    text: job.kind === 'export' ? (job.file?.name ?? '') : words,
    ...(action === null ? {} : { action, for: OFFER_MS }),
  })
}

function actionOf(client: QueryClient, tenantId: string, job: JobView) {
  const t = i18next.getFixedT('en', 'jobs')
  const attempt = (work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => toast({ kind: 'error', title: describeError(error).text }))
  }
  if (job.can.undo)
    return {
      label: t('undo'),
      run: attempt(async () => followJob(client, tenantId, await undo(tenantId, job.id))),
    }
  return job.kind === 'export' && job.can.download
    ? { label: t('download'), run: attempt(() => download(tenantId, job)) }
    : null
}
