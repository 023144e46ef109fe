import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import { describe, expect, it } from 'vitest'
import { redeliverBlock, type RedeliveryFacts, type RedeliveryReach } from './redelivery.rules.ts'

const ME = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'

const anActor = (permissions: readonly Permission[]): Actor => ({
  kind: 'user',
  id: ME,
  personId: ME,
  name: 'Alice Example',
  superAdministrator: false,
  adminOf: [],
  accountId: ME,
  tenantId: ME,
  permissions: new Set(permissions),
  principals: [ME],
})

const FACTS: RedeliveryFacts = {
  kind: 'webhook',
  outcome: 'failed',
  isStored: true,
  initiator: null,
  isOn: true,
}
const REACH: RedeliveryReach = { isShared: true, isSeen: true }

const blockOf = (facts: Partial<RedeliveryFacts>, reach: Partial<RedeliveryReach> = {}) =>
  redeliverBlock(anActor(['playbook:run', 'run:data']), { ...FACTS, ...facts }, { ...REACH, ...reach })

describe('a delivery can be redelivered', () => {
  it.each(['webhook', 'poll', 'mail', 'record', 'failure'])('if its trigger is of the kind %s', (kind) => {
    expect(blockOf({ kind })).toBeNull()
  })

  it.each(['accepted', 'filtered', 'refused', 'failed'] as const)('after it was %s', (outcome) => {
    expect(blockOf({ outcome })).toBeNull()
  })

  it('by the person its run acted for', () => {
    expect(blockOf({ initiator: ME })).toBeNull()
  })
})

describe('a delivery can’t be redelivered', () => {
  it.each([
    ['one that a person or a plan began', { kind: 'button' }, {}, 'kind'],
    ['one that a form began', { kind: 'form' }, {}, 'kind'],
    ['one of a schedule', { kind: 'schedule' }, {}, 'kind'],
    ['a duplicate', { outcome: 'duplicate', isStored: false }, {}, 'duplicate'],
    ['one without a payload', { isStored: false }, {}, 'not_stored'],
    ['one whose run acted for another person', { initiator: OTHER }, {}, 'initiator'],
    ['one of a disabled trigger', { isOn: false }, {}, 'off'],
    [
      'one that the caller can’t read, whatever else holds',
      { initiator: OTHER },
      { isSeen: false },
      'hidden',
    ],
    ['one of a playbook that isn’t shared', {}, { isShared: false, isSeen: false }, 'permission'],
  ] as const)('if it is %s', (_what, facts, reach, block) => {
    expect(blockOf(facts, reach)).toBe(block)
  })

  it.each([[['playbook:run']], [['run:data']], [[]]] as const)('with only the permissions %j', (some) => {
    expect(redeliverBlock(anActor(some), FACTS, REACH)).toBe('permission')
  })
})
