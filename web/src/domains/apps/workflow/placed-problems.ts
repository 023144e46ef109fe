import type { Workflow } from '@caseloom/contract/workflow'

/** A problem of a workflow with the item that it is shown at. */
export interface PlacedProblem {
  /** Null for the workflow as a whole. */
  item: string | null
  severity: 'error' | 'warning'
  code: string
  message: string
}

export function problemsOf(_workflow: Workflow): PlacedProblem[] {
  return []
}
