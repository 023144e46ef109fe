import type { Tx } from '../../../platform/database/types.ts'
import type { InstallationSecrets } from '../../../platform/secrets/secrets.ts'
import type { ModelRow } from './model.store.ts'

const placeOf = (accountId: string) => ({ table: 'assistant_model', id: accountId, field: 'api_key' })

/** Seals a key so that it opens in this account's settings only. */
export function sealKey(
  secrets: InstallationSecrets,
  tx: Tx,
  { accountId, key }: { accountId: string; key: string },
): Promise<string> {
  return secrets.seal(tx, placeOf(accountId), key)
}

/** The key of the account's model; null where there is none. */
export async function openKey(
  secrets: InstallationSecrets,
  tx: Tx,
  { accountId, apiKey }: Pick<ModelRow, 'accountId' | 'apiKey'>,
): Promise<string | null> {
  return apiKey === null ? null : secrets.open(tx, placeOf(accountId), apiKey)
}
