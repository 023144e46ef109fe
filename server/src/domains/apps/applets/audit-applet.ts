import type { Actor } from '@caseloom/contract/kernel/permissions'
import { sharedWith } from '@caseloom/contract/kernel/sharing'
import type { TenantTx } from '../../../platform/database/types.ts'
import { auditDefinition } from '../changes/audit-app.ts'
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

/**
 * Writes what happened to an applet to the audit log, with digests of its definitions, and notifies everyone who can
 * see it or could.
 */
export async function auditApplet(
  tx: TenantTx,
  actor: Actor,
  { applet, action, before }: AppletFact,
): Promise<void> {
  await auditDefinition(tx, actor, {
    kind: 'applet',
    action,
    after: applet,
    ...(before === undefined ? {} : { before }),
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
