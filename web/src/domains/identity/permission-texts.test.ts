import { PERMISSIONS } from '@caseloom/contract/permissions'
import { expect, test } from 'vitest'
import { rolesEn } from './admin/roles.en.ts'
import { userEn } from './user/user.en.ts'

/** Roles and tokens list permissions in words; a key without a text would be shown as it is. */
test.each(PERMISSIONS)('%s has words for roles and for tokens', (permission) => {
  const [resource = '', action = ''] = permission.split(':')
  expect(userEn.tokens.resource).toHaveProperty(resource)
  expect(userEn.tokens.action).toHaveProperty(action)
  expect(rolesEn.resources).toHaveProperty(resource)
  expect(rolesEn.columns).toHaveProperty(action)
  expect(rolesEn.actions).toHaveProperty(action)
})
