import type { ManagedAccount } from '@caseloom/contract/identity/accounts'

type Status = ManagedAccount['status']

/** For so many days a deleted account or tenant can be restored. */
export const GRACE_DAYS = 14

export interface AccountState {
  name: string
  status: Status
  delete_at: Date | null
}

/** An account renamed, suspended or reactivated; any status ends a deletion that was under way. */
export function changedAccount<Row extends AccountState>(
  row: Row,
  { name, status }: { name?: string | undefined; status?: 'active' | 'suspended' | undefined },
): Row {
  const renamed = name === undefined ? row : { ...row, name }
  return status === undefined ? renamed : { ...renamed, status, delete_at: null }
}

/** An account on its way out; the first request sets the day. */
export function deletedAccount<Row extends AccountState>(row: Row, now: Date): Row {
  if (row.status === 'deleting') return row
  return { ...row, status: 'deleting', delete_at: new Date(now.getTime() + GRACE_DAYS * 86_400_000) }
}

/** What the audit log calls the step from one state to the other; nothing when it changes nothing. */
export function accountActions(before: AccountState, after: AccountState): string[] {
  const renamed = before.name === after.name ? [] : ['account.renamed']
  return before.status === after.status ? renamed : [...renamed, movedTo(before.status, after.status)]
}

function movedTo(before: Status, after: Status): string {
  if (after === 'deleting') return 'account.deletion_requested'
  if (before === 'deleting') return 'account.restored'
  return after === 'suspended' ? 'account.suspended' : 'account.reactivated'
}
