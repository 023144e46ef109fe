import { aDirectory, type TestDirectory } from './directory.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { builtInRoleIds } from '../identity.door.ts'

let house: TestDirectory
beforeAll(async () => {
  house = await aDirectory()
})
afterAll(() => house.close())

it('lists the members of a group and the holders of a role only, page by page', async () => {
  const place = await house.anAccount()
  const { token } = await house.anAdmin(place)
  const at = `/iam/account/${place.accountId}`
  const post = async (url: string, body: unknown) =>
    (await house.ask('POST', `${at}/${url}`, { as: token, body })).json
  const group = String((await post('groups', { name: 'Night' }))['id'])
  const role = { roleId: builtInRoleIds.auditor, tenantId: place.tenantId }
  const invite = async (name: string, rights: object) =>
    String((await post('users', { email: `${newId()}@example.test`, name, ...rights }))['id'])
  const ada = await invite('Ada', { groupIds: [group] })
  const bea = await invite('Bea', { groupIds: [group], roles: [role] })
  await invite('Cid', {})
  const list = async (query: string) => {
    const { json } = await house.ask('GET', `${at}/users?${query}`, { as: token })
    const items = json['items'] as { id: string }[] // checked against the contract by the server
    return { ids: items.map(({ id }) => id), next: json['next'], total: json['total'] }
  }
  expect(await list(`groupId=${group}`)).toEqual({ ids: [ada, bea], next: null, total: 2 })
  expect(await list(`roleId=${role.roleId}`)).toEqual({ ids: [bea], next: null, total: 1 })
  expect(await list(`groupId=${newId()}`)).toEqual({ ids: [], next: null, total: 0 })
  const first = await list(`groupId=${group}&limit=1`)
  expect(first).toMatchObject({ ids: [ada], total: 2 })
  expect(await list(`groupId=${group}&limit=1&cursor=${String(first.next)}`)).toMatchObject({ ids: [bea] })
})
