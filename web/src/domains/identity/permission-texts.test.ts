import { PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { expect, test } from 'vitest'
import { actionOf, columnOf, resourceOf } from './admin/permission-matrix.ts'
import { rolesEn } from './admin/roles.en.ts'
import { userEn } from './user/user.en.ts'

/** Roles and tokens list permissions in words; a key without a text would be shown as it is. */
test.each(PERMISSIONS)('%s has words for roles and for tokens', (permission) => {
  const [resource, action] = [resourceOf(permission), actionOf(permission)]
  expect(userEn.tokens.resource).toHaveProperty(resource)
  expect(userEn.tokens.action).toHaveProperty(action)
  expect(rolesEn.resources).toHaveProperty(resource)
  expect(rolesEn.columns).toHaveProperty(columnOf(permission))
  expect(rolesEn.actions).toHaveProperty(action)
})
