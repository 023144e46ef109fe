import {
  type createRole as createRoute,
  RoleView,
  type updateRole as updateRoute,
} from '@caseloom/contract/identity/directory'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import { type Permission, PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import { audit } from '../../../platform/audit/audit.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInAccount } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { violates } from '../people/create-person.ts'
import { nameKey } from '../people/email.rules.ts'
import { permissionsOf } from '../people/roles.rules.ts'
import { insertRole } from '../people/user.store.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'
import { announceMany } from './rights-changed.ts'
import { deleteRole, lockRole, readRoles, type RoleFacts, saveRole } from './roles.store.ts'

type Deps = Pick<DirectoryDeps, 'system' | 'places'>

/** Built-in roles and those of the account, with what each holds. */
export async function listRoles(
  { system }: Pick<Deps, 'system'>,
  { actor, accountId }: Acting,
): Promise<RoleView[]> {
  allowInAccount(actor, accountId)
  const rows = await system.read((tx) => readRoles(tx, accountId, null))
  return rows.map(roleView)
}

function roleView(row: RoleFacts): RoleView {
  const { id, name, holders } = row
  // Parsing brands the id.
  return RoleView.parse({
    id,
    name,
    holders,
    builtIn: row.built_in !== null,
    permissions: [...permissionsOf([row])],
  })
}

async function viewRole(
  { system }: Pick<Deps, 'system'>,
  accountId: string,
  roleId: string,
): Promise<RoleView> {
  const [row] = await system.read((tx) => readRoles(tx, accountId, roleId))
  if (row === undefined) throw fail('resource.not_found')
  return roleView(row)
}

/** Adds a role. Throws name.taken. */
export async function createRole(
  deps: Deps,
  { actor, accountId, ip }: Acting,
  wanted: RouteBody<typeof createRoute>,
): Promise<RoleView> {
  allowInAccount(actor, accountId)
  const id = newId()
  const permissions = inOrder(wanted.permissions)
  await uniquely(() =>
    deps.system.tx(async (tx) => {
      await insertRole(tx, { id, accountId, name: wanted.name, permissions })
      const object = { kind: 'role', id, name: wanted.name }
      await audit(tx, { accountId, actor, action: 'role.created', object, after: permissions, ip })
    }),
  )
  return viewRole(deps, accountId, id)
}

/** Changes a role for all who hold it. Throws role.built_in, name.taken, resource.not_found. */
export async function updateRole(
  deps: Deps,
  { actor, accountId, ip }: Acting,
  { roleId, change }: { roleId: string; change: RouteBody<typeof updateRoute> },
): Promise<RoleView> {
  allowInAccount(actor, accountId)
  const { tenants } = await deps.places.directory([accountId])
  await uniquely(() =>
    deps.system.tx(async (tx) => {
      const role = await lockRole(tx, accountId, roleId)
      if (role === null) throw fail('resource.not_found')
      if (role.built_in !== null) throw fail('role.built_in')
      const name = cleanText(change.name ?? role.name)
      const permissions = change.permissions === undefined ? role.permissions : inOrder(change.permissions)
      await saveRole(tx, { id: roleId, name, nameKey: nameKey(name), permissions })
      const before = { name: role.name, permissions: role.permissions }
      const object = { kind: 'role', id: roleId, name }
      await audit(tx, {
        accountId,
        actor,
        action: 'role.changed',
        object,
        before,
        after: { name, permissions },
        ip,
      })
      announceMany(tx, [], tenants)
    }),
  )
  return viewRole(deps, accountId, roleId)
}

/** Removes a role that no one holds. Throws role.built_in, role.held, resource.not_found. */
export async function removeRole(
  { system }: Pick<Deps, 'system'>,
  { actor, accountId, ip }: Acting,
  roleId: string,
): Promise<void> {
  allowInAccount(actor, accountId)
  await system.tx(async (tx) => {
    const role = await lockRole(tx, accountId, roleId)
    if (role === null) throw fail('resource.not_found')
    if (role.built_in !== null) throw fail('role.built_in')
    const [facts] = await readRoles(tx, accountId, roleId)
    if (facts !== undefined && facts.holders > 0) throw fail('role.held')
    await deleteRole(tx, roleId)
    const object = { kind: 'role', id: roleId, name: role.name }
    await audit(tx, { accountId, actor, action: 'role.removed', object, before: role.permissions, ip })
  })
}

function inOrder(permissions: readonly Permission[]): Permission[] {
  return PERMISSIONS.filter((permission) => permissions.includes(permission))
}

async function uniquely(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    throw violates(error, 'role_name') ? fail('name.taken') : error
  })
}
