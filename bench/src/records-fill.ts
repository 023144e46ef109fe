import { AppCreate, type AppView } from '@caseloom/contract/apps'
import { ManagedTenant } from '@caseloom/contract/tenancy-admin'
import type { ProductDoors } from '@caseloom/testkit/product-doors'
import type { Caseloom } from './caseloom.ts'
import { cpuOf } from './meter.ts'
import { alertApp, alertFields, ticketApp } from './records-app.ts'
import { round } from './statistics.ts'

const SMALL_TENANTS = 20
const SMALL_ROWS = 200
/** Records that are made and handed over at once; the import job reads files in such pieces. */
const PIECE = 5000

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

/** What filling a stretch took. */
export interface Filled {
  rows: number
  perSecond: number
  /** CPU microseconds per record by part of the product; `launcher` is the process with the door. */
  cpuUs: Record<string, number>
}

/** Imports records `from` to `to` by the door that import jobs use: each is checked, has history and words. */
export async function fill(
  doors: ProductDoors,
  appId: string,
  { from, to }: { from: number; to: number },
): Promise<Filled> {
  let importMs = 0
  const cpu: Record<string, number> = {}
  for (let at = from; at < to; at += PIECE) {
    const count = Math.min(PIECE, to - at)
    // Making them is not the product's work, and is not counted.
    const commands = Array.from({ length: count }, (_, n) => ({
      kind: 'create' as const,
      values: asJson(alertFields(at + n)),
    }))
    const begin = performance.now()
    const work = () => doors.records.changeMany(doors.scope, doors.actor, { appId, commands })
    const { result, byPart } = await cpuOf(process.pid, work)
    importMs += performance.now() - begin
    for (const [part, ms] of Object.entries(byPart)) cpu[part] = (cpu[part] ?? 0) + ms
    const refused = result.find((answer) => answer instanceof Error)
    if (refused !== undefined) throw refused
  }
  const rows = to - from
  const cpuUs = Object.fromEntries(
    Object.entries(cpu).map(([part, ms]) => [part, round((ms * 1000) / rows, 0)]),
  )
  return { rows, perSecond: round((rows * 1000) / importMs, 0), cpuUs }
}

/** Made-up values are JSON. */
function asJson(values: ReturnType<typeof alertFields>) {
  return values as Parameters<ProductDoors['records']['createRecord']>[2]['fields']
}
