import { secretForms } from '@caseloom/connectors/kit/credentials'
import { hideInText } from '@caseloom/connectors/kit/masking'
import { performManifestAction } from '@caseloom/connectors/kit/manifest-action'
import type { ManifestRequest } from '@caseloom/connectors/kit/manifest'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { randomUUID } from 'node:crypto'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { assetById, type AssetRow, keepTest } from './asset.store.ts'
import type { AssetsDeps } from './assets-deps.ts'
import type { AssetCredentials, AssetOpener } from './credentials.ts'
import type { By } from './save-asset.ts'

export interface TestAssetDeps extends AssetsDeps {
  opener: AssetOpener
  /** Logs in to the mail servers of an asset; throws with the reason. Absent: mail is not built in. */
  tryMail?(tenantId: string, credentials: AssetCredentials): Promise<void>
}

export interface AssetTestResult {
  ok: boolean
  message: string
  tookMs: number
}

const TIMEOUT_MS = 20_000
const BASE_ITSELF: ManifestRequest = { method: 'GET', path: '/', query: {}, lists: 'repeat', headers: {} }

/** Tries the connection of an asset now and keeps what it showed; throws resource.not_found. */
export async function testAsset(
  deps: TestAssetDeps,
  scope: TenantScope,
  { actor, ip }: By,
  assetId: string,
): Promise<AssetTestResult> {
  allow(actor, 'asset:manage')
  const asset = await scope.read((tx) => assetById(tx, assetId))
  if (asset === null) throw fail('resource.not_found')
  const began = performance.now()
  const { ok, message } = await attempt(deps, scope, asset)
  await scope.tx(async (tx) => {
    await keepTest(tx, asset, { ok, message })
    const object = { kind: 'asset', id: asset.id, name: asset.name }
    await audit(tx, { ...place(scope, actor), action: 'asset.tested', object, ip })
  })
  return { ok, message, tookMs: Math.round(performance.now() - began) }
}

function place({ accountId, tenantId }: TenantScope, actor: Actor) {
  return { accountId, tenantId, actor }
}

async function attempt(
  deps: TestAssetDeps,
  scope: TenantScope,
  asset: AssetRow,
): Promise<{ ok: boolean; message: string }> {
  const opened = await deps.opener.open(scope, asset)
  if (!opened.ok) return { ok: false, message: opened.error.message }
  const { credentials } = opened
  const known = await deps.registry.findIn(scope, asset.connector)
  if (known?.base === null) return tryMail(deps, scope.tenantId, credentials)
  const privateRangesAllowed = await deps.privateRangesAllowed(scope.tenantId)
  let status = 0
  const result = await performManifestAction(
    {
      name: `${asset.connector}.test`,
      request: known?.test ?? BASE_ITSELF,
      response: { pick: '', errors: { message: ['message', 'error.message', 'error'] } },
      idempotent: true,
      timeoutMs: TIMEOUT_MS,
    },
    {},
    {
      credentials,
      http: {
        async request(request) {
          const answer = await deps.outbound.request({ ...request, privateRangesAllowed })
          if (answer.ok) status = answer.status
          return answer
        },
      },
      idempotencyKey: randomUUID(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      timeoutMs: TIMEOUT_MS,
      log: { debug: () => undefined, warn: (facts, text) => deps.log.warn(facts, text) },
    },
  )
  if (result.ok) return { ok: true, message: `The server responded with status ${status}` }
  // Without a request that proves the credentials, any answer but a refusal of them shows that the server is there.
  const isThere = known?.test === null && status > 0 && status < 500 && status !== 401 && status !== 403
  if (isThere) return { ok: true, message: `The server responded with status ${status}` }
  return { ok: false, message: result.error.message.slice(0, 500) }
}

async function tryMail(
  deps: TestAssetDeps,
  tenantId: string,
  credentials: AssetCredentials,
): Promise<{ ok: boolean; message: string }> {
  if (deps.tryMail === undefined) return { ok: false, message: 'Mail servers can’t be tested here' }
  try {
    await deps.tryMail(tenantId, credentials)
    return { ok: true, message: 'Connected to the mail server' }
  } catch (error) {
    const text = error instanceof Error ? error.message : 'Couldn’t reach the mail server'
    return { ok: false, message: hideInText(text, secretForms(credentials.secrets)).slice(0, 500) }
  }
}
