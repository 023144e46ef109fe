import {
  type createGroup as createRoute,
  GroupView,
  type updateGroup as updateRoute,
} from '@caseloom/contract/identity/directory'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import { type Audited, audit } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInAccount } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { violates } from '../people/create-person.ts'
import { nameKey } from '../people/email.rules.ts'
import { insertGroup } from '../people/user.store.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'
import {
  changeMembers,
  deleteGroup,
  type GroupRow,
  knownUsers,
  lockGroup,
  readGroups,
  renameGroup,
} from './groups.store.ts'
import { assignRoles, unknown } from './role-assignments.ts'
import { heldRoles } from './holdings.store.ts'
import { notify } from '../notices/notify.ts'
import { announceMany, type ChangedUser } from './rights-changed.ts'

type Deps = Pick<DirectoryDeps, 'system' | 'places' | 'publicUrl'>

/** Groups of an account by name. */
export async function listGroups(
  { system }: Pick<Deps, 'system'>,
  { actor, accountId }: Acting,
): Promise<GroupView[]> {
  allowInAccount(actor, accountId)
  const rows = await system.read((tx) => readGroups(tx, accountId, null))
  return rows.map((row) => GroupView.parse(row))
}

async function viewGroup(
  { system }: Pick<Deps, 'system'>,
  accountId: string,
  groupId: string,
): Promise<GroupView> {
  const rows = await system.read((tx) => readGroups(tx, accountId, groupId))
  if (rows[0] === undefined) throw fail('resource.not_found')
  return GroupView.parse(rows[0] satisfies GroupRow)
}

/** Adds a group. Throws name.taken, request.invalid at unknown roles and tenants. */
export async function createGroup(
  deps: Deps,
  acting: Acting,
  wanted: RouteBody<typeof createRoute>,
): Promise<GroupView> {
  allowInAccount(acting.actor, acting.accountId)
  const { tenants } = await deps.places.directory([acting.accountId])
  const { accountId } = acting
  const id = newId()
  await uniquely(() =>
    deps.system.tx(async (tx) => {
      await insertGroup(tx, { id, accountId, name: wanted.name })
      await assignRoles(tx, { accountId, groupId: id }, wanted.roles, tenants)
      await record(tx, acting, { id, name: wanted.name }, { action: 'group.created', after: wanted.roles })
    }),
  )
  return viewGroup(deps, accountId, id)
}

/** Changes a group; what it gives counts immediately. Throws name.taken, request.invalid, resource.not_found. */
export async function updateGroup(
  deps: Deps,
  acting: Acting,
  { groupId, change }: { groupId: string; change: RouteBody<typeof updateRoute> },
): Promise<GroupView> {
  allowInAccount(acting.actor, acting.accountId)
  const { accountId } = acting
  const { tenants } = await deps.places.directory([accountId])
  await uniquely(() =>
    deps.system.tx(async (tx) => {
      const group = await lockGroup(tx, accountId, groupId)
      if (group === null) throw fail('resource.not_found')
      const object = { id: groupId, name: change.name ?? group.name }
      if (change.name !== undefined && change.name !== group.name) {
        await renameGroup(tx, groupId, { name: cleanText(change.name), nameKey: nameKey(change.name) })
        await record(tx, acting, object, { action: 'group.renamed', before: group.name, after: change.name })
      }
      const before = await heldRoles(tx, { accountId, groupId })
      const roles = change.roles ?? null
      const gave = roles !== null && (await assignRoles(tx, { accountId, groupId }, roles, tenants))
      if (gave) await record(tx, acting, object, { action: 'group.roles_changed', before, after: roles })
      const moved = await moveMembers(tx, deps, acting, { ...change, ...object })
      if (gave || moved.length > 0) announceMany(tx, moved, tenants)
    }),
  )
  return viewGroup(deps, accountId, groupId)
}

async function moveMembers(
  tx: Tx,
  deps: Deps,
  acting: Acting,
  group: {
    id: string
    name: string
    addUserIds?: string[] | undefined
    removeUserIds?: string[] | undefined
  },
): Promise<ChangedUser[]> {
  const [add, remove] = [group.addUserIds ?? [], group.removeUserIds ?? []]
  if (add.length + remove.length === 0) return []
  const known = await knownUsers(tx, acting.accountId, [...add, ...remove])
  const strange = (field: string, ids: readonly string[]): Issue[] =>
    ids.flatMap((id, index) => (known.has(id) ? [] : [unknown([field, index], 'No such user')]))
  const issues = [...strange('addUserIds', add), ...strange('removeUserIds', remove)]
  if (issues.length > 0) throw fail('request.invalid', { issues })
  const moved = await changeMembers(tx, group.id, { add, remove })
  if (moved.length === 0) return []
  await record(tx, acting, group, { action: 'group.members_changed', after: { added: add, removed: remove } })
  for (const { person_id: personId } of moved) {
    const text = `An administrator changed your membership in the group ${group.name}.`
    const { accountId } = acting
    await notify(tx, deps.publicUrl, {
      personId,
      accountId,
      kind: 'accessChanged',
      title: 'Your access changed',
      text,
    })
  }
  return moved
}

/** Removes a group with the roles it gave. Throws resource.not_found. */
export async function removeGroup(deps: Deps, acting: Acting, groupId: string): Promise<void> {
  allowInAccount(acting.actor, acting.accountId)
  const { accountId } = acting
  const { tenants } = await deps.places.directory([accountId])
  await deps.system.tx(async (tx) => {
    const group = await lockGroup(tx, accountId, groupId)
    if (group === null) throw fail('resource.not_found')
    const before = await heldRoles(tx, { accountId, groupId })
    await deleteGroup(tx, groupId)
    await record(tx, acting, { id: groupId, name: group.name }, { action: 'group.removed', before })
    announceMany(tx, [], tenants)
  })
}

async function uniquely(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    throw violates(error, 'group_name') ? fail('name.taken') : error
  })
}

async function record(
  tx: Tx,
  { actor, accountId, ip }: Acting,
  { id, name }: { id: string; name: string },
  fact: Pick<Audited, 'action' | 'before' | 'after'>,
): Promise<void> {
  await audit(tx, { accountId, actor, object: { kind: 'group', id, name }, ip, ...fact })
}
