import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { builtInActions } from '@caseloom/playbook/actions'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { StoredSpec } from '../registry/stored-spec.ts'
import { type AssetRow, allAssets } from './asset.store.ts'
import { mayUseAsset } from './asset-rights.rules.ts'
import { type Use, usesOf } from './asset-uses.rules.ts'

/** What is wrong with the assets that a document names; with a publisher also what that person may not use. */
export async function assetProblems(
  tx: TenantTx,
  document: JsonObject,
  { actions, publisher }: { actions: readonly StoredSpec[]; publisher?: Actor },
): Promise<Issue[]> {
  const uses = usesOf(document)
  const specs = new Map(actions.map((spec) => [spec.name, spec.asset]))
  const wanted = (name: string) => specs.get(name) ?? builtInActions.get(name)?.asset
  const concerned = uses.filter(({ asset }) => asset !== null)
  if (concerned.length === 0) return []
  const assets = new Map((await allAssets(tx)).map((row) => [row.key, row]))
  return concerned.flatMap((use) => {
    const spec = use.action === null ? undefined : wanted(use.action)
    const row = use.asset === null ? undefined : assets.get(use.asset)
    const fault = faultOf(use, { row, connector: spec?.connector, publisher })
    return fault === null ? [] : [{ path: use.path, ...fault }]
  })
}

interface Around {
  row: AssetRow | undefined
  connector: string | undefined
  publisher: Actor | undefined
}

function faultOf(
  { asset }: Use,
  { row, connector, publisher }: Around,
): { code: string; message: string } | null {
  const isOpen = publisher === undefined || (row !== undefined && mayUseAsset(publisher, row.sharing))
  if (row === undefined || !isOpen)
    return { code: 'unknown_asset', message: `No asset "${asset}" that you can use` }
  // A request may go with the asset of any connector that speaks HTTP.
  const fits =
    connector === undefined ||
    connector === row.connector ||
    (connector === 'http' && row.connector !== 'mail')
  if (fits) return null
  return {
    code: 'wrong_asset',
    message: `The asset "${asset}" belongs to another connector than ${connector}`,
  }
}
