// Configurations of connectors with their secrets, and the credentials that steps get from them.
import { authParts } from '@caseloom/connectors/kit/auth'
import type { Credentials } from '@caseloom/connectors/kit/credentials'
import type { AuthKind } from '@caseloom/contract/automation/assets'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { StepError } from '@caseloom/playbook/run-types'
import type { TenantScope } from '../../../platform/database/types.ts'
import { authOf, baseAddress } from '../registry/resolve-connector.ts'
import type { AccessTokens } from './access-tokens.ts'
import { needsSecretAgain } from './asset-endpoints.rules.ts'
import { type AssetRow, assetByKey } from './asset.store.ts'
import { mayUseAsset } from './asset-rights.rules.ts'
import type { AssetsDeps } from './assets-deps.ts'

/** An asset opened for one attempt of one step; it must not outlive it. */
export interface AssetCredentials extends Credentials {
  assetId: string
  connector: string
  auth: AuthKind
  /** Plain secret parts by name, for what speaks no HTTP, such as mail. */
  parts: Readonly<Record<string, string>>
}

export type Resolved = { ok: true; credentials: AssetCredentials } | { ok: false; error: StepError }

/** Opens assets for steps. Never throws for something a person can fix. */
export interface AssetOpener {
  /** The asset that a step names, when the run's actor may use it. */
  forStep(scope: TenantScope, actor: Actor, key: string): Promise<Resolved>
  /** Without asking who: for tests of connections, whose right is checked before. */
  open(scope: TenantScope, asset: AssetRow): Promise<Resolved>
  /** The other side no longer takes the access token: the next opening asks for another one. */
  tokenRefused(scope: TenantScope, key: string): Promise<boolean>
}

export function createAssetOpener(deps: AssetsDeps, tokens: AccessTokens): AssetOpener {
  const open: AssetOpener['open'] = async (scope, asset) => {
    const known = await deps.registry.findIn(scope, asset.connector)
    const auth = known === null ? null : authOf(known, asset.auth, asset.settings)
    if (known === null || auth === null)
      return refused('asset.invalid', `The connector of the asset "${asset.key}" no longer exists`)
    if (needsSecretAgain(known, asset))
      return refused(
        'asset.secret_needed',
        `The secret of the asset "${asset.key}" must be entered again: the address of its connector has changed`,
      )
    const parts = await deps.sealed.open(scope, asset.id, asset.secrets)
    const isOAuth = auth.kind === 'oauth2ClientCredentials' || auth.kind === 'oauth2AuthorizationCode'
    const token = isOAuth ? await tokens.of(scope, asset, auth) : null
    if (token !== null && !token.ok) return token
    const all = token === null ? parts : { ...parts, token: token.token }
    const { headers, query, made } = authParts(auth, asset.settings, all)
    const base = baseAddress(known, asset.settings)
    if (known.base !== null && base === null)
      return refused(
        'asset.invalid',
        `The settings of the asset "${asset.key}" don’t result in a base address`,
      )
    return {
      ok: true,
      credentials: {
        assetId: asset.id,
        connector: asset.connector,
        auth: asset.auth,
        settings: asset.settings,
        base: base ?? '',
        headers: { ...known.headers, ...headers },
        query,
        secrets: [...Object.values(all), ...made],
        parts: all,
      },
    }
  }
  return {
    open,
    async forStep(scope, actor, key) {
      const asset = await scope.read((tx) => assetByKey(tx, key))
      // Missing and not shared look alike.
      if (asset === null || !mayUseAsset(actor, asset.sharing))
        return refused('asset.unavailable', `No asset "${key}" that this run can use`)
      return open(scope, asset)
    },
    async tokenRefused(scope, key) {
      const asset = await scope.read((tx) => assetByKey(tx, key))
      if (asset === null || !asset.auth.startsWith('oauth2')) return false
      await tokens.drop(scope, asset)
      return true
    },
  }
}

function refused(code: string, message: string): Resolved {
  return { ok: false, error: { code, message, retryable: false } }
}
