import { describe, expect, it } from 'vitest'
import { joining, type Met } from './join-person.rules.ts'

const met = (over: Partial<Met> = {}): Met => ({
  personId: 'p',
  kind: 'person',
  hasPassword: true,
  status: 'active',
  lapsed: false,
  ...over,
})
const meeting = { linked: null, byEmail: null, createUsers: false, proven: false }
const create = { createUsers: true }

describe('who comes from a provider', () => {
  it.each([
    ['a stranger', {}, 'refuse'],
    ['a stranger where users are created', create, 'create'],
    ['a known subject', { linked: met() }, 'enter'],
    ['a known subject that is disabled', { linked: met({ status: 'disabled' }), ...create }, 'refuse'],
    ['a known subject that was removed', { linked: met({ status: 'removed' }), ...create }, 'refuse'],
    ['a known subject without membership', { linked: met({ status: null }), ...create }, 'refuse'],
    ['a known subject that was invited again', { linked: met({ status: 'invited' }) }, 'enter'],
    ['a user by address', { byEmail: met() }, 'prove'],
    ['a user by address, proven', { byEmail: met(), proven: true }, 'enter'],
    ['a user by address without a password', { byEmail: met({ hasPassword: false }), ...create }, 'refuse'],
    [
      'someone invited, without a password',
      { byEmail: met({ status: 'invited', hasPassword: false }) },
      'enter',
    ],
    ['someone invited, with a password', { byEmail: met({ status: 'invited' }) }, 'prove'],
    [
      'someone invited too long ago',
      { byEmail: met({ status: 'invited', hasPassword: false, lapsed: true }) },
      'refuse',
    ],
    ['someone of another account', { byEmail: met({ status: null }) }, 'refuse'],
    [
      'someone of another account where users are created',
      { byEmail: met({ status: null }), ...create },
      'prove',
    ],
    [
      'someone of another account, proven but not wanted',
      { byEmail: met({ status: null }), proven: true },
      'refuse',
    ],
    [
      'someone of another account without a password',
      { byEmail: met({ status: null, hasPassword: false }), ...create },
      'refuse',
    ],
    ['someone disabled, proven', { byEmail: met({ status: 'disabled' }), proven: true, ...create }, 'refuse'],
    ['someone removed, proven', { byEmail: met({ status: 'removed' }), proven: true, ...create }, 'refuse'],
    [
      'a service account',
      { byEmail: met({ kind: 'service', hasPassword: false, status: 'invited' }), ...create },
      'refuse',
    ],
  ])('%s', (_who, over, outcome) => {
    expect(joining({ ...meeting, ...over }).do).toBe(outcome)
  })
})
