import { type Actor, ANONYMOUS, type Permission } from '@caseloom/contract/kernel/permissions'
import { Sharing } from '@caseloom/contract/kernel/sharing'
import { expect, it } from 'vitest'
import { maySeeAsset, mayUseAsset } from './asset-rights.rules.ts'

const ME = '01890000-0000-7000-8000-00000000000a'
const shared = (level: 'read' | 'use') => Sharing.parse([{ to: { userId: ME }, level }])
const holder = (...permissions: Permission[]): Actor => ({
  ...ANONYMOUS,
  id: ME,
  tenantId: 'tenant',
  principals: [ME],
  permissions: new Set(permissions),
})

it.each<[string, Actor, Sharing, boolean, boolean]>([
  ['a user, one open to all', holder('asset:use'), null, true, true],
  ['a user, one to read', holder('asset:use'), shared('read'), true, false],
  ['a user, one to use', holder('asset:use'), shared('use'), true, true],
  ['a user, one for no one', holder('asset:use'), [], false, false],
  ['a manager, one for no one', holder('asset:manage'), [], true, false],
  ['a manager without use, one open to all', holder('asset:manage'), null, true, false],
  ['a manager with use, one for no one', holder('asset:manage', 'asset:use'), [], true, false],
  ['someone without permissions, one open to all', holder(), null, false, false],
])('an asset is seen and used by those it is for: %s', (...[_who, actor, sharing, see, use]) => {
  expect(maySeeAsset(actor, sharing)).toBe(see)
  expect(mayUseAsset(actor, sharing)).toBe(use)
})
