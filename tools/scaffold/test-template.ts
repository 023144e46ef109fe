import type { Names } from './names.ts'

/** Tests of the new domain on the real database: happy, page by page, foreign tenant, no right. */
export function testTemplate({ domain, thing, Thing, things, Things }: Names): string {
  return `import type { TenantScope } from '../../platform/database/types.ts'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create${Thing} } from './create-${thing}.ts'
import { get${Thing}, list${Things} } from './read-${things}.ts'
import { ${domain}Migrations } from './${domain}.migrations.ts'

let installation: TestInstallation
let scope: TenantScope

beforeAll(async () => {
  installation = await anInstallation('${domain}', ${domain}Migrations)
  scope = await installation.aTenant()
})
afterAll(() => installation.close())

test('a ${thing} that was created is found again', async () => {
  const actor = anActor(scope)
  const made = await create${Thing}(scope, actor, { name: 'First' })
  expect(await get${Thing}(scope, actor, made.id)).toEqual(made)
})

test('a list continues where the previous page ended', async () => {
  const tenant = await installation.aTenant()
  const actor = anActor(tenant)
  for (const name of ['a', 'b', 'c']) await create${Thing}(tenant, actor, { name })
  const first = await list${Things}(tenant, actor, { limit: 2 })
  expect(first.items.map((item) => item.name)).toEqual(['a', 'b'])
  const second = await list${Things}(tenant, actor, { limit: 2, cursor: first.next ?? undefined })
  expect(second.items.map((item) => item.name)).toEqual(['c'])
  expect(second.next).toBeNull()
})

test('another tenant’s ${thing} is not there', async () => {
  const made = await create${Thing}(scope, anActor(scope), { name: 'Mine' })
  const other = await installation.aTenant()
  await expect(get${Thing}(other, anActor(other), made.id)).rejects.toMatchObject({ code: 'resource.not_found' })
})

test('creating a ${thing} requires a tenant', async () => {
  const outsider = anActor(scope, { tenantId: null })
  await expect(create${Thing}(scope, outsider, { name: 'x' })).rejects.toMatchObject({ code: 'right.missing' })
})
`
}
