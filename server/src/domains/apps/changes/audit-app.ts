import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { StoredApp } from '../definition/app-definition.ts'
import type { StoredApplet } from '../definition/applet-definition.ts'
import type { WidenedField } from '../definition/field-readers.rules.ts'

type AppAction = 'app.created' | 'app.changed' | 'app.deleted' | 'app.restored'

/** Writes what happened to an app, with digests of its definitions. */
export async function auditApp(
  tx: TenantTx,
  actor: Actor,
  { app, ...fact }: { app: StoredApp; action: AppAction; before?: StoredApp },
): Promise<void> {
  await auditDefinition(tx, actor, { kind: 'app', after: app, ...fact })
}

type Defined = Pick<StoredApp | StoredApplet, 'id' | 'definition'>

interface DefinitionFact {
  kind: 'app' | 'applet'
  action: string
  after: Defined
  before?: Defined
}

/** The same for an app or an applet. */
export async function auditDefinition(
  tx: TenantTx,
  actor: Actor,
  { kind, action, after, before }: DefinitionFact,
): Promise<void> {
  // A definition is JSON by its schema.
  const json = ({ definition }: Defined) => definition as unknown as JsonValue
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action,
    object: { kind, id: after.id, name: after.definition.name },
    after: json(after),
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
