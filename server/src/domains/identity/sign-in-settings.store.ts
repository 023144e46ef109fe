import type { Tx } from '../../platform/database/types.ts'

/** Columns of one account's settings; an account without a row has the defaults. */
export interface SignInRow {
  account_id: string
  revision: number
  email_domains: string[]
  password_allowed: boolean
  mfa_required: boolean
  idle_minutes: number
  absolute_hours: number
  saml_enabled: boolean
  oidc_enabled: boolean
  /** SamlSettings and OidcSettings of the contract; the OIDC client secret stands sealed in oidc_secret. */
  saml: unknown
  oidc: unknown
  oidc_secret: string | null
}

const DEFAULTS: Omit<SignInRow, 'account_id'> = {
  revision: 0,
  email_domains: [],
  password_allowed: true,
  mfa_required: false,
  idle_minutes: 8 * 60,
  absolute_hours: 7 * 24,
  saml_enabled: false,
  oidc_enabled: false,
  saml: null,
  oidc: null,
  oidc_secret: null,
}

/** The settings of an account, defaults when it never changed them. */
export async function readSignIn(tx: Tx, accountId: string): Promise<SignInRow> {
  const rows = await tx.query<SignInRow>('select * from caseloom.sign_in where account_id = $1', [accountId])
  return rows[0] ?? { account_id: accountId, ...DEFAULTS }
}
