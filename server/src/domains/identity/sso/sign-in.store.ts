import { z } from 'zod'
import { IdRow } from '../../../platform/database/rows.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { SignInRow } from '../sessions/sign-in-settings.store.ts'

const DomainRow = z.object({ domain: z.string() })

/** Writes the settings of an account on top of the given revision; null when someone else was faster. */
export async function writeSignIn(tx: Tx, row: SignInRow): Promise<SignInRow | null> {
  const values = [
    row.account_id,
    row.revision,
    row.email_domains,
    row.password_allowed,
    row.mfa_required,
    row.idle_minutes,
    row.absolute_hours,
    row.saml_enabled,
    row.oidc_enabled,
    row.saml === null ? null : JSON.stringify(row.saml),
    row.oidc === null ? null : JSON.stringify(row.oidc),
    row.oidc_secret,
  ]
  const rows = await tx.rows(
    SignInRow,
    row.revision === 0
      ? `insert into caseloom.sign_in (account_id, revision, email_domains, password_allowed, mfa_required,
           idle_minutes, absolute_hours, saml_enabled, oidc_enabled, saml, oidc, oidc_secret)
         values ($1, $2::int + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         on conflict (account_id) do nothing returning *`
      : `update caseloom.sign_in set revision = revision + 1, email_domains = $3, password_allowed = $4,
           mfa_required = $5, idle_minutes = $6, absolute_hours = $7, saml_enabled = $8, oidc_enabled = $9,
           saml = $10, oidc = $11, oidc_secret = $12
          where account_id = $1 and revision = $2 returning *`,
    values,
  )
  return rows[0] ?? null
}

/** Of these mail domains, the ones that another account uses; no one else can take one until the transaction ends. */
export async function lockDomains(tx: Tx, accountId: string, domains: readonly string[]): Promise<string[]> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('caseloom.sign_in.email_domains', 0))`)
  const rows = await tx.rows(
    DomainRow,
    `select distinct d.domain from caseloom.sign_in s, unnest(s.email_domains) d (domain)
      where s.account_id <> $1 and d.domain = any($2::text[]) order by 1`,
    [accountId, domains],
  )
  return rows.map(({ domain }) => domain)
}

/** Roles that may be given in the account: the built-in ones and its own. */
export async function roleIdsOf(tx: Tx, accountId: string): Promise<Set<string>> {
  const rows = await tx.rows(
    IdRow,
    'select id from caseloom.role where account_id is null or account_id = $1',
    [accountId],
  )
  return new Set(rows.map(({ id }) => id))
}
