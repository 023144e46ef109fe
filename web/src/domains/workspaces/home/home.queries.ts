import { listApprovals } from '@caseloom/contract/automation/approvals'
import { listRuns } from '@caseloom/contract/automation/automation'
import { updateRecord } from '@caseloom/contract/records/records'
import { listTasks } from '@caseloom/contract/records/tasks'
import * as routes from '@caseloom/contract/workspaces/my-work'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'
import { HOME_LISTS } from '../useLiveWidgets.ts'

/** Rows of a list. */
export const SHOWN = 10

/** How a page sets a list. */
export interface ListSettings {
  /** Instead of the usual title. */
  title?: string | undefined
  rows?: number | undefined
}
const DAY_MS = 86_400_000

/** All lists that read records: the hub's events refetch them together. */
export const homeLists = (tenantId: string) => keys.list(tenantId, 'widgets', HOME_LISTS)

export function queueQuery(tenantId: string, rows: number) {
  return queryOptions({
    queryKey: [...homeLists(tenantId), 'queue', rows],
    queryFn: ({ signal }) => call(routes.myQueue, { params: { tenantId }, query: { limit: rows }, signal }),
  })
}

export function unassignedQuery(tenantId: string, rows: number) {
  return queryOptions({
    queryKey: [...homeLists(tenantId), 'unassigned', rows],
    queryFn: ({ signal }) =>
      call(routes.unassignedWork, { params: { tenantId }, query: { limit: rows }, signal }),
  })
}

export function clocksQuery(tenantId: string, rows: number) {
  return queryOptions({
    queryKey: [...homeLists(tenantId), 'clocks', rows],
    queryFn: ({ signal }) =>
      call(routes.clocksAtRisk, { params: { tenantId }, query: { limit: rows }, signal }),
    // Clocks run while records stay as they are.
    refetchInterval: 60_000,
  })
}

export function tasksQuery(tenantId: string, rows: number) {
  return queryOptions({
    queryKey: [...homeLists(tenantId), 'tasks', rows],
    queryFn: ({ signal }) => call(listTasks, { params: { tenantId }, query: { limit: rows }, signal }),
  })
}

export function waitingQuery(tenantId: string, rows: number) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'approvals', 'home', rows),
    queryFn: ({ signal }) =>
      call(listApprovals, {
        params: { tenantId },
        query: { box: 'mine', state: 'open', limit: rows },
        signal,
      }),
  })
}

export function failedRunsQuery(tenantId: string, rows: number) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'runs', 'home', rows),
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - DAY_MS).toISOString()
      return call(listRuns, {
        params: { tenantId },
        query: { state: 'failed', from, limit: rows },
        signal,
      })
    },
  })
}

interface Assigning {
  tenantId: string
  appId: string
  recordId: string
  version: number
  /** Key of the field, and what it becomes. */
  field: string
  value: JsonValue
}

/** Fails with resource.version_conflict when someone else changed the field since the version. */
export const assign = ({ tenantId, appId, recordId, version, field, value }: Assigning) =>
  call(updateRecord, {
    params: { tenantId, appId, recordId },
    body: { version, fields: { [field]: value } },
  })
