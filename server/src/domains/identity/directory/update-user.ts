import type { updateUser as updateRoute, UserView } from '@caseloom/contract/identity/directory'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import { type Audited, audit } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInAccount } from '../../../platform/rights.ts'
import { deleteChallengesOf } from '../sessions/challenge.store.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'
import { dropExemption } from './exempt-user.ts'
import { assignGroups, assignRoles, type KnownTenants } from './role-assignments.ts'
import { groupsOf, heldRoles } from './holdings.store.ts'
import { readUserView } from './list-users.ts'
import {
  countAdmins,
  endSessionsIn,
  lockAdmins,
  lockUser,
  type Membership,
  renameInvited,
  renamePerson,
  updateMembership,
} from './membership.store.ts'
import { notify } from '../notices/notify.ts'
import { endPasswordTokens } from './password-token.store.ts'
import { announceUser } from './rights-changed.ts'

type Change = RouteBody<typeof updateRoute>

/**
 * Changes a user. Disabling ends their sessions immediately; enabling who never accepted makes them invited again.
 * @throws user.last_admin, request.invalid at the name of a person of several accounts, resource.not_found
 */
export async function updateUser(
  deps: DirectoryDeps,
  acting: Acting,
  { userId, change }: { userId: string; change: Change },
): Promise<UserView> {
  allowInAccount(acting.actor, acting.accountId)
  const { tenants } = await deps.places.directory([acting.accountId])
  await deps.system.tx(async (tx) => {
    const user = await startChange(tx, acting.accountId, userId)
    const facts = await applyChange(tx, { user, change, tenants })
    if (facts.length === 0) return
    const next = {
      ...user,
      ...statusOf(user, change),
      account_admin: change.accountAdmin ?? user.account_admin,
    }
    const rev = await updateMembership(tx, next)
    await checkAdmins(tx, user)
    if (next.status === 'disabled') await shutOut(tx, user)
    await recordFacts(tx, acting, { user, facts })
    if (facts.some((fact) => fact.isAccess)) await notifyAccessChange(tx, deps, user)
    announceUser(tx, { ...user, rev }, tenants)
  })
  return readUserView(deps, acting.accountId, userId)
}

/** Takes a user out of the account; the name stays with what they did. Throws user.last_admin, resource.not_found. */
export async function removeUser(deps: DirectoryDeps, acting: Acting, userId: string): Promise<void> {
  const { actor, accountId, ip } = acting
  allowInAccount(actor, accountId)
  const { tenants } = await deps.places.directory([accountId])
  await deps.system.tx(async (tx) => {
    const user = await startChange(tx, accountId, userId)
    const rev = await updateMembership(tx, {
      ...user,
      status: 'removed',
      account_admin: false,
      invited_until: null,
    })
    await checkAdmins(tx, user)
    await shutOut(tx, user)
    await tx.query('delete from caseloom.api_token where user_id = $1', [user.id])
    await dropExemption(tx, acting, user)
    const object = { kind: 'user', id: user.id, name: user.name }
    await audit(tx, { accountId, actor, action: 'user.removed', object, before: { status: user.status }, ip })
    await notifyAccessChange(tx, deps, user)
    announceUser(tx, { ...user, rev }, tenants)
  })
}

async function startChange(tx: Tx, accountId: string, userId: string): Promise<Membership> {
  await lockAdmins(tx, accountId)
  const user = await lockUser(tx, accountId, userId)
  if (user === null) throw fail('resource.not_found')
  return user
}

async function checkAdmins(tx: Tx, before: Membership): Promise<void> {
  const wasOne = before.account_admin && before.status === 'active' && before.kind === 'person'
  if (wasOne && (await countAdmins(tx, before.account_id)) === 0) throw fail('user.last_admin')
}

/** Sessions, half-done sign-ins and open links end; tokens are refused while the user is not active. */
async function shutOut(tx: Tx, user: Membership): Promise<void> {
  await endSessionsIn(tx, user.person_id, user.account_id)
  await deleteChallengesOf(tx, user.person_id)
  await endPasswordTokens(tx, user.person_id, { purpose: 'invitation', userId: user.id })
}

interface Fact extends Pick<Audited, 'action' | 'before' | 'after'> {
  isAccess: boolean
}

async function applyChange(
  tx: Tx,
  { user, change, tenants }: { user: Membership; change: Change; tenants: KnownTenants },
): Promise<Fact[]> {
  const holder = { accountId: user.account_id, userId: user.id }
  const before = { roles: await heldRoles(tx, holder), groupIds: await groupsOf(tx, user.id) }
  const facts: Fact[] = []
  if (change.name !== undefined && cleanText(change.name) !== user.name) {
    if (user.goes_by_invited_name) await renameInvited(tx, user.id, cleanText(change.name))
    else if (user.elsewhere)
      throw invalid('name', 'elsewhere_too', 'This person also belongs to other accounts')
    else await renamePerson(tx, user.person_id, cleanText(change.name))
    facts.push({ action: 'user.renamed', before: user.name, after: change.name, isAccess: false })
  }
  const { status } = statusOf(user, change)
  if (status !== user.status) {
    const action = status === 'disabled' ? 'user.disabled' : 'user.enabled'
    facts.push({ action, before: user.status, after: status, isAccess: true })
  }
  const admin = change.accountAdmin ?? user.account_admin
  if (admin !== user.account_admin)
    facts.push({ action: admin ? 'user.made_admin' : 'user.admin_taken', isAccess: true })
  if (change.roles !== undefined && (await assignRoles(tx, holder, change.roles, tenants)))
    facts.push({ action: 'user.roles_changed', before: before.roles, after: change.roles, isAccess: true })
  if (change.groupIds !== undefined && (await assignGroups(tx, holder, change.groupIds)))
    facts.push({
      action: 'user.groups_changed',
      before: before.groupIds,
      after: change.groupIds,
      isAccess: true,
    })
  return facts
}

/** The status that a change asks for: who never accepted cannot be made active by someone else. */
function statusOf(user: Membership, change: Change): Pick<Membership, 'status'> {
  if (change.status === undefined || change.status === user.status) return { status: user.status }
  if (change.status === 'disabled') return { status: 'disabled' }
  if (user.status === 'invited')
    throw invalid('status', 'not_accepted', 'This person hasn’t accepted the invitation yet')
  return { status: user.invited_until === null ? 'active' : 'invited' }
}

function invalid(field: string, code: string, message: string) {
  const issue: Issue = { path: ['body', field], code, message }
  return fail('request.invalid', { issues: [issue] })
}

async function recordFacts(
  tx: Tx,
  { actor, accountId, ip }: Acting,
  { user, facts }: { user: Membership; facts: readonly Fact[] },
): Promise<void> {
  const object = { kind: 'user', id: user.id, name: user.name }
  for (const { isAccess: _isAccess, ...fact } of facts)
    await audit(tx, { accountId, actor, object, ip, ...fact })
}

async function notifyAccessChange(tx: Tx, deps: DirectoryDeps, user: Membership): Promise<void> {
  await notify(tx, deps.publicUrl, {
    personId: user.person_id,
    accountId: user.account_id,
    kind: 'accessChanged',
    title: 'Your access changed',
    text: 'An administrator changed your permissions.',
  })
}
