import type { PlaybookView } from '@caseloom/contract/automation'
import type { JsonObject } from '@caseloom/contract/json'
import type { Actor } from '@caseloom/contract/permissions'
import { Playbook, type WebhookTrigger } from '@caseloom/playbook/document'
import { SEMANTICS } from '@caseloom/playbook/run-types'
import { audit } from '../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { newId } from '../../platform/uuid.ts'
import { revisionConflict } from './edit-playbook.ts'
import { type HookSecrets, newHookKey, newHookSecret } from './hook-secrets.ts'
import { getPlaybookRow, insertVersion } from './playbook.store.ts'
import { underDocument } from './playbook-document.rules.ts'
import { type PlaybookReadDeps, readPlaybook } from './playbooks.read.ts'
import { grantOf } from './run-actor.ts'
import { disableTriggersBut, putTrigger, type TriggerRow, triggersOf } from './trigger.store.ts'

export interface PublishDeps extends PlaybookReadDeps {
  secrets: HookSecrets
}

/**
 * Makes the draft the next version; from then on its triggers take deliveries. The version acts with the rights that
 * the publisher has now. Throws playbook.invalid with all problems, resource.version_conflict.
 */
export async function publishPlaybook(
  deps: PublishDeps,
  scope: TenantScope,
  actor: Actor,
  command: { playbookId: string; revision: number },
): Promise<PlaybookView> {
  allow(actor, 'playbook:build')
  const { playbookId, revision } = command
  const before = await scope.read((tx) => getPlaybookRow(tx, playbookId))
  if (before.revision !== revision) throw revisionConflict(before.revision, before.draft)
  const issues = await deps.expressions.validate(before.draft)
  if (issues.length > 0) throw fail('playbook.invalid', { issues: underDocument(issues) })
  const { triggers, title } = Playbook.parse(before.draft)
  const known = await scope.read((tx) => triggersOf(tx, playbookId))
  const versionId = newId()
  const rows = await Promise.all(
    triggers
      .flatMap((trigger) => (trigger.kind === 'webhook' ? [trigger] : []))
      .map((trigger) => triggerRow(deps, scope, { trigger, playbookId, versionId, known })),
  )
  await scope.tx(async (tx) => {
    const row = await getPlaybookRow(tx, playbookId, true)
    if (row.revision !== revision) throw revisionConflict(row.revision, row.draft)
    const number = (row.published_version ?? 0) + 1
    await insertVersion(tx, {
      id: versionId,
      playbookId,
      number,
      document: { ...row.draft, version: number } satisfies JsonObject,
      semantics: SEMANTICS,
      ...grantOf(actor),
      publishedBy: actor.id,
    })
    await putTriggers(tx, playbookId, rows)
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'playbook.published',
      object: { kind: 'playbook', id: playbookId, name: title },
      after: { ...row.draft, version: number },
    })
  })
  return readPlaybook(deps, scope, actor, playbookId)
}

async function putTriggers(tx: TenantTx, playbookId: string, rows: readonly TriggerRow[]): Promise<void> {
  for (const row of rows) await putTrigger(tx, row)
  await disableTriggersBut(
    tx,
    playbookId,
    rows.map((row) => row.key),
  )
}

interface TriggerPlan {
  trigger: WebhookTrigger
  playbookId: string
  versionId: string
  known: readonly TriggerRow[]
}

/** Address and secret of a trigger stay from version to version; another kind of credentials gets a new secret. */
async function triggerRow(deps: PublishDeps, scope: TenantScope, plan: TriggerPlan): Promise<TriggerRow> {
  const { trigger, playbookId, versionId, known } = plan
  const { auth, header, answer } = trigger.with
  const old = known.find((row) => row.key === trigger.key)
  const id = old?.id ?? newId()
  const keepsSecret = old !== undefined && (old.auth === 'basic') === (auth === 'basic')
  return {
    id,
    playbook_id: playbookId,
    version_id: versionId,
    key: trigger.key,
    hook_key: old?.hook_key ?? newHookKey(),
    auth,
    header: header ?? null,
    answer,
    secret: keepsSecret ? old.secret : await deps.secrets.seal(scope, id, newHookSecret(auth)),
    enabled: true,
    stamp: 0,
  }
}
