import { listPlaybooks } from '@caseloom/contract/automation/automation'
import { listDashboards } from '@caseloom/contract/workspaces/workspaces'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { tenantUsersQuery } from '../../data/apps.ts'
import { call } from '../../data/call.ts'
import { keys } from '../../data/keys.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { sessionQuery } from '../../data/session.ts'
import { type FirstStep, firstSteps, type KnownPlaybook } from './first-steps.ts'

/** Last runs change with every delivery. */
const LISTENING_MS = 5_000

function playbooksOf(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'first-steps'),
    queryFn: async ({ signal }) => (await call(listPlaybooks, { params: { tenantId }, signal })).items,
  })
}

function dashboardsOf(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'first-steps'),
    queryFn: async ({ signal }) =>
      (await call(listDashboards, { params: { tenantId }, signal })).items.length,
  })
}

function isListening(playbooks: readonly KnownPlaybook[] | undefined): boolean {
  return firstSteps({ playbooks }).some(({ key, done }) => !done && (key === 'source' || key === 'alert'))
}

/** The steps as they are now; undefined until all is known. A step whose facts can't be read isn't among them. */
export function useFirstSteps(): FirstStep[] | undefined {
  const { tenantId, accountId, permissions, flags } = useTenantScope()
  const session = useQuery(sessionQuery).data
  const mayInvite =
    session?.user.superAdministrator === true ||
    session?.accounts.some(({ id, admin }) => id === accountId && admin) === true
  const mayBuild = permissions.has('playbook:build') && permissions.has('run:read') && flags.ClassicContent
  const mayReport = permissions.has('dashboard:build')
  const playbooks = useQuery({
    ...playbooksOf(tenantId),
    enabled: mayBuild,
    refetchInterval: ({ state }) => (isListening(state.data) ? LISTENING_MS : false),
  })
  const people = useQuery({ ...tenantUsersQuery(tenantId), enabled: mayInvite })
  const dashboards = useQuery({ ...dashboardsOf(tenantId), enabled: mayReport })
  const asked = [playbooks, people, dashboards]
  if (asked.some(({ isLoading }) => isLoading)) return undefined
  return firstSteps({
    playbooks: mayBuild ? playbooks.data : undefined,
    people: mayInvite ? people.data?.filter(({ active }) => active).length : undefined,
    dashboards: mayReport ? dashboards.data : undefined,
  })
}
