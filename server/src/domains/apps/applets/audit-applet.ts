import type { JsonValue } from '@caseloom/contract/json'
import type { Actor } from '@caseloom/contract/permissions'
import { sharedWith } from '@caseloom/contract/sharing'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { sharingOf } from '../definition/app-sharing.rules.ts'
import type { StoredApplet } from '../definition/applet-definition.ts'

interface AppletFact {
  applet: StoredApplet
  action: 'applet.created' | 'applet.changed' | 'applet.deleted'
  before?: StoredApplet
}

const VERBS = {
  'applet.created': 'created',
  'applet.changed': 'updated',
  'applet.deleted': 'destroyed',
} as const

/** Writes what happened to an applet, with digests of its definitions, and tells those who see it or saw it. */
export async function auditApplet(
  tx: TenantTx,
  actor: Actor,
  { applet, action, before }: AppletFact,
): Promise<void> {
  // A definition is JSON by its schema.
  const json = (stored: StoredApplet) => stored.definition as unknown as JsonValue
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action,
    object: { kind: 'applet', id: applet.id, name: applet.definition.name },
    after: json(applet),
    ...(before === undefined ? {} : { before: json(before) }),
  })
  tx.announce({
    topic: 'model',
    verb: VERBS[action],
    kind: 'apps',
    id: applet.id,
    rev: applet.revision,
    need: 'app:read',
    acl: sharedWith(sharingOf(applet)),
    ...(before === undefined ? {} : { aclBefore: sharedWith(sharingOf(before)) }),
  })
}
