import { WORKFLOW_RUN_DAYS } from '@caseloom/contract/apps/workflow-runs'
import type { AppTable } from '../model/record-shape.ts'

const DAY_MS = 86_400_000

/** Runs before this may have been deleted; null where the app keeps all. */
export function retainedSince(
  { keepWorkflowRuns }: Pick<AppTable, 'keepWorkflowRuns'>,
  now: Date,
): Date | null {
  if (keepWorkflowRuns === 'forever') return null
  return daysBefore(now, keepWorkflowRuns ?? WORKFLOW_RUN_DAYS)
}

/** Days that coverage looks back: at most the default, so that counts of apps compare. */
export function coveredDays({ keepWorkflowRuns }: Pick<AppTable, 'keepWorkflowRuns'>): number {
  const days = typeof keepWorkflowRuns === 'number' ? keepWorkflowRuns : WORKFLOW_RUN_DAYS
  return Math.min(days, WORKFLOW_RUN_DAYS)
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
