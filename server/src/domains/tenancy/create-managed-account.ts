import type { AdministratorInvitation, ManagedAccount } from '@caseloom/contract/identity/accounts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { createTenantSchema, dropTenantSchema } from '../../platform/database/tenant-schema.ts'
import { newId } from '../../platform/uuid.ts'
import { auditAccount } from './account-audit.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { viewAccounts } from './list-accounts.ts'
import { lockManagedAccount } from './managed-account.store.ts'
import { saveAccount, saveTenant } from './tenancy.store.ts'
import type { Hand } from './tenancy-admin-deps.ts'

export interface CreateAccountCommand {
  name: string
  tenantName: string
  starterContent: boolean
  timeZone?: string | undefined
  administrator: { email: string; name: string }
}

/**
 * Adds an account with its first tenant and invites its first administrator; all of it or nothing.
 * @throws name.taken, request.invalid when the email address isn't a person's
 */
export async function createManagedAccount(
  deps: AccountsDeps,
  hand: Hand,
  command: CreateAccountCommand,
): Promise<{ account: ManagedAccount; invitation: AdministratorInvitation }> {
  allow(hand.actor, 'installation:super')
  const { system, roles } = deps.database
  const place = { accountId: newId(), tenantId: newId() }
  // Role and schema first, so that no row ever names a tenant without them.
  await system.owner((tx) => createTenantSchema(tx, roles, place.tenantId))
  const invited = await write(deps, hand, command, place).catch(async (error: unknown) => {
    await system.owner((tx) => dropTenantSchema(tx, roles, place.tenantId))
    throw accountNamedTwice(error)
  })
  const { administrator } = command
  if (command.starterContent)
    await deps.addStarterContent(place, { userId: invited.userId, name: administrator.name })
  const [account] = await system.tx(async (tx) => {
    const row = await lockManagedAccount(tx, place.accountId)
    return viewAccounts(deps, tx, row === null ? [] : [row])
  })
  if (account === undefined) throw fail('resource.not_found')
  return { account, invitation: invitationTo(deps, administrator.email, invited.link) }
}

function write(
  deps: AccountsDeps,
  { actor, ip }: Hand,
  { name, tenantName, timeZone = 'UTC', administrator }: CreateAccountCommand,
  { accountId, tenantId }: { accountId: string; tenantId: string },
) {
  const { people, publicUrl, database } = deps
  return database.system.tx(async (tx) => {
    await saveAccount(tx, { id: accountId, name })
    await saveTenant(tx, { id: tenantId, accountId, name: tenantName, timeZone })
    await auditAccount(tx, { actor, ip }, { id: accountId, name }, { action: 'account.created' })
    const account = { accountName: name, publicUrl, tenantIds: [tenantId] }
    return people.invite(tx, { actor, accountId, ip }, account, administrator)
  })
}

/** What the inviting person needs to know: a link only where no mail server carries it. */
export function invitationTo(
  { capturing }: Pick<AccountsDeps, 'capturing'>,
  email: string,
  link: string | null,
): AdministratorInvitation {
  return { email, mailed: !capturing, link: capturing ? link : null }
}

/** The error of a name that another account has. */
export function accountNamedTwice(error: unknown): unknown {
  const isTaken = error instanceof Error && 'constraint' in error && error.constraint === 'account_name'
  return isTaken ? fail('name.taken', { cause: error }) : error
}
