import type { Issue } from '@caseloom/contract/kernel/errors'
import type { ModelDraft, ModelSettings } from '@caseloom/contract/assistant/assistant-models'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { SystemScope, Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { InstallationSecrets } from '../../../platform/secrets/secrets.ts'
import { sealKey } from './model-key.ts'
import { type ModelRow, readModel, type StoredModel, writeModel } from './model.store.ts'
import { addressOf } from './open-model.ts'
import { usageOf } from './sent.store.ts'

export interface SettingsDeps {
  system: SystemScope
  secrets: InstallationSecrets
}

/** The settings of the account's model, and what was used of it. */
export function readModelSettings({ system }: SettingsDeps, accountId: string): Promise<ModelSettings> {
  return system.read(async (tx) => viewOf(tx, await readModel(tx, accountId)))
}

export interface SaveModel {
  accountId: string
  draft: ModelDraft
  actor: Actor
  ip: string
}

/** Sets the model of the account. Throws request.invalid, resource.version_conflict. */
export function saveModel(deps: SettingsDeps, command: SaveModel): Promise<ModelSettings> {
  const { accountId, draft, actor, ip } = command
  return deps.system.tx(async (tx) => {
    const before = await readModel(tx, accountId)
    if (before.revision !== draft.revision) throw fail('resource.version_conflict')
    const issues = issuesOf(draft, before)
    if (issues.length > 0) throw fail('request.invalid', { issues })
    const { apiKey, revision: _revision, ...settings } = draft
    const row: ModelRow = {
      accountId,
      revision: before.revision,
      settings,
      apiKey:
        typeof apiKey === 'string'
          ? await sealKey(deps.secrets, tx, { accountId, key: apiKey })
          : apiKey === null || settings.provider === 'none'
            ? null
            : before.apiKey,
      dataSince: sendsLess(before.settings.sends, settings.sends) ? tx.now : before.dataSince,
    }
    if (!(await writeModel(tx, row))) throw fail('resource.version_conflict')
    await audit(tx, {
      accountId,
      actor,
      action: 'assistant.model_changed',
      object: { kind: 'account', id: accountId, name: settings.model === '' ? null : settings.model },
      before: digestible(before),
      after: digestible(row),
      ip,
    })
    return viewOf(tx, { ...row, revision: row.revision + 1 })
  })
}

/** Validates the settings. A saved key goes only to the address it was entered for, or anyone who can save could steal it. */
export function issuesOf(draft: ModelDraft, before: ModelRow): Issue[] {
  const { provider, baseUrl, model, apiKey } = draft
  if (provider === 'none') return []
  const issues: Issue[] = []
  const say = (path: string, code: string, message: string) =>
    issues.push({ path: ['body', path], code, message })
  if (model === '') say('model', 'required', 'Enter a model')
  if (baseUrl === '' && provider !== 'anthropic')
    say('baseUrl', 'required', 'Enter the base URL of the provider')
  const url = URL.parse(baseUrl)
  if (url !== null && (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== ''))
    say('baseUrl', 'invalid', 'The URL can’t contain credentials, a query, or a fragment')
  const keepsKey = apiKey === undefined && before.apiKey !== null
  if (keepsKey && originOf(draft) !== originOf(before.settings))
    say('apiKey', 'required', 'Enter the key for the new URL')
  if (
    provider === 'anthropic' && apiKey !== undefined ? apiKey === null : provider === 'anthropic' && !keepsKey
  )
    say('apiKey', 'required', 'Anthropic requires a key')
  return issues
}

function originOf(settings: Pick<StoredModel, 'provider' | 'baseUrl'>): string {
  return URL.parse(addressOf(settings))?.origin ?? ''
}

function sendsLess(before: StoredModel['sends'], after: StoredModel['sends']): boolean {
  const adds = (was: readonly string[], is: readonly string[]) => is.some((one) => !was.includes(one))
  return (
    (before.recordValues && !after.recordValues) ||
    adds(before.excludedApps, after.excludedApps) ||
    adds(before.excludedFields, after.excludedFields)
  )
}

async function viewOf(tx: Tx, { settings, apiKey, revision, accountId }: ModelRow): Promise<ModelSettings> {
  return { ...settings, hasKey: apiKey !== null, revision, used: await usageOf(tx, accountId) }
}

/** The settings as the audit log digests them: whether there is a key, not which. */
function digestible({ settings, apiKey }: ModelRow): JsonValue {
  // Parsed by its schema, which knows JSON alone.
  return { ...settings, hasKey: apiKey !== null } as JsonValue
}
