import { describe, expect, it } from 'vitest'
import { type Actor, may, mayPass, type Need, ANONYMOUS } from './permissions.ts'
import { isSharedWith, principalOf, sharedWith, Sharing } from './sharing.ts'

const ME = '01890000-0000-7000-8000-00000000000a'
const GROUP = '01890000-0000-7000-8000-00000000000b'
const OTHER = '01890000-0000-7000-8000-00000000000c'

const someone = (over: Partial<Actor> = {}): Actor => ({
  ...ANONYMOUS,
  id: ME,
  personId: 'person',
  tenantId: 'tenant',
  accountId: 'account',
  principals: [ME, GROUP],
  permissions: new Set(['record:read', 'record:update']),
  ...over,
})
const token = { id: 'token', name: 'Script' }
const session = (personNeeds: 'mfa' | 'elsewhere' | null) => ({ accounts: [], personNeeds })

describe('what an actor may do', () => {
  it.each<[string, Need, Actor, boolean]>([
    [
      'a super administrator, the installation',
      'installation:super',
      someone({ superAdministrator: true }),
      true,
    ],
    ['anyone else, the installation', 'installation:super', someone(), false],
    ['a person, their session', 'session', someone(), true],
    ['an API token, a session', 'session', someone({ token }), false],
    ['a stranger, a session', 'session', someone({ personId: null }), false],
    [
      'a person whose session meets all policies, themselves',
      'person',
      someone({ session: session(null) }),
      true,
    ],
    ['one that lacks a factor, themselves', 'person', someone({ session: session('mfa') }), false],
    ['one without a session, themselves', 'person', someone(), false],
    ['a token in a session, the person', 'person', someone({ token, session: session(null) }), false],
    ['a member, their tenant', 'tenant', someone(), true],
    ['a person outside of tenants, a tenant', 'tenant', someone({ tenantId: null }), false],
    ['an administrator, their account', 'account:admin', someone({ adminOf: ['account'] }), true],
    [
      'an administrator of another account, this one',
      'account:admin',
      someone({ adminOf: ['other'] }),
      false,
    ],
    [
      'an administrator without an account, any',
      'account:admin',
      someone({ adminOf: ['x'], accountId: null }),
      false,
    ],
    ['a holder, what they hold', 'record:update', someone(), true],
    ['a holder, something else', 'record:delete', someone(), false],
    ['a holder outside of tenants, what they hold', 'record:update', someone({ tenantId: null }), false],
  ])('%s (%#)', (_who, need, actor, expected) => {
    expect(may(actor, need)).toBe(expected)
  })

  it.each<[string, readonly string[] | null | undefined, boolean]>([
    ['open to all', null, true],
    ['without a list', undefined, true],
    ['for them', [OTHER, ME], true],
    ['for a group of theirs', [GROUP], true],
    ['for others', [OTHER], false],
    ['for no one', [], false],
  ])('depends on the list of an object: %s', (_what, acl, expected) => {
    expect(mayPass(someone(), acl)).toBe(expected)
    expect(may(someone(), 'record:read', { acl: acl ?? null })).toBe(expected)
    expect(may(someone(), 'record:delete', { acl: acl ?? null })).toBe(false)
  })
})

describe('sharing', () => {
  type Level = 'read' | 'use' | 'manage'
  const user = (level: Level, id = ME) => ({ to: { userId: id }, level })
  const group = (level: Level) => ({ to: { groupId: GROUP }, level })
  const role = (level: Level) => ({ to: { roleId: OTHER }, level })

  it.each<[string, unknown, boolean, boolean, boolean]>([
    ['open to all', null, true, true, true],
    ['for no one', [], false, false, false],
    ['for others', [user('manage', OTHER), role('manage')], false, false, false],
    ['for reading', [user('read')], true, false, false],
    ['for use', [user('use')], true, true, false],
    ['for managing', [user('manage')], true, true, true],
    ['by the higher of two levels', [user('read'), group('manage')], true, true, true],
  ])('%s lets an actor read, use, and manage as it says', (_what, given, ...expected) => {
    const sharing = Sharing.parse(given)
    const levels: Level[] = ['read', 'use', 'manage']
    expect(levels.map((level) => isSharedWith(someone(), sharing, level))).toEqual(expected)
  })

  it('gives a playbook what its publisher was given', () => {
    const playbook = someone({ id: 'p', principals: ['p'], publisherId: ME })
    expect(isSharedWith(playbook, Sharing.parse([user('use')]), 'use')).toBe(true)
    expect(isSharedWith(playbook, Sharing.parse([user('use')]), 'manage')).toBe(false)
    expect(isSharedWith(playbook, Sharing.parse([group('use')]), 'use')).toBe(false)
  })

  it('names its principals, each once', () => {
    const sharing = Sharing.parse([
      user('read'),
      user('use', OTHER),
      user('use'),
      group('manage'),
      role('read'),
    ])
    expect(sharing?.map(principalOf)).toEqual([ME, OTHER, ME, GROUP, OTHER])
    expect(sharedWith(sharing)).toEqual([ME, OTHER, GROUP])
    expect(sharedWith(sharing, 'manage')).toEqual([GROUP])
    expect(sharedWith(null)).toBeNull()
  })
})
