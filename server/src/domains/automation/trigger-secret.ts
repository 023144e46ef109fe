import type { Actor } from '@caseloom/contract/permissions'
import { audit } from '../../platform/audit/audit.ts'
import type { TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import type { HookSecrets } from './hook-secrets.ts'
import { triggerById } from './trigger.store.ts'

/** The plain secret of a webhook, to set it up at the sender; empty when the webhook takes none. */
export async function readTriggerSecret(
  deps: { secrets: HookSecrets },
  scope: TenantScope,
  actor: Actor,
  triggerId: string,
): Promise<{ secret: string }> {
  allow(actor, 'playbook:build')
  const row = await scope.read((tx) => triggerById(tx, triggerId))
  if (row === null) throw fail('resource.not_found')
  if (row.auth === 'none') return { secret: '' }
  const secret = await deps.secrets.open(scope, row.id, row.secret)
  const { accountId, tenantId } = scope
  const object = { kind: 'trigger', id: row.id, name: row.key }
  await scope.tx((tx) => audit(tx, { accountId, tenantId, actor, action: 'trigger.secret_read', object }))
  return { secret }
}
