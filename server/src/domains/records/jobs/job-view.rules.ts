import { JobView } from '@caseloom/contract/records/jobs'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { may } from '@caseloom/contract/kernel/permissions'
import type { Job } from '../job-state/job-shape.ts'

/** True for the person who started the job, and for people who build apps in the tenant. */
export function maySeeJob(actor: Actor, job: Job): boolean {
  return job.starter === actor.id || may(actor, 'app:build')
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The job as the actor may see it: faults name records, so only the person who started the job sees them. Others see
 * labels of those buttons that are shared with them.
 */
export function jobView(
  actor: Actor,
  job: Job,
  now: Date,
  sharedButtons: ReadonlySet<string> = NONE,
): JobView {
  const isOwn = job.starter === actor.id
  const isOpen = job.state === 'queued' || job.state === 'running'
  const isUndoable = !isOpen && job.undoUntil !== null && job.undoUntil > now && may(actor, 'record:bulk')
  return {
    // Ids of jobs and apps were made by the id generator.
    id: job.id as JobView['id'],
    kind: job.kind,
    state: job.state,
    appId: job.appId as JobView['appId'],
    appName: job.appName,
    button: labelOf(job, isOwn, sharedButtons),
    by: job.actor,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    endedAt: job.endedAt?.toISOString() ?? null,
    total: job.total,
    done: job.done,
    unsearchable: isOpen ? job.place.wordless : 0,
    counts: job.counts,
    dryRun: job.spec.kind === 'import' && job.spec.dryRun,
    error: job.error,
    faults: isOwn ? job.faults : [],
    file: isOwn ? job.file : null,
    undoUntil: job.undoUntil?.toISOString() ?? null,
    can: {
      // Rows whose words are all that is missing are there to stay.
      cancel: isOpen && !job.cancel && job.place.phase !== 'words',
      undo: isUndoable,
      download: isOwn && job.file !== null,
    },
  }
}

function labelOf({ spec }: Job, isOwn: boolean, sharedButtons: ReadonlySet<string>): string | null {
  if (spec.kind !== 'action') return null
  return isOwn || sharedButtons.has(spec.button.id) ? spec.button.label : null
}
