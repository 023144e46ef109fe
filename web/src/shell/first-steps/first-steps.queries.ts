import { listPlaybooks, listRuns } from '@caseloom/contract/automation/automation'
import { listDashboards } from '@caseloom/contract/workspaces/workspaces'
import type { PlaybookId } from '@caseloom/contract/kernel/ids'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
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

/** Asks only about a playbook. */
function succeededRunOf(tenantId: string, playbookId: PlaybookId | undefined) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'runs', 'first-steps', playbookId),
    queryFn:
      playbookId === undefined
        ? skipToken
        : async ({ signal }) => {
            const query = { playbookId, state: 'succeeded', limit: 1 } as const
            return (await call(listRuns, { params: { tenantId }, query, signal })).items.length > 0
          },
  })
}

function isListening(playbooks: readonly KnownPlaybook[] | undefined): boolean {
  return firstSteps({ playbooks }).some(({ key, done }) => !done && (key === 'source' || key === 'alert'))
}

/**
 * The steps as they are now; undefined until all is known. A step whose facts can't be read isn't among them. `isLive` refetches
 * while a step waits for a delivery.
 */
export function useFirstSteps(isLive: boolean): FirstStep[] | undefined {
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
    refetchInterval: ({ state }) => (isLive && isListening(state.data) ? LISTENING_MS : false),
  })
  const people = useQuery({ ...tenantUsersQuery(tenantId), enabled: mayInvite })
  const dashboards = useQuery({ ...dashboardsOf(tenantId), enabled: mayReport })
  const [, alert] = firstSteps({ playbooks: playbooks.data })
  // The summary of a playbook has only its last run and those of a day.
  const isUnproven = alert?.done === false && alert.playbook !== null && alert.playbook.lastRun !== null
  const succeeded = useQuery(succeededRunOf(tenantId, isUnproven ? alert.playbook?.id : undefined))
  const asked = [playbooks, people, dashboards, succeeded]
  if (asked.some(({ isLoading }) => isLoading)) return undefined
  return firstSteps({
    playbooks: mayBuild ? playbooks.data : undefined,
    people: mayInvite ? people.data?.filter(({ active }) => active).length : undefined,
    dashboards: mayReport ? dashboards.data : undefined,
    hasSucceeded: succeeded.data,
  })
}
