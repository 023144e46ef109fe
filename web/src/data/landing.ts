import type { SessionView } from '@caseloom/contract/identity/identity'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import { paths } from './paths.ts'

/** The page a session starts on: the default tenant, else the only one, else a choice. */
export function landingOf(session: SessionView): string {
  const { defaults, tenants, accounts, flags } = session
  const chosen = tenants.find(
    (tenant) => tenant.id === defaults?.tenantId && tenant.accountId === defaults.accountId,
  )
  if (chosen !== undefined) return paths.tenant({ accountId: chosen.accountId, tenantId: chosen.id })
  const [first] = tenants
  // An account with outstanding requirements shows them on the account selection.
  if (first === undefined) {
    if (accounts.some((account) => account.needs !== null)) return '/select-account'
    // An administrator without a tenant has to create one or assign a role.
    const administered = accounts.find((account) => account.admin)
    return administered === undefined ? '/unauthorized' : paths.admin(administered.id)
  }
  if (tenants.length === 1) return paths.tenant({ accountId: first.accountId, tenantId: first.id })
  const accountId = defaults?.accountId ?? (accounts.length === 1 ? accounts[0]?.id : undefined)
  if (accountId === undefined) return '/select-account'
  const inAccount = tenants.filter((tenant) => tenant.accountId === accountId)
  const [only] = inAccount
  // Without MultiTenant an account has one tenant, and the selection is skipped.
  if (only !== undefined && (inAccount.length === 1 || !flags.MultiTenant)) {
    return paths.tenant({ accountId: only.accountId, tenantId: only.id })
  }
  return inAccount.length === 0 ? '/select-account' : `/select-tenant?account=${accountId}`
}

export type PlaceCheck =
  | { state: 'valid'; accountId: string; tenantId: string; asGiven: boolean }
  | { state: 'no-account' }
  | { state: 'no-tenant'; accountId: string }

/** Whether the ids of an address are GUIDs; `asGiven` is false when they must be rewritten to their bare form. */
export function checkPlace(params: { accountId: string; tenantId: string }): PlaceCheck {
  const accountId = normalizeGuid(params.accountId)
  if (accountId === null) return { state: 'no-account' }
  const tenantId = normalizeGuid(params.tenantId)
  if (tenantId === null) return { state: 'no-tenant', accountId }
  const asGiven = accountId === params.accountId && tenantId === params.tenantId
  return { state: 'valid', accountId, tenantId, asGiven }
}

/** An unknown path leads to sign-in without a session, otherwise to the error page. */
export function unknownPathGoal(session: SessionView | null): '/login' | '/error' {
  return session === null ? '/login' : '/error'
}

/** Where the installation state leads on the first navigation; null continues. */
export function installGoal(status: {
  needed: boolean
  status: string
}): '/install' | '/install-status' | null {
  if (!status.needed) return null
  if (status.status === 'pending') return '/install'
  return status.status === 'inProgress' || status.status === 'failed' ? '/install-status' : null
}
