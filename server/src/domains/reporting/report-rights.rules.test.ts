import { type Actor, ANONYMOUS, type Permission } from '@caseloom/contract/kernel/permissions'
import { Sharing } from '@caseloom/contract/kernel/sharing'
import { expect, it } from 'vitest'
import { isOwner, isShared, mayManageReport, maySeeReport } from './report-rights.rules.ts'

const ME = '01890000-0000-7000-8000-00000000000a'
const OTHER = '01890000-0000-7000-8000-00000000000b'
const shared = (level: 'read' | 'use' | 'manage', userId = ME) => Sharing.parse([{ to: { userId }, level }])
const reader = (...more: Permission[]): Actor => ({
  ...ANONYMOUS,
  id: ME,
  tenantId: 'tenant',
  principals: [ME],
  permissions: new Set<Permission>(['report:read', 'record:read', ...more]),
})
const without = (gone: Permission): Actor => {
  const actor = reader('report:build', 'workspace:manage')
  return { ...actor, permissions: new Set([...actor.permissions].filter((held) => held !== gone)) }
}

it.each<[string, Actor, string | null, Sharing, boolean, boolean]>([
  ['their own', reader(), ME, [], true, true],
  ['one of others', reader(), OTHER, [], false, false],
  ['one shared for reading', reader('report:build'), OTHER, shared('read'), true, false],
  ['one shared for managing', reader('report:build'), OTHER, shared('manage'), true, true],
  ['one to manage without the permission to build', reader(), OTHER, shared('manage'), true, false],
  ['one open to all', reader('report:build'), OTHER, null, true, true],
  ['one shared with others', reader('report:build'), OTHER, shared('read', OTHER), false, false],
  ['the same as a manager', reader('workspace:manage'), OTHER, shared('read', OTHER), true, false],
  [
    'the same as one who builds too',
    reader('workspace:manage', 'report:build'),
    OTHER,
    shared('read', OTHER),
    true,
    true,
  ],
  ['a private one as a manager', reader('workspace:manage', 'report:build'), OTHER, [], false, false],
  ['their own without report:read', without('report:read'), ME, null, false, false],
  ['their own without record:read', without('record:read'), ME, null, false, false],
])(
  'a saved view is seen and managed by those it is for: %s',
  (...[_what, actor, ownerId, sharing, see, manage]) => {
    expect(maySeeReport(actor, { ownerId, sharing })).toBe(see)
    expect(mayManageReport(actor, { ownerId, sharing })).toBe(manage)
  },
)

it('an owner is a known one, and private is shared with no one', () => {
  expect(isOwner({ ...reader(), id: null }, { ownerId: null, sharing: null })).toBe(false)
  expect(isOwner(reader(), { ownerId: ME, sharing: null })).toBe(true)
  expect([isShared(null), isShared([]), isShared(shared('read'))]).toEqual([true, false, true])
})
