import { secretNames } from '@caseloom/connectors/kit/auth'
import type { AssetInput, AssetView } from '@caseloom/contract/automation/assets'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import type { ResolvedConnector } from '../registry/resolve-connector.ts'
import { endpointsOf, needsSecretAgain } from './asset-endpoints.rules.ts'
import { assetById, type AssetRow, deleteAssetRow, putAsset } from './asset.store.ts'
import { assetView } from './asset-view.ts'
import { assetUses } from './asset-uses.read.ts'
import type { AssetsDeps } from './assets-deps.ts'
import { checkAsset, issue } from './check-asset.ts'

/** Where a change came from, for the audit log. */
export interface By {
  actor: Actor
  ip: string
}

/** Keeps a new asset; throws asset.invalid with all faults, asset.key_taken. */
export async function createAsset(
  deps: AssetsDeps,
  scope: TenantScope,
  { actor, ip }: By,
  input: AssetInput,
): Promise<AssetView> {
  allow(actor, 'asset:manage')
  return scope.tx(async (tx) => {
    const known = await deps.registry.find(tx, input.connector)
    const { settings, issues } = checkAsset(input, known, [])
    if (issues.length > 0) throw fail('asset.invalid', { issues })
    const id = newId()
    const parts = partsOf({}, input)
    const row: AssetRow = {
      ...fieldsOf(input, settings),
      ...limitsOf(input, { max_tlp: null, max_pap: null }),
      id,
      connector: input.connector,
      secrets: await deps.sealed.seal(tx, id, parts),
      secret_names: Object.keys(parts),
      tokens: null,
      bound_to: known === null ? null : endpointsOf(known, input.auth, settings),
      connected: false,
      last_test: null,
      rotated_at: Object.keys(parts).length > 0 ? tx.now : null,
      revision: 1,
      updated_at: tx.now,
    }
    if (!(await putAsset(tx, row))) throw keyTaken(input.key)
    await recordChange(tx, { actor, ip }, { action: 'asset.created', after: row })
    return assetView(row, known, actor)
  })
}

/** Changes an asset; throws resource.not_found, resource.version_conflict, asset.invalid with all faults. */
export async function saveAsset(
  deps: AssetsDeps,
  scope: TenantScope,
  { actor, ip }: By,
  command: { assetId: string; revision: number; input: AssetInput },
): Promise<AssetView> {
  allow(actor, 'asset:manage')
  const { assetId, revision, input } = command
  return scope.tx(async (tx) => {
    const old = await lockedAsset(tx, assetId)
    if (old.revision !== revision)
      throw fail('resource.version_conflict', { extra: { revision: old.revision } })
    const known = await deps.registry.find(tx, old.connector)
    const storedNames = old.auth === input.auth ? old.secret_names : []
    const { settings, issues } = checkAsset({ ...input, connector: old.connector }, known, storedNames)
    const rotated = Object.values(input.secrets).some((secret) => secret !== null)
    const more = changeIssues({ old, input, settings, known, usedBy: await assetUses(tx, old.key) })
    if (issues.length + more.length > 0) throw fail('asset.invalid', { issues: [...issues, ...more] })
    const before = old.auth === input.auth ? await deps.sealed.openIn(tx, old.id, old.secrets) : {}
    const parts = partsOf(before, input)
    const same = !rotated && old.auth === input.auth && !goesElsewhere(known, old, settings)
    const row: AssetRow = {
      ...fieldsOf(input, settings),
      ...limitsOf(input, old),
      id: old.id,
      connector: old.connector,
      secrets: await deps.sealed.seal(tx, old.id, parts),
      secret_names: Object.keys(parts),
      // Tokens of other credentials are worth nothing.
      tokens: same ? old.tokens : null,
      bound_to: known === null ? old.bound_to : endpointsOf(known, input.auth, settings),
      connected: same && old.connected,
      last_test: same && JSON.stringify(settings) === JSON.stringify(old.settings) ? old.last_test : null,
      rotated_at: rotated ? tx.now : old.rotated_at,
      revision: old.revision + 1,
      updated_at: tx.now,
    }
    if (!(await putAsset(tx, row))) throw keyTaken(input.key)
    await recordChange(
      tx,
      { actor, ip },
      { action: rotated ? 'asset.rotated' : 'asset.changed', before: old, after: row },
    )
    return assetView(row, known, actor)
  })
}

/** Removes an asset; throws resource.not_found, asset.in_use when a published playbook names it. */
export async function deleteAsset(scope: TenantScope, { actor, ip }: By, assetId: string): Promise<void> {
  allow(actor, 'asset:manage')
  await scope.tx(async (tx) => {
    const row = await lockedAsset(tx, assetId)
    const uses = (await assetUses(tx, row.key)).filter((use) => use.inPublished)
    if (uses.length > 0)
      throw fail('asset.in_use', { detail: `Used by ${uses.map(({ title }) => title).join(', ')}` })
    await deleteAssetRow(tx, assetId)
    await recordChange(tx, { actor, ip }, { action: 'asset.deleted', before: row })
  })
}

async function lockedAsset(tx: TenantTx, assetId: string): Promise<AssetRow> {
  const row = await assetById(tx, assetId, true)
  if (row === null) throw fail('resource.not_found')
  return row
}

interface Change {
  old: AssetRow
  input: AssetInput
  settings: JsonObject
  known: ResolvedConnector | null
  usedBy: readonly { inPublished: boolean }[]
}

function changeIssues({ old, input, settings, known, usedBy }: Change): Issue[] {
  const issues: Issue[] = []
  if (input.connector !== old.connector)
    issues.push(issue(['connector'], 'bad_value', 'The connector of an asset can’t be changed'))
  if (input.key !== old.key && usedBy.some((use) => use.inPublished))
    issues.push(issue(['key'], 'in_use', 'Published playbooks use this key'))
  // Changing the address requires the secrets again; otherwise they could be sent anywhere.
  const { needed, optional } = secretNames(input.auth)
  const held = [...needed, ...optional].filter((name) => old.secret_names.includes(name))
  if (old.auth === input.auth && goesElsewhere(known, old, settings)) {
    for (const name of held.filter((one) => typeof input.secrets[one] !== 'string'))
      issues.push(
        issue(['secrets', name], 'missing', 'This secret was entered for another address. Enter it again.'),
      )
  }
  return issues
}

/** True when the stored credentials would be sent elsewhere than they were entered for. */
function goesElsewhere(known: ResolvedConnector | null, old: AssetRow, settings: JsonObject): boolean {
  if (known === null) return false
  const bound_to = old.bound_to ?? endpointsOf(known, old.auth, old.settings)
  return needsSecretAgain(known, { auth: old.auth, settings, bound_to })
}

function fieldsOf(
  { key, name, description, auth, sharing }: AssetInput,
  settings: JsonObject,
): Pick<AssetRow, 'key' | 'name' | 'description' | 'auth' | 'settings' | 'sharing'> {
  return { key, name, description, auth, settings, sharing }
}

type Limits = Pick<AssetRow, 'max_tlp' | 'max_pap'>

/** Absent stays: a program that knows no limits must not remove them. */
function limitsOf({ maxTlp, maxPap }: AssetInput, before: Limits): Limits {
  return {
    max_tlp: maxTlp === undefined ? before.max_tlp : maxTlp,
    max_pap: maxPap === undefined ? before.max_pap : maxPap,
  }
}

/** Absent stays, null and empty remove. */
function partsOf(before: Record<string, string>, { auth, secrets }: AssetInput): Record<string, string> {
  const { needed, optional } = secretNames(auth)
  return Object.fromEntries(
    [...needed, ...optional].flatMap((name) => {
      const written = secrets[name]
      const value = written === undefined ? before[name] : written
      return value === undefined || value === null || value === '' ? [] : [[name, value]]
    }),
  )
}

function keyTaken(key: string) {
  return fail('asset.key_taken', { issues: [issue(['key'], 'taken', `The key "${key}" is already in use`)] })
}

interface AssetChange {
  action: 'asset.created' | 'asset.changed' | 'asset.rotated' | 'asset.deleted'
  before?: AssetRow
  after?: AssetRow
}

async function recordChange(
  tx: TenantTx,
  { actor, ip }: By,
  { action, before, after }: AssetChange,
): Promise<void> {
  const row = after ?? before
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action,
    ...(row === undefined ? {} : { object: { kind: 'asset', id: row.id, name: row.name } }),
    ...(before === undefined ? {} : { before: openParts(before) }),
    ...(after === undefined ? {} : { after: openParts(after) }),
    ip,
  })
}

/** The parts of an asset that may be disclosed, without digests of secrets. */
function openParts(row: AssetRow): JsonObject {
  const {
    key,
    name,
    connector,
    auth,
    settings,
    secret_names,
    sharing,
    max_tlp: maxTlp,
    max_pap: maxPap,
  } = row
  return {
    key,
    name,
    connector,
    auth,
    settings,
    secrets: secret_names,
    sharing: sharing?.map((grant) => ({ ...grant })) ?? null,
    maxTlp,
    maxPap,
  }
}
