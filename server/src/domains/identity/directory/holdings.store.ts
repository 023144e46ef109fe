import { z } from 'zod'
import { IdRow } from '../../../platform/database/rows.ts'
import type { HeldRole } from '@caseloom/contract/identity/directory'
import type { Tx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'

const GroupIdRow = z.object({ group_id: z.string() })

/** Who holds roles: a user or a group of the account. */
export type Holder = { accountId: string } & ({ userId: string } | { groupId: string })
export const Held = z.object({ roleId: z.string(), tenantId: z.string().nullable() })
export type Held = z.infer<typeof Held>

const columnOf = (holder: Holder) => ('userId' in holder ? 'user_id' : 'group_id')
const idOf = (holder: Holder) => ('userId' in holder ? holder.userId : holder.groupId)

export async function heldRoles(tx: Tx, holder: Holder): Promise<Held[]> {
  return tx.rows(
    Held,
    `select role_id as "roleId", tenant_id as "tenantId" from caseloom.role_assignment
      where ${columnOf(holder)} = $1 and source = 'hand' order by created_at, id`,
    [idOf(holder)],
  )
}

/** Ids among these that are roles an account may give: built-in ones and its own. */
export async function knownRoles(tx: Tx, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(
    // Locked, so that a role is not removed while it is given.
    IdRow,
    `select id from caseloom.role where id = any($2::uuid[]) and (account_id is null or account_id = $1) for key share`,
    [accountId, ids],
  )
  return new Set(rows.map((row) => row.id))
}

/** Makes these the roles that the holder was given by hand; those that a provider gives are its own affair. */
export async function replaceRoles(tx: Tx, holder: Holder, roles: readonly Held[]): Promise<void> {
  const column = columnOf(holder)
  await tx.query(
    `delete from caseloom.role_assignment a where a.${column} = $1 and a.source = 'hand' and not exists (
       select from unnest($2::uuid[], $3::uuid[]) as w(role_id, tenant_id)
        where w.role_id = a.role_id and w.tenant_id is not distinct from a.tenant_id)`,
    [idOf(holder), roles.map((role) => role.roleId), roles.map((role) => role.tenantId)],
  )
  for (const role of roles) {
    await tx.query(
      `insert into caseloom.role_assignment (id, account_id, role_id, ${column}, tenant_id, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict on constraint role_assignment_once do nothing`,
      [newId(), holder.accountId, role.roleId, idOf(holder), role.tenantId, tx.now],
    )
  }
}

export async function groupsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.rows(
    GroupIdRow,
    'select group_id from caseloom.group_member where user_id = $1 order by group_id',
    [userId],
  )
  return rows.map((row) => row.group_id)
}

export async function knownGroups(tx: Tx, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(
    IdRow,
    'select id from caseloom.group where account_id = $1 and id = any($2::uuid[]) for key share',
    [accountId, ids],
  )
  return new Set(rows.map((row) => row.id))
}

/** Puts the user into exactly these groups. */
export async function replaceGroups(tx: Tx, userId: string, groupIds: readonly string[]): Promise<void> {
  await tx.query('delete from caseloom.group_member where user_id = $1 and group_id <> all($2::uuid[])', [
    userId,
    groupIds,
  ])
  await tx.query(
    `insert into caseloom.group_member (group_id, user_id) select g, $1 from unnest($2::uuid[]) as g
     on conflict do nothing`,
    [userId, groupIds],
  )
}

/** The same roles, each once, in an order of its own: what two lists are compared by. */
export function sameHoldings(a: readonly (Held | HeldRole)[], b: readonly (Held | HeldRole)[]): boolean {
  const keys = (list: readonly Held[]) =>
    [...new Set(list.map((role) => `${role.roleId}/${role.tenantId}`))].sort()
  return JSON.stringify(keys(a)) === JSON.stringify(keys(b))
}
