import type { ManifestAuth } from '@caseloom/connectors/kit/manifest'
import type { StepError } from '@caseloom/playbook/run-types'
import { setTimeout as pause } from 'node:timers/promises'
import type { TenantScope } from '../../../platform/database/types.ts'
import { endpointOf, readAuth } from '../registry/resolve-connector.ts'
import { type AssetRow, assetById, giveLeaseBack, leaseTokens, putTokens } from './asset.store.ts'
import type { AssetsDeps } from './assets-deps.ts'
import type { Tokens } from './sealed-parts.ts'
import { requestTokens } from './token-request.ts'

export type TokenOutcome = { ok: true; token: string } | { ok: false; error: StepError }

/** Access tokens of assets: stored encrypted, refreshed early, by one process and one call at a time. */
export interface AccessTokens {
  of(scope: TenantScope, asset: AssetRow, auth: ManifestAuth): Promise<TokenOutcome>
  /** The server no longer takes the token: the next call asks for another one. */
  drop(scope: TenantScope, asset: AssetRow): Promise<void>
}

/** How long before its expiry a token is renewed. */
const EARLY_MS = 60_000
/** For servers that return no expiry: refreshed after this time. */
const ASSUMED_LIFE_MS = 30 * 60_000
const LEASE_MS = 45_000
const LOOK_EVERY_MS = 200

export function createAccessTokens(deps: AssetsDeps): AccessTokens {
  const flights = new Map<string, Promise<TokenOutcome>>()
  return {
    async of(scope, asset, auth) {
      const cached = await fresh(deps, scope, asset)
      if (cached !== null) return { ok: true, token: cached }
      const key = `${scope.tenantId}/${asset.id}/${asset.revision}`
      const flying =
        flights.get(key) ?? obtain(deps, scope, { asset, auth }).finally(() => flights.delete(key))
      flights.set(key, flying)
      return flying
    },
    async drop(scope, asset) {
      const tokens = await deps.sealed.openTokens(scope, asset.id, asset.tokens)
      await scope.tx(async (tx) => {
        const refreshable = tokens !== null && tokens.refreshToken !== null
        const stale = refreshable
          ? await deps.sealed.sealTokens(tx, asset.id, { ...tokens, expiresAt: 1 })
          : null
        await putTokens(tx, asset, { sealed: stale, connected: asset.connected && refreshable })
      })
    },
  }
}

async function fresh(deps: AssetsDeps, scope: TenantScope, asset: AssetRow): Promise<string | null> {
  const tokens = await deps.sealed.openTokens(scope, asset.id, asset.tokens)
  if (tokens === null) return null
  return tokens.expiresAt === null || tokens.expiresAt - EARLY_MS > Date.now() ? tokens.accessToken : null
}

interface Wanted {
  asset: AssetRow
  auth: ManifestAuth
}

/** Requests tokens, or waits for a request that is in flight: refresh tokens often work only once. */
async function obtain(deps: AssetsDeps, scope: TenantScope, wanted: Wanted): Promise<TokenOutcome> {
  const until = Date.now() + LEASE_MS
  while (Date.now() < until) {
    const asset = await scope.read((tx) => assetById(tx, wanted.asset.id))
    if (asset === null || asset.revision !== wanted.asset.revision)
      return refused('asset.changed', 'The asset was changed in the meantime', true)
    const cached = await fresh(deps, scope, asset)
    if (cached !== null) return { ok: true, token: cached }
    if (await scope.tx((tx) => leaseTokens(tx, asset.id, LEASE_MS))) {
      try {
        return await ask(deps, scope, { ...wanted, asset })
      } finally {
        await scope.tx((tx) => giveLeaseBack(tx, asset.id))
      }
    }
    await pause(LOOK_EVERY_MS)
  }
  return refused('asset.token_failed', 'Couldn’t get an access token in time', true)
}

async function ask(deps: AssetsDeps, scope: TenantScope, { asset, auth }: Wanted): Promise<TokenOutcome> {
  const { sealed } = deps
  const url = 'tokenUrl' in auth ? endpointOf(auth.tokenUrl, asset.settings) : null
  const old = await sealed.openTokens(scope, asset.id, asset.tokens)
  const grant = grantOf(auth, old)
  if (url === null || grant === null)
    return refused('asset.unconnected', `Connect the asset "${asset.key}" first`, false)
  const secrets = await sealed.open(scope, asset.id, asset.secrets)
  const outcome = await requestTokens(deps.outbound, {
    url,
    clientId: readAuth(asset.settings).clientId ?? '',
    clientSecret: secrets['clientSecret'] ?? null,
    grant,
    privateRangesAllowed: await deps.privateRangesAllowed(scope.tenantId),
  })
  if ('failure' in outcome) {
    const { message, retryable, gone } = outcome.failure
    if (gone) await scope.tx((tx) => putTokens(tx, asset, { sealed: null, connected: false }))
    return refused(gone ? 'asset.unconnected' : 'asset.token_failed', message, retryable)
  }
  const tokens: Tokens = {
    ...outcome.tokens,
    refreshToken: outcome.tokens.refreshToken ?? old?.refreshToken ?? null,
    expiresAt: outcome.tokens.expiresAt ?? Date.now() + ASSUMED_LIFE_MS,
  }
  await scope.tx(async (tx) => {
    await putTokens(tx, asset, { sealed: await sealed.sealTokens(tx, asset.id, tokens), connected: true })
  })
  return { ok: true, token: tokens.accessToken }
}

function grantOf(auth: ManifestAuth, old: Tokens | null): Record<string, string> | null {
  if (auth.kind === 'oauth2ClientCredentials') {
    const scope = auth.scopes.join(' ')
    return { grant_type: 'client_credentials', ...(scope === '' ? {} : { scope }) }
  }
  const refresh = old?.refreshToken ?? null
  return refresh === null ? null : { grant_type: 'refresh_token', refresh_token: refresh }
}

function refused(code: string, message: string, retryable: boolean): TokenOutcome {
  return { ok: false, error: { code, message, retryable } }
}
