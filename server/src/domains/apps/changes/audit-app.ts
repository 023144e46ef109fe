import type { JsonValue } from '@caseloom/contract/json'
import type { Actor } from '@caseloom/contract/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { StoredApp } from '../definition/app-definition.ts'
import type { WidenedField } from '../definition/field-readers.rules.ts'

type AppAction = 'app.created' | 'app.changed' | 'app.deleted' | 'app.restored'

/** Writes what happened to an app, with digests of its definitions. */
export async function auditApp(
  tx: TenantTx,
  actor: Actor,
  { app, action, before }: { app: StoredApp; action: AppAction; before?: StoredApp },
): Promise<void> {
  // A definition is JSON by its schema.
  const json = (stored: StoredApp) => stored.definition as unknown as JsonValue
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action,
    object: { kind: 'app', id: app.id, name: app.definition.name },
    after: json(app),
    ...(before === undefined ? {} : { before: json(before) }),
  })
}

/** Writes that more people may read a field, and who could before. */
export async function auditReaders(
  tx: TenantTx,
  actor: Actor,
  app: StoredApp,
  { key, before, after }: WidenedField,
): Promise<void> {
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action: 'app.readers_widened',
    object: { kind: 'app', id: app.id, name: `${app.definition.name} · ${key}` },
    before: { readers: [...before] },
    after: { readers: after === null ? null : [...after] },
  })
}
