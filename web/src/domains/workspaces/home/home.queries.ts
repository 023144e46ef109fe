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
const DAY_MS = 86_400_000

/** All lists that read records: the hub's events refetch them together. */
export const homeLists = (tenantId: string) => keys.list(tenantId, 'widgets', HOME_LISTS)

export function queueQuery(tenantId: string) {
  return queryOptions({
    queryKey: [...homeLists(tenantId), 'queue'],
    queryFn: ({ signal }) => call(routes.myQueue, { params: { tenantId }, query: { limit: SHOWN }, signal }),
  })
}

export function unassignedQuery(tenantId: string) {
  return queryOptions({
    queryKey: [...homeLists(tenantId), 'unassigned'],
    queryFn: ({ signal }) =>
      call(routes.unassignedWork, { params: { tenantId }, query: { limit: SHOWN }, signal }),
  })
}

export function clocksQuery(tenantId: string) {
  return queryOptions({
    queryKey: [...homeLists(tenantId), 'clocks'],
    queryFn: ({ signal }) =>
      call(routes.clocksAtRisk, { params: { tenantId }, query: { limit: SHOWN }, signal }),
    // Clocks run while records stay as they are.
    refetchInterval: 60_000,
  })
}

export function tasksQuery(tenantId: string) {
  return queryOptions({
    queryKey: [...homeLists(tenantId), 'tasks'],
    queryFn: ({ signal }) => call(listTasks, { params: { tenantId }, query: { limit: SHOWN }, signal }),
  })
}

export function waitingQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'approvals', 'home'),
    queryFn: ({ signal }) =>
      call(listApprovals, {
        params: { tenantId },
        query: { box: 'mine', state: 'open', limit: SHOWN },
        signal,
      }),
  })
}

export function failedRunsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'runs', 'home'),
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - DAY_MS).toISOString()
      return call(listRuns, {
        params: { tenantId },
        query: { state: 'failed', from, limit: SHOWN },
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
