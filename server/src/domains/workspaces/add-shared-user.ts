import type { SharingLevel } from '@caseloom/contract/kernel/sharing'
import { type Grant, MAX_GRANTS, principalOf, type Sharing } from '@caseloom/contract/kernel/sharing'
import { UserId } from '@caseloom/contract/kernel/ids'
import { allow } from '../../platform/rights.ts'
import type { TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { findDashboard, putDashboard } from './dashboard.store.ts'
import { mayManageDashboard, mayRead } from './sharing.rules.ts'
import { findWorkspace, putWorkspace } from './workspace.store.ts'
import type { Asker, WorkspacesDeps } from './workspaces-deps.ts'
import { publishChange } from './workspaces.events.ts'

const RANK: Record<SharingLevel, number> = { read: 0, use: 1, manage: 2 }

/**
 * A grant for one more user; one that they have is raised, never lowered. What is open to all stays open.
 * Throws request.invalid where the list is full.
 */
export function withUser(sharing: Sharing, userId: string, level: SharingLevel): Sharing {
  if (sharing === null) return null
  const own = sharing.find((grant) => principalOf(grant) === userId)
  if (own !== undefined && RANK[own.level] >= RANK[level]) return sharing
  if (own === undefined && sharing.length >= MAX_GRANTS) throw full()
  const grant: Grant = { to: { userId: UserId.parse(userId) }, level }
  return [...sharing.filter((each) => each !== own), grant]
}

function full() {
  const message = `Already shared with ${MAX_GRANTS} users, groups, and roles. Share it with a group instead.`
  return fail('request.invalid', {
    issues: [{ path: ['body', 'userId'], code: 'too_many', message, max: MAX_GRANTS }],
  })
}

export interface SharedUser {
  id: string
  userId: string
  level: SharingLevel
}

/** Shares a dashboard with one more user of the tenant; throws resource.not_found. */
export async function shareDashboard(
  deps: WorkspacesDeps,
  scope: TenantScope,
  asker: Asker,
  { id, userId, level }: SharedUser,
): Promise<void> {
  await needUser(deps, scope, asker, userId)
  await scope.tx(async (tx) => {
    const before = await findDashboard(tx, id, true)
    if (before === null || !mayRead(asker.actor, 'dashboard:read', before.sharing))
      throw fail('resource.not_found')
    if (!mayManageDashboard(asker.actor, before.sharing)) throw fail('right.missing')
    const sharing = withUser(before.sharing, userId, level)
    if (sharing === before.sharing) return
    const after = { ...before, sharing, revision: before.revision + 1, updatedAt: tx.now }
    await putDashboard(tx, after)
    await publishChange(tx, asker, 'dashboard', { before, after })
  })
}

/** Shares a workspace with one more user of the tenant; throws resource.not_found. */
export async function shareWorkspace(
  deps: WorkspacesDeps,
  scope: TenantScope,
  asker: Asker,
  { id, userId, level }: SharedUser,
): Promise<void> {
  allow(asker.actor, 'workspace:manage')
  await needUser(deps, scope, asker, userId)
  await scope.tx(async (tx) => {
    const before = await findWorkspace(tx, id, true)
    if (before === null) throw fail('resource.not_found')
    const sharing = withUser(before.sharing, userId, level)
    if (sharing === before.sharing) return
    const after = { ...before, sharing, revision: before.revision + 1, updatedAt: tx.now }
    await putWorkspace(tx, after)
    await publishChange(tx, asker, 'workspace', { before, after })
  })
}

async function needUser(
  deps: WorkspacesDeps,
  scope: TenantScope,
  { actor }: Asker,
  userId: string,
): Promise<void> {
  const place = { tenantId: scope.tenantId, accountId: scope.accountId }
  const people = await deps.people(actor, place)
  if (!people.some((person) => person.id === userId)) throw fail('resource.not_found')
}
