import { textParam } from '../data/search-params.ts'

/**
 * Where the redirecting children of a tenant lead, as paths below it; null when the address lacks what its goal needs,
 * which makes it an unknown one. Values go on as they came: what they mean is decided by the goal.
 */
export function appletWorkflowGoal(id: string): string {
  return `/workflow/applet/${encodeURIComponent(id)}`
}

/** `workflow-run` names all its parts as search parameters. */
const RUN_PARTS = [
  ['', 'id'],
  ['record', 'recordId'],
  ['run', 'runId'],
  ['sequence', 'sequence'],
  ['workflowId', 'workflowId'],
  ['workflowVersion', 'workflowVersion'],
] as const

/** `workflow-run?id=…&recordId=…&runId=…&sequence=…&workflowId=…&workflowVersion=…` */
export function workflowRunGoal(search: Record<string, unknown>): string | null {
  const parts: string[] = []
  for (const [word, name] of RUN_PARTS) {
    const value = textParam(search, name)
    if (value === undefined) return null
    if (word !== '') parts.push(word)
    parts.push(encodeURIComponent(value))
  }
  return `/workflow/${parts.join('/')}`
}

/** `stats?appId=…&reportId=…` is the report; without a report the list of the app. */
export function statsGoal(search: Record<string, unknown>): string | null {
  const appId = textParam(search, 'appId')
  if (appId === undefined) return null
  const reportId = textParam(search, 'reportId')
  const list = `/search/${encodeURIComponent(appId)}`
  return reportId === undefined ? list : `${list}/${encodeURIComponent(reportId)}`
}
