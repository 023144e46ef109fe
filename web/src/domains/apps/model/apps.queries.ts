import * as deletion from '@caseloom/contract/apps/app-deletion'
import { appMembers } from '@caseloom/contract/apps/app-members'
import * as lifecycle from '@caseloom/contract/apps/app-lifecycle'
import * as routes from '@caseloom/contract/apps/apps'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { listButtons } from '@caseloom/contract/automation/triggers'
import { listTakingRecords, workflowCoverage } from '@caseloom/contract/apps/workflow-runs'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

export function appQuery(tenantId: string, appId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'apps', appId),
    queryFn: ({ signal }) => call(routes.getApp, { params: { tenantId, appId }, signal }),
  })
}

/** Shares its entry with the record page. */
export function appButtonsQuery(tenantId: string, appId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'buttons', appId),
    queryFn: async ({ signal }) => (await call(listButtons, { params: { tenantId, appId }, signal })).items,
    staleTime: 60_000,
  })
}

/** How many records took each rule of the published workflow. */
export function coverageQuery(tenantId: string, appId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'apps', appId, 'workflow-coverage'),
    queryFn: ({ signal }) => call(workflowCoverage, { params: { tenantId, appId }, signal }),
    staleTime: 60_000,
  })
}

/** The records that took a rule, by page. */
export function takingRecordsQuery(tenantId: string, appId: string, rule: string) {
  return infiniteQueryOptions({
    queryKey: keys.one(tenantId, 'apps', appId, 'workflow-coverage', rule),
    queryFn: ({ signal, pageParam }) =>
      call(listTakingRecords, {
        params: { tenantId, appId, rule },
        query: { limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    // The first page has no cursor.
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

export function revisionsQuery(tenantId: string, appId: string) {
  return infiniteQueryOptions({
    queryKey: keys.one(tenantId, 'apps', appId, 'revisions'),
    queryFn: ({ signal, pageParam }) =>
      call(routes.listAppRevisions, {
        params: { tenantId, appId },
        query: { limit: 20, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    // The first page has no cursor.
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

export const addApp = (tenantId: string, body: RouteBodyInput<typeof routes.createApp>) =>
  call(routes.createApp, { params: { tenantId }, body })
export const publishApp = (tenantId: string, appId: string, body: RouteBodyInput<typeof routes.updateApp>) =>
  call(routes.updateApp, { params: { tenantId, appId }, body })
export const readRevision = (tenantId: string, appId: string, revision: number) =>
  call(routes.getAppRevision, { params: { tenantId, appId, revision: String(revision) } })

/** Caches a published app and refetches lists and revisions. */
export function keepApp(client: QueryClient, tenantId: string, app: routes.AppView): void {
  client.setQueryData(keys.one(tenantId, 'apps', app.id), app)
  void client.invalidateQueries({ queryKey: keys.list(tenantId, 'apps') })
  void client.invalidateQueries({ queryKey: keys.one(tenantId, 'apps', app.id, 'revisions') })
}

/** Dependents of an app, read before it is deleted. */
export function dependentsQuery(tenantId: string, appId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'apps', appId, 'dependents'),
    queryFn: ({ signal }) => call(deletion.appDependents, { params: { tenantId, appId }, signal }),
    staleTime: 0,
  })
}

export function deletedAppsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'apps', 'deleted'),
    queryFn: async ({ signal }) =>
      (await call(deletion.listDeletedApps, { params: { tenantId }, signal })).items,
  })
}

export const deleteApp = (tenantId: string, appId: string, name: string) =>
  call(deletion.deleteApp, { params: { tenantId, appId }, body: { name } })
export const restoreApp = (tenantId: string, deletedAppId: string) =>
  call(deletion.restoreApp, { params: { tenantId, deletedAppId } })

export const copyApp = (tenantId: string, appId: string, body: RouteBodyInput<typeof lifecycle.copyApp>) =>
  call(lifecycle.copyApp, { params: { tenantId, appId }, body })
export const archiveApp = (tenantId: string, archivedAppId: string) =>
  call(lifecycle.archiveApp, { params: { tenantId, archivedAppId } })
export const unarchiveApp = (tenantId: string, archivedAppId: string) =>
  call(lifecycle.unarchiveApp, { params: { tenantId, archivedAppId } })

/** After an app is deleted or restored, whatever names apps is refetched. */
export const forgetApps = (client: QueryClient, tenantId: string) =>
  client.invalidateQueries({ queryKey: keys.list(tenantId, 'apps') })

export type MembersOf = RouteBodyInput<typeof appMembers>

/** Who can do what with a definition of an app that may be a draft. */
export function membersQuery(tenantId: string, appId: string, definition: MembersOf) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'apps', appId, 'members', definition),
    queryFn: ({ signal }) => call(appMembers, { params: { tenantId, appId }, body: definition, signal }),
    placeholderData: keepPreviousData,
  })
}
