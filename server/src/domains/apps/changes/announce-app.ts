import { sharedWith } from '@caseloom/contract/kernel/sharing'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { StoredApp } from '../definition/app-definition.ts'
import { sharingOf } from '../definition/app-sharing.rules.ts'

/** Notifies everyone who can see the app, or could see it `before`, that it was created, updated, or deleted. */
export function announceApp(
  tx: TenantTx,
  verb: 'created' | 'updated' | 'destroyed',
  app: StoredApp,
  before?: StoredApp,
): void {
  tx.announce({
    topic: 'model',
    verb,
    kind: 'apps',
    id: app.id,
    rev: app.revision,
    need: 'app:read',
    acl: sharedWith(sharingOf(app)),
    ...(before === undefined ? {} : { aclBefore: sharedWith(sharingOf(before)) }),
  })
}
