import { textParam } from '../data/search-params.ts'

/**
 * Goals of the redirecting children of a tenant, as paths below it; null when a required parameter is missing,
 * which makes the path unknown. Values are passed on unchanged.
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

/** `stats?appId=…&reportId=…` is the report; without a report, the list of the app. */
export function statsGoal(search: Record<string, unknown>): string | null {
  const appId = textParam(search, 'appId')
  if (appId === undefined) return null
  const reportId = textParam(search, 'reportId')
  const list = `/search/${encodeURIComponent(appId)}`
  return reportId === undefined ? list : `${list}/${encodeURIComponent(reportId)}`
}
