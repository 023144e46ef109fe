import type { AdministratorInvitation, ManagedAccount } from '@caseloom/contract/identity/accounts'
import type { Tx } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { accountActions, changedAccount, deletedAccount } from './account-change.rules.ts'
import { auditAccount } from './account-audit.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { accountNamedTwice, invitationTo } from './create-managed-account.ts'
import { viewAccounts } from './list-accounts.ts'
import {
  type AccountRow,
  lockManagedAccount,
  moveTenants,
  saveManagedAccount,
} from './managed-account.store.ts'
import { announceToAccount } from './tenancy.events.ts'
import type { Hand } from './tenancy-admin-deps.ts'

/**
 * Renames, suspends or reactivates an account; a status given to one that is being deleted restores it.
 * @throws name.taken, account.needed, resource.not_found
 */
export async function updateManagedAccount(
  deps: AccountsDeps,
  hand: Hand,
  { id, ...change }: { id: string; name?: string | undefined; status?: 'active' | 'suspended' | undefined },
): Promise<ManagedAccount> {
  allow(hand.actor, 'installation:super')
  return save(deps, hand, id, (_tx, row) => changedAccount(row, change))
}

/**
 * Closes an account with all its tenants now and has them deleted after the grace period; the name is typed to confirm.
 * @throws account.name_differs, account.needed, resource.not_found
 */
export async function deleteManagedAccount(
  deps: AccountsDeps,
  hand: Hand,
  { id, name }: { id: string; name: string },
): Promise<ManagedAccount> {
  allow(hand.actor, 'installation:super')
  return save(deps, hand, id, (tx, row) => {
    if (name.trim() !== row.name) throw fail('account.name_differs')
    return deletedAccount(row, tx.now)
  })
}

async function save(
  deps: AccountsDeps,
  hand: Hand,
  id: string,
  decide: (tx: Tx, row: AccountRow) => AccountRow,
): Promise<ManagedAccount> {
  const { system } = deps.database
  const changed = await system
    .tx(async (tx) => {
      const before = await lockManagedAccount(tx, id)
      if (before === null) throw fail('resource.not_found')
      const after = decide(tx, before)
      if (after.status !== 'active') await refuseStranding(deps, tx, hand, id)
      await saveManagedAccount(tx, after)
      const moved = before.status === after.status ? [] : await moveTenants(tx, after)
      await announceToAccount(tx, id, id, moved)
      const digests = { before: before.status, after: after.status }
      for (const action of accountActions(before, after))
        await auditAccount(
          tx,
          hand,
          after,
          action === 'account.renamed' ? { action } : { action, ...digests },
        )
      return { moved, views: await viewAccounts(deps, tx, [after]) }
    })
    .catch((error: unknown) => {
      throw accountNamedTwice(error)
    })
  for (const tenantId of changed.moved) deps.tenancy.forget(tenantId)
  const [view] = changed.views
  if (view === undefined) throw fail('resource.not_found')
  return view
}

/** Only a super administrator with an open account reaches the page on which this is undone. */
async function refuseStranding(
  { people }: AccountsDeps,
  tx: Tx,
  { actor }: Hand,
  accountId: string,
): Promise<void> {
  if (!(await people.superAdministratorRemains(tx, accountId, actor.personId))) throw fail('account.needed')
}

/**
 * Invites one more administrator into an account, or renews an open invitation.
 * @throws user.exists, request.invalid, resource.not_found
 */
export async function inviteAdministrator(
  deps: AccountsDeps,
  { actor, ip }: Hand,
  { id, ...person }: { id: string; email: string; name: string },
): Promise<AdministratorInvitation> {
  allow(actor, 'installation:super')
  const { people, publicUrl, database } = deps
  const { link } = await database.system.tx(async (tx) => {
    const row = await lockManagedAccount(tx, id)
    if (row === null) throw fail('resource.not_found')
    // Anyone who joins later is given tenants by the administrators of the account.
    const account = { accountName: row.name, publicUrl, tenantIds: [] }
    return people.invite(tx, { actor, accountId: id, ip }, account, person)
  })
  return invitationTo(deps, person.email, link)
}
