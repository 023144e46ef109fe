import { createHash } from 'node:crypto'
import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import { PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { auditMigrations } from '@caseloom/server/platform/audit/audit.migrations'
import { type Database, openDatabase } from '@caseloom/server/platform/database/database'
import { migrate } from '@caseloom/server/platform/database/migrate'
import { platformMigrations } from '@caseloom/server/platform/foundation/platform.migrations'
import { createTenantSchema } from '@caseloom/server/platform/database/tenant-schema'
import type { Migration, TenantScope } from '@caseloom/server/platform/database/types'
import { mailMigrations } from '@caseloom/server/platform/mail/mail.migrations'
import { onceMigrations } from '@caseloom/server/platform/idempotency/once.migrations'
import { newId } from '@caseloom/server/platform/uuid'
import { freshDatabase } from './test-database.ts'

/** A migrated database of its own for one test file. */
export interface TestInstallation {
  database: Database
  /** The login's address, for a second process on the same database. */
  url: string
  /** A superuser's address: to break the database, never to work on it. */
  superuserUrl: string
  /** A tenant with role and schema, and no rows anywhere. */
  aTenant(): Promise<TenantScope>
  close(): Promise<void>
}

/**
 * Clones a template that is migrated once per run with the platform's and the given migrations. Files that use
 * the name with other migrations get another one: which file came first decided what the others found.
 */
export async function anInstallation(
  name: string,
  migrations: readonly Migration[],
): Promise<TestInstallation> {
  // Most use cases audit what they do, and some mail it.
  const all = [
    ...new Set([
      ...platformMigrations,
      ...auditMigrations,
      ...mailMigrations,
      ...onceMigrations,
      ...migrations,
    ]),
  ]
  const made = await freshDatabase(`${name}-${digestOf(all)}`, async (url) => void (await migrate(url, all)))
  const database = await openDatabase({ url: made.url, size: 8 })
  return {
    database,
    url: made.url,
    superuserUrl: made.superuserUrl,
    async aTenant() {
      const tenantId = newId()
      await database.system.owner((tx) => createTenantSchema(tx, database.roles, tenantId))
      return database.tenant({ tenantId, accountId: newId() })
    },
    async close() {
      await database.close()
      await made.drop()
    },
  }
}

function digestOf(migrations: readonly Migration[]): string {
  const names = migrations.map(({ name }) => name).join(' ')
  return createHash('sha256').update(names).digest('hex').slice(0, 8)
}

/** A user of the tenant with the given permissions (all when absent). */
export function anActor(
  scope: TenantScope,
  over: Partial<Actor> & { may?: readonly Permission[] } = {},
): Actor {
  const { may, ...rest } = over
  const id = newId()
  return {
    kind: 'user',
    id,
    personId: newId(),
    name: 'Alice Example',
    superAdministrator: false,
    adminOf: [],
    accountId: scope.accountId,
    tenantId: scope.tenantId,
    permissions: new Set(may ?? PERMISSIONS),
    principals: [id],
    ...rest,
  }
}
