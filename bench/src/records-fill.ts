import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import type { ProductDoors } from '@caseloom/testkit/product-doors'
import type { Caseloom } from './caseloom.ts'
import { alertApp, ticketApp } from './records-app.ts'

const SMALL_TENANTS = 20
const SMALL_ROWS = 200

/** The large app, and twenty small tenants with an app of 200 records each beside it. */
export async function makeApps(caseloom: Caseloom, accountId: string, doors: ProductDoors): Promise<AppView> {
  const flags = '/tenant/installation/feature-flags/MultiTenant'
  await caseloom.call('PUT', flags, { accountId: null, enabled: true })
  for (let n = 0; n < SMALL_TENANTS; n += 1) {
    const path = `/tenant/account/${accountId}/managed-tenants`
    const made = await caseloom.call('POST', path, { name: `Small ${n}`, starterContent: false })
    await fillSmall(doors, ManagedTenant.parse(made).id)
  }
  return doors.apps.createApp(doors.scope, doors.actor, AppCreate.parse(alertApp))
}

async function fillSmall(doors: ProductDoors, tenantId: string): Promise<void> {
  const { scope, actor } = doors.tenant(tenantId)
  const app = await doors.apps.createApp(scope, actor, AppCreate.parse(ticketApp))
  const commands = Array.from({ length: SMALL_ROWS }, (_, n) => ({
    kind: 'create' as const,
    values: { title: `Ticket ${n}`, status: 'open', opened: '2026-01-01T00:00:00Z' },
  }))
  await doors.records.changeMany(scope, actor, { appId: app.id, commands })
}
