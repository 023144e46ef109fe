import type { Tx } from '../../../platform/database/types.ts'
import type { InstallationSecrets } from '../../../platform/secrets/secrets.ts'
import type { SignInRow } from '../sessions/sign-in-settings.store.ts'

const placeOf = (accountId: string) => ({ table: 'sign_in', id: accountId, field: 'oidc_secret' })

/** Seals a client secret so that it opens in this account's settings only. */
export function sealClientSecret(
  secrets: InstallationSecrets,
  tx: Tx,
  { accountId, secret }: { accountId: string; secret: string },
): Promise<string> {
  return secrets.seal(tx, placeOf(accountId), secret)
}

/** The client secret of the account; null for a client that has none. */
export async function openClientSecret(
  secrets: InstallationSecrets,
  tx: Tx,
  row: Pick<SignInRow, 'account_id' | 'oidc_secret'>,
): Promise<string | null> {
  return row.oidc_secret === null ? null : secrets.open(tx, placeOf(row.account_id), row.oidc_secret)
}
