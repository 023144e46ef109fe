import { FlagName, type FlagSetting } from '@caseloom/contract/tenancy/tenancy-admin'
import { AccountId } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../platform/audit/audit.ts'
import type { SystemScope, Tx } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { allFlags, deleteFlag } from './flag.store.ts'
import { flagsFrom, type SetFlag } from './flags.rules.ts'
import { announceToAccount, settingsChanged } from './tenancy.events.ts'
import { allAccounts, type Named, saveFlag } from './tenancy.store.ts'
import type { Hand } from './tenancy-admin-deps.ts'

/** Every feature flag with the accounts that differ, and all accounts to choose from. */
export async function listFlagSettings(
  system: SystemScope,
  actor: Actor,
): Promise<{ items: FlagSetting[]; accounts: { id: AccountId; name: string }[] }> {
  allow(actor, 'installation:super')
  const { set, accounts } = await system.read(readAll)
  const named = accounts.map(({ id, name }) => ({ id: AccountId.parse(id), name }))
  return { items: FlagName.options.map((name) => settingOf(name, set, accounts)), accounts: named }
}

/**
 * Sets a flag for the installation (account null) or for one account; enabled null takes that word back.
 * @throws resource.not_found for a flag that does not exist, request.invalid for such an account
 */
export async function saveFlagSetting(
  system: SystemScope,
  { actor, ip }: Hand,
  command: { flag: string; accountId: string | null; enabled: boolean | null },
): Promise<FlagSetting> {
  allow(actor, 'installation:super')
  const name = FlagName.safeParse(command.flag)
  if (!name.success) throw fail('resource.not_found')
  return system.tx(async (tx) => {
    const { accountId, enabled } = command
    const { accounts } = await readAll(tx)
    if (accountId !== null && !accounts.some((account) => account.id === accountId)) throw noAccount()
    if (enabled === null) await deleteFlag(tx, name.data, accountId)
    else await saveFlag(tx, { name: name.data, account_id: accountId, enabled })
    if (accountId === null) tx.announce(settingsChanged(null, 'flags', tx.now))
    else await announceToAccount(tx, accountId, 'flags')
    const object = { kind: 'flag', id: name.data, name: name.data }
    await audit(tx, { accountId, actor, action: 'flag.changed', object, after: enabled, ip })
    return settingOf(name.data, (await readAll(tx)).set, accounts)
  })
}

async function readAll(tx: Tx): Promise<{ set: SetFlag[]; accounts: Named[] }> {
  return { set: await allFlags(tx), accounts: await allAccounts(tx) }
}

function settingOf(name: FlagName, set: readonly SetFlag[], accounts: readonly Named[]): FlagSetting {
  const common = set.filter((flag) => flag.account_id === null)
  const overrides = set.flatMap((flag) => {
    const account = accounts.find((each) => each.id === flag.account_id)
    if (flag.name !== name || account === undefined) return []
    return [{ accountId: AccountId.parse(account.id), accountName: account.name, enabled: flag.enabled }]
  })
  return { name, installation: flagsFrom(common)[name], overrides }
}

function noAccount() {
  const message = 'No such account'
  return fail('request.invalid', { issues: [{ path: ['body', 'accountId'], code: 'unknown', message }] })
}
