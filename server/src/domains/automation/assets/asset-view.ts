import { type AssetView, AssetKey } from '@caseloom/contract/automation/assets'
import { AssetId } from '@caseloom/contract/kernel/ids'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { ResolvedConnector } from '../registry/resolve-connector.ts'
import { needsSecretAgain } from './asset-endpoints.rules.ts'
import type { AssetRow } from './asset.store.ts'
import { mayUseAsset } from './asset-rights.rules.ts'

/** An asset as people see it: without any secret. */
export function assetView(row: AssetRow, known: ResolvedConnector | null, actor: Actor): AssetView {
  return {
    id: AssetId.parse(row.id),
    key: AssetKey.parse(row.key),
    name: row.name,
    description: row.description,
    connector: { key: row.connector, title: known?.title ?? row.connector },
    auth: row.auth,
    settings: row.settings,
    secrets: row.secret_names,
    state: stateOf(row, known),
    lastTest: row.last_test,
    rotatedAt: row.rotated_at?.toISOString() ?? null,
    sharing: row.sharing,
    maxTlp: row.max_tlp,
    maxPap: row.max_pap,
    revision: row.revision,
    updatedAt: row.updated_at.toISOString(),
    can: { use: mayUseAsset(actor, row.sharing), manage: may(actor, 'asset:manage') },
  }
}

function stateOf(row: AssetRow, known: ResolvedConnector | null): AssetView['state'] {
  if (known !== null && needsSecretAgain(known, row)) return 'needsSecret'
  if (row.auth === 'oauth2AuthorizationCode' && !row.connected) return 'unconnected'
  if (row.last_test === null) return 'untested'
  return row.last_test.ok ? 'works' : 'fails'
}
