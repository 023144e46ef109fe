import { WORKFLOW_RUN_DAYS } from '@caseloom/contract/apps/workflow-runs'
import type { AppTable } from '../model/record-shape.ts'

const DAY_MS = 86_400_000

/** Before this, what runs read and changed is deleted; null where the app keeps all. */
export function retainedSince(
  { keepWorkflowRuns }: Pick<AppTable, 'keepWorkflowRuns'>,
  now: Date,
): Date | null {
  if (keepWorkflowRuns === 'forever') return null
  return daysBefore(now, keepWorkflowRuns ?? WORKFLOW_RUN_DAYS)
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
