import { runs } from '@caseloom/testkit/runs'
import { freshDatabase } from '@caseloom/testkit/test-database'
import { expect, it } from 'vitest'
import { newId } from '../uuid.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { platformMigrations } from '../foundation/platform.migrations.ts'
import { createTenantSchema } from './tenant-schema.ts'

it('opens every transaction of a new tenant while others are being made', { timeout: 120_000 }, async () => {
  const made = await freshDatabase('roles', async (url) => void (await migrate(url, platformMigrations)))
  const database = await openDatabase({ url: made.url, size: 12 })
  let opened = 0
  const tenants = Math.min(40, runs(16))
  const makeAndUse = async () => {
    for (let tenant = 0; tenant < tenants; tenant += 1) {
      const id = newId()
      await database.system.owner((tx) => createTenantSchema(tx, database.roles, id))
      const scope = database.tenant({ tenantId: id, accountId: id })
      const reads = Array.from({ length: 12 }, () => scope.read((tx) => tx.query('select 1')))
      const all = await Promise.all(reads)
      opened += all.length
    }
  }
  await Promise.all([makeAndUse(), makeAndUse(), makeAndUse(), makeAndUse()])
  expect(opened).toBe(4 * tenants * 12)
  await database.close()
  await made.drop()
})
