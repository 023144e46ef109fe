import { GroupView, RoleView } from '@caseloom/contract/identity/directory'
import { PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { TenantId } from '@caseloom/contract/kernel/ids'
import { describe, expect, test } from 'vitest'
import { MATRIX, rightsIn } from './permission-matrix.ts'

const id = (last: number) => `019a0000-0000-7000-8000-0000000000${last}`
const HERE = TenantId.parse(id(11))
const viewer = RoleView.parse({
  id: id(21),
  name: 'Viewer',
  builtIn: true,
  permissions: ['record:read', 'app:read'],
  holders: 1,
})
const exporter = RoleView.parse({
  id: id(22),
  name: 'Exporter',
  builtIn: false,
  permissions: ['record:read', 'record:export'],
  holders: 1,
})

describe('the permission matrix', () => {
  test('has one cell for every permission', () => {
    const placed = MATRIX.flatMap(({ cells }) => cells).filter((one) => one !== undefined)
    expect(placed.toSorted()).toEqual([...PERMISSIONS].toSorted())
  })
})

describe("a user's permissions in a tenant", () => {
  const groups = [
    GroupView.parse({ id: id(31), name: 'G', members: 1, roles: [{ roleId: exporter.id, tenantId: null }] }),
  ]
  const roles = [viewer, exporter]

  test('come from their roles first, then from groups', () => {
    const user = { roles: [{ roleId: viewer.id, tenantId: HERE }], groupIds: groups.map((group) => group.id) }
    expect([...rightsIn(HERE, user, { roles, groups })]).toEqual([
      ['record:read', 'role'],
      ['app:read', 'role'],
      ['record:export', 'group'],
    ])
  })

  test('are empty where the role is assigned elsewhere', () => {
    const user = { roles: [{ roleId: viewer.id, tenantId: TenantId.parse(id(12)) }], groupIds: [] }
    expect(rightsIn(HERE, user, { roles, groups }).size).toBe(0)
  })
})
