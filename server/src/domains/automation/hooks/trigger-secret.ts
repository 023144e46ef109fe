import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { type HookSecrets, newHookSecret } from './hook-secrets.ts'
import { playbookChanged } from '../playbooks/playbook.events.ts'
import { replaceSecret, triggerById } from '../intake/trigger.store.ts'

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

const needsLogin = () =>
  fail('request.invalid', {
    issues: [
      {
        path: ['body', 'secret'],
        code: 'bad_value',
        message: 'Enter a user name and a password, separated by a colon',
      },
    ],
  })

const HOUR_MS = 3_600_000

/**
 * Gives a webhook a new secret, or the one that its sender gave out; the one before lets senders in for so many hours more. Empty for a webhook that takes
 * none. Throws right.missing, resource.not_found, request.invalid.
 */
export async function rotateTriggerSecret(
  deps: { secrets: HookSecrets },
  scope: TenantScope,
  actor: Actor,
  command: { triggerId: string; keepOldHours: number; secret?: string | undefined; ip?: string },
): Promise<{ secret: string; oldUntil: string | null }> {
  allow(actor, 'playbook:build')
  const { triggerId, keepOldHours, ip } = command
  const row = await scope.read((tx) => triggerById(tx, triggerId))
  if (row?.published !== true || row.kind !== 'webhook') throw fail('resource.not_found')
  if (row.auth === 'none') return { secret: '', oldUntil: null }
  const secret = command.secret ?? newHookSecret(row.auth)
  if (row.auth === 'basic' && !/^[^:]+:.+$/.test(secret)) throw needsLogin()
  const sealed = await deps.secrets.seal(scope, row.id, secret)
  const oldUntil = await scope.tx(async (tx) => {
    const now = await triggerById(tx, triggerId, true)
    // Published meanwhile with credentials of another form: the new secret would not fit them.
    if (now?.kind !== 'webhook' || now.auth !== row.auth)
      throw fail('dependency.unavailable', {
        detail: 'The playbook is being published. Try again.',
        retryAfter: 1,
      })
    const until = keepOldHours === 0 ? null : new Date(tx.now.getTime() + keepOldHours * HOUR_MS)
    await replaceSecret(tx, { id: row.id, secret: sealed, oldUntil: until })
    tx.announce(playbookChanged(tx, row.playbook_id))
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'trigger.secret_rotated',
      object: { kind: 'trigger', id: row.id, name: row.key },
      after: { oldUntil: until?.toISOString() ?? null },
      ip: ip ?? null,
    })
    return until
  })
  return { secret, oldUntil: oldUntil?.toISOString() ?? null }
}
