import type { Announcement, TenantTx } from '../../../platform/database/types.ts'

/** A playbook, its draft, or its editors changed: announced to everyone who may read playbooks. */
export function playbookChanged(tx: TenantTx, id: string): Announcement {
  const rev = tx.now.getTime()
  return { topic: 'model', verb: 'updated', kind: 'playbooks', id, rev, need: 'playbook:read' }
}
