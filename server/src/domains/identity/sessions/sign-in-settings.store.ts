import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import { SignInPolicy } from './sign-in-policy.rules.ts'

/** Columns of one account's settings; an account without a row has the defaults. */
export const SignInRow = z.object({
  account_id: z.string(),
  revision: z.number(),
  email_domains: z.array(z.string()),
  password_allowed: z.boolean(),
  mfa_required: z.boolean(),
  idle_minutes: z.number(),
  absolute_hours: z.number(),
  saml_enabled: z.boolean(),
  oidc_enabled: z.boolean(),
  /** SamlSettings and OidcSettings of the contract; the OIDC client secret is sealed in oidc_secret. */
  saml: z.unknown(),
  oidc: z.unknown(),
  oidc_secret: z.string().nullable(),
})
export type SignInRow = z.infer<typeof SignInRow>

/** What holds for an account that never changed its settings. */
export const SIGN_IN_DEFAULTS: Omit<SignInRow, 'account_id'> = {
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
  const rows = await tx.rows(SignInRow, 'select * from caseloom.sign_in where account_id = $1', [accountId])
  return rows[0] ?? { account_id: accountId, ...SIGN_IN_DEFAULTS }
}

/** What the accounts of a person, which it is an active user of, demand of a session. */
export async function policiesOfPerson(tx: Tx, personId: string): Promise<SignInPolicy[]> {
  return tx.rows(
    SignInPolicy,
    `select u.account_id as "accountId", coalesce(i.mfa_required, $2) as "mfaRequired",
            coalesce(i.password_allowed, $3) as "passwordAllowed", a.status = 'active' as open,
            exists (select from caseloom.factor_exemption e where e.user_id = u.id and e.until > $4) as "mfaExempt"
       from caseloom.user u join caseloom.account a on a.id = u.account_id
       left join caseloom.sign_in i on i.account_id = u.account_id
      where u.person_id = $1 and u.status = 'active'`,
    [personId, SIGN_IN_DEFAULTS.mfa_required, SIGN_IN_DEFAULTS.password_allowed, tx.now],
  )
}

/** Whether people may come into an account at all: not while it is suspended or on its way out. */
export async function accountIsOpen(tx: Tx, accountId: string): Promise<boolean> {
  const rows = await tx.query(`select 1 from caseloom.account where id = $1 and status = 'active'`, [
    accountId,
  ])
  return rows.length > 0
}
