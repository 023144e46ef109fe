import { describe, expect, it } from 'vitest'
import { type AccountState, accountActions, changedAccount, deletedAccount } from './account-change.rules.ts'

const NOW = new Date('2026-11-23T06:00:00Z')
const account = (status: AccountState['status'] = 'active'): AccountState => ({
  name: 'Acme',
  status,
  delete_at: status === 'deleting' ? NOW : null,
})

describe('a change of an account', () => {
  it.each([
    ['active', 'suspended', ['account.suspended']],
    ['suspended', 'active', ['account.reactivated']],
    ['deleting', 'active', ['account.restored']],
    ['deleting', 'suspended', ['account.restored']],
    ['active', 'active', []],
  ] as const)('from %s to %s is %j', (before, status, actions) => {
    const after = changedAccount(account(before), { status })
    expect(after).toMatchObject({ status, delete_at: null })
    expect(accountActions(account(before), after)).toEqual(actions)
  })

  it('of the name alone leaves a deletion under way', () => {
    const after = changedAccount(account('deleting'), { name: 'Acme 2' })
    expect(after).toEqual({ name: 'Acme 2', status: 'deleting', delete_at: NOW })
    expect(accountActions(account('deleting'), after)).toEqual(['account.renamed'])
  })
})

describe('a deletion of an account', () => {
  it('sets the day once, 14 days ahead', () => {
    const deleted = deletedAccount(account('suspended'), NOW)
    expect(deleted).toMatchObject({ status: 'deleting', delete_at: new Date('2026-12-07T06:00:00Z') })
    expect(accountActions(account('suspended'), deleted)).toEqual(['account.deletion_requested'])
    const later = deletedAccount(deleted, new Date('2026-11-30T06:00:00Z'))
    expect(later).toEqual(deleted)
    expect(accountActions(deleted, later)).toEqual([])
  })
})
