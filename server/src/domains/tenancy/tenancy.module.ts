import type {
  AccountPurger,
  ExportBytes,
  ExportFile,
  TenantExporter,
  TenantPurger,
} from '../../platform/database/tenant-purge.ts'
import { accountRowsPurge } from '../../platform/database/purge-tenant.ts'
import type { TenantRef, Tx } from '../../platform/database/types.ts'
import type { Http } from '../../platform/http/types.ts'
import type { DomainModule } from '../../platform/foundation/module.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import type { IdentityDoor } from '../identity/identity.door.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { purgeAccounts } from './purge-accounts.ts'
import { purgeTenants } from './purge-tenants.ts'
import type { TenancyAdminDeps } from './tenancy-admin-deps.ts'
import type { TenancyDoor } from './tenancy.door.ts'

type CountPerTenant = (tx: Tx, tenantIds: readonly string[]) => Promise<ReadonlyMap<string, number>>

interface Needs {
  tenancy: TenancyDoor
  identity: IdentityDoor
  administrators: AccountsDeps['people'] & { ofTenant: TenancyAdminDeps['tenantAdministrator'] }
  /** On-call schedules, which the domains above ask long before this module is built. */
  onCall: { exports: TenantExporter<ExportFile | ExportBytes>[]; routes(http: Http): Promise<void> }
  appsPerTenant: CountPerTenant
  usersPerTenant(
    tx: Tx,
    accountId: string,
    tenantIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>>
  /** Fills a new tenant in the name of this user, or of one who was only invited. */
  addStarterContent(
    place: TenantRef,
    by: { userId: string } | { userId: string; name: string },
  ): Promise<void>
  /** What all domains give to the export of a tenant, and remove of it: first what acts or could be read. */
  exports: readonly TenantExporter<ExportFile | ExportBytes>[]
  purge: readonly TenantPurger[]
  accountPurge: AccountPurger
  version: string
}

/** The administration of accounts and tenants, built last: it gathers what all domains keep of a tenant. */
export function createTenancyModule(platform: Platform, needs: Needs) {
  const { database, system, quotas, config, log } = platform
  const { tenancy, identity, administrators, version } = needs
  const admin: TenancyAdminDeps = {
    database,
    tenancy,
    identity,
    quotas,
    version,
    exportParts: [...needs.exports, ...needs.onCall.exports],
    tenantAdministrator: administrators.ofTenant,
    counts: (accountId, tenantIds) => countsOf(platform, needs, { accountId, tenantIds }),
    addStarterContent: (place, userId) => needs.addStarterContent(place, { userId }),
  }
  const accounts: AccountsDeps = {
    database,
    tenancy,
    people: administrators,
    capturing: config.mail.server === null,
    publicUrl: config.publicUrl,
    addStarterContent: needs.addStarterContent,
  }
  /** Removes the tenants whose grace period has ended, then such accounts; answers how many tenants. */
  const purgeDeleted = async (): Promise<number> => {
    const purged = await purgeTenants({ system, parts: needs.purge, log })
    await purgeAccounts({ system, parts: [needs.accountPurge, accountRowsPurge(database)], log })
    return purged
  }
  return {
    purgers: needs.purge,
    purgeDeleted,
    daily: [{ task: 'purge deleted tenants', run: purgeDeleted }],
    async routes(http) {
      const { bindTenancyRoutes } = await import('./tenancy.routes.ts')
      const { bindTenancyAdminRoutes } = await import('./tenancy-admin.routes.ts')
      const { bindAccountsRoutes } = await import('./accounts.routes.ts')
      bindTenancyRoutes(http, { tenancy, identity, version })
      bindTenancyAdminRoutes(http, admin)
      bindAccountsRoutes(http, accounts)
      await needs.onCall.routes(http)
    },
  } satisfies DomainModule & Record<string, unknown>
}

async function countsOf(
  { system }: Platform,
  { appsPerTenant, usersPerTenant }: Needs,
  { accountId, tenantIds }: { accountId: string; tenantIds: readonly string[] },
) {
  const { apps, users } = await system.read(async (tx) => ({
    apps: await appsPerTenant(tx, tenantIds),
    users: await usersPerTenant(tx, accountId, tenantIds),
  }))
  return new Map(tenantIds.map((id) => [id, { apps: apps.get(id) ?? 0, users: users.get(id) ?? 0 }]))
}
