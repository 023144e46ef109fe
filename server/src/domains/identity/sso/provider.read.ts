import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import { SignInRow } from '../sessions/sign-in-settings.store.ts'

const Ways = SignInRow.pick({
  account_id: true,
  saml_enabled: true,
  oidc_enabled: true,
  password_allowed: true,
})
type Ways = z.infer<typeof Ways>

const WITH_PROVIDER = `
  select account_id, saml_enabled, oidc_enabled, password_allowed from caseloom.sign_in
   where (saml_enabled or oidc_enabled)
     and exists (select from caseloom.account a where a.id = sign_in.account_id and a.status = 'active')`

export async function accountWithProvider(tx: Tx, accountId: string): Promise<Ways | null> {
  const rows = await tx.rows(Ways, `${WITH_PROVIDER} and account_id = $1`, [accountId])
  return rows[0] ?? null
}

export async function accountByDomain(tx: Tx, domain: string): Promise<Ways | null> {
  const rows = await tx.rows(Ways, `${WITH_PROVIDER} and $1 = any(email_domains)`, [domain])
  return rows[0] ?? null
}

/** Of two or more accounts none is meant. */
export async function onlyAccountWithProvider(tx: Tx): Promise<Ways | null> {
  const rows = await tx.rows(Ways, `${WITH_PROVIDER} limit 2`)
  return rows.length === 1 ? (rows[0] ?? null) : null
}
