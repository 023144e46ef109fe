import type { AssetView } from '@caseloom/contract/automation/assets'
import { createHash, randomBytes } from 'node:crypto'
import type { TenantScope } from '../../../platform/database/types.ts'
import { audit } from '../../../platform/audit/audit.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { authOf, endpointOf, readAuth } from '../registry/resolve-connector.ts'
import { needsSecretAgain } from './asset-endpoints.rules.ts'
import { assetById, insertConnection, putTokens, takeConnection } from './asset.store.ts'
import { assetView } from './asset-view.ts'
import type { AssetsDeps } from './assets-deps.ts'
import type { By } from './save-asset.ts'
import { requestTokens } from './token-request.ts'

/** Who connects: the same person, in the same session, from beginning to end. */
export interface Connecting extends By {
  sessionToken: string | null
}

/** The page of ours to which a provider leads back; it must be registered with the provider. */
export function redirectUri(publicUrl: string, { accountId, tenantId }: TenantScope): string {
  return `${publicUrl}/account/${accountId}/tenant/${tenantId}/orchestration/assets/connected`
}

const SECRET_NEEDED = 'The address of the connector has changed. Enter the secret of the asset again first.'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Begins to connect by OAuth 2.0 with PKCE; throws resource.not_found, asset.invalid. */
export async function beginConnection(
  deps: AssetsDeps,
  scope: TenantScope,
  { actor, sessionToken }: Connecting,
  assetId: string,
): Promise<{ url: string }> {
  allow(actor, 'asset:manage')
  const { id: userId } = actor
  if (userId === null || sessionToken === null)
    throw fail('right.missing', { detail: 'This requires a session' })
  const state = randomBytes(32).toString('base64url')
  const verifier = randomBytes(48).toString('base64url')
  return scope.tx(async (tx) => {
    const asset = await assetById(tx, assetId)
    if (asset === null) throw fail('resource.not_found')
    const known = await deps.registry.find(tx, asset.connector)
    const auth = known === null ? null : authOf(known, asset.auth, asset.settings)
    if (known !== null && needsSecretAgain(known, asset)) throw invalid(SECRET_NEEDED)
    if (auth?.kind !== 'oauth2AuthorizationCode') throw invalid('This asset doesn’t use OAuth')
    const endpoint = endpointOf(auth.authorizeUrl, asset.settings)
    if (endpoint === null) throw invalid('The address of the provider is missing')
    await insertConnection(tx, sha256(state), {
      assetId,
      userId,
      sessionHash: sha256(sessionToken),
      verifier: await deps.sealed.sealText(tx, assetId, verifier),
    })
    const url = new URL(endpoint)
    const parameters: Record<string, string> = {
      ...auth.parameters,
      response_type: 'code',
      client_id: readAuth(asset.settings).clientId ?? '',
      redirect_uri: redirectUri(deps.publicUrl, scope),
      state,
      code_challenge: sha256(verifier).toString('base64url'),
      code_challenge_method: 'S256',
      ...(auth.scopes.length === 0 ? {} : { scope: auth.scopes.join(' ') }),
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return { url: url.href }
  })
}

/** Changes the provider's code for tokens and seals them; throws asset.connect_failed. */
export async function finishConnection(
  deps: AssetsDeps,
  scope: TenantScope,
  { actor, ip, sessionToken }: Connecting,
  answer: { state: string; code: string },
): Promise<AssetView> {
  allow(actor, 'asset:manage')
  // In its own transaction: a state can be tried only once, whatever the outcome.
  const begun = await scope.tx(async (tx) => {
    const pending = await takeConnection(tx, sha256(answer.state))
    if (pending === null || sessionToken === null || pending.userId !== actor.id) return null
    if (!pending.sessionHash.equals(sha256(sessionToken))) return null
    const asset = await assetById(tx, pending.assetId)
    if (asset === null) return null
    const known = await deps.registry.find(tx, asset.connector)
    const secrets = await deps.sealed.openIn(tx, asset.id, asset.secrets)
    const verifier = await deps.sealed.openText(tx, asset.id, pending.verifier)
    return { asset, known, secrets, verifier }
  })
  if (begun === null) throw failed('This connection wasn’t started here, or it has expired')
  const { asset, known, secrets, verifier } = begun
  const auth = known === null ? null : authOf(known, asset.auth, asset.settings)
  const url = auth?.kind === 'oauth2AuthorizationCode' ? endpointOf(auth.tokenUrl, asset.settings) : null
  if (known !== null && needsSecretAgain(known, asset)) throw failed(SECRET_NEEDED)
  if (url === null) throw failed('The asset was changed in the meantime')
  const outcome = await requestTokens(deps.outbound, {
    url,
    clientId: readAuth(asset.settings).clientId ?? '',
    clientSecret: secrets['clientSecret'] ?? null,
    grant: {
      grant_type: 'authorization_code',
      code: answer.code,
      redirect_uri: redirectUri(deps.publicUrl, scope),
      code_verifier: verifier,
    },
    privateRangesAllowed: await deps.privateRangesAllowed(scope.tenantId),
  })
  if ('failure' in outcome) throw failed(outcome.failure.message)
  return scope.tx(async (tx) => {
    const sealed = await deps.sealed.sealTokens(tx, asset.id, outcome.tokens)
    await putTokens(tx, asset, { sealed, connected: true })
    const row = await assetById(tx, asset.id)
    if (row === null || !row.connected) throw failed('The asset was changed in the meantime')
    const object = { kind: 'asset', id: row.id, name: row.name }
    const { tenantId, accountId } = tx
    await audit(tx, { accountId, tenantId, actor, action: 'asset.connected', object, ip })
    return assetView(row, known, actor)
  })
}

function invalid(message: string) {
  return fail('asset.invalid', { issues: [{ path: ['body', 'auth'], code: 'bad_value', message }] })
}

function failed(detail: string) {
  return fail('asset.connect_failed', { detail })
}
