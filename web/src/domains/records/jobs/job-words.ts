import type { JobView } from '@caseloom/contract/records/jobs'
import type { TFunction } from 'i18next'
import { formatCount } from '../../../ui/time.ts'

export const COUNTS = ['started', 'created', 'updated', 'unchanged', 'deleted', 'skipped', 'failed'] as const

export function kindWord(t: TFunction<'jobs'>, job: Pick<JobView, 'kind' | 'dryRun' | 'button'>): string {
  return job.button ?? t(`kind.${job.dryRun ? 'dryRun' : job.kind}`)
}

export function countWords(t: TFunction<'jobs'>, job: JobView): string[] {
  return COUNTS.flatMap((name) => {
    const count = formatCount(job.counts[name])
    if (job.counts[name] === 0) return []
    if (job.kind === 'bulkClose' && isClosingCount(name)) return [t(`closed.${name}`, { count })]
    if (job.kind === 'undo' && name === 'created') return [t('restored', { count })]
    return [t(`${job.dryRun ? 'would' : 'counts'}.${name}`, { count })]
  })
}

function isClosingCount(name: (typeof COUNTS)[number]): name is 'updated' | 'unchanged' | 'failed' {
  return name === 'updated' || name === 'unchanged' || name === 'failed'
}
