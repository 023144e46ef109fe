import type { Announcement, TenantTx } from '../../../platform/database/types.ts'

/** A question changed: open inboxes read theirs again. Only its id goes out; who may see it is asked when it is read. */
export function approvalChanged(verb: 'created' | 'updated', id: string, now: Date): Announcement {
  return { topic: 'model', verb, kind: 'approvals', id, rev: now.getTime(), need: 'tenant' }
}

/** Announces a question to inboxes and to the page of its run. */
export function announceApproval(
  tx: TenantTx,
  { id, run_id }: { id: string; run_id: string },
  verb: 'created' | 'updated' = 'updated',
): void {
  tx.announce(approvalChanged(verb, id, tx.now))
  tx.announce({ topic: 'task', type: 'run', taskId: run_id, need: 'run:read' })
}
