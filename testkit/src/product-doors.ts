import { readFileSync } from 'node:fs'
import type { AppsDoor } from '@caseloom/server/domains/apps/apps.door'
import { anAppsDoor } from './apps-door.ts'
import { createRecordsDoor, type RecordsDoor } from '@caseloom/server/domains/records/records.door'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { openDatabase } from '@caseloom/server/platform/database/database'
import type { TenantScope } from '@caseloom/server/platform/database/types'
import { anActor } from './installation.ts'
import type { Product } from './product.ts'

/** Runs one statement and answers its rows. */
export type OwnerQuery = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>

/** The doors of apps and records on a running product's database, as one more process of it has them. */
export interface ProductDoors {
  scope: TenantScope
  actor: Actor
  apps: AppsDoor
  records: RecordsDoor
  /** Another tenant of the same account. */
  tenant(tenantId: string): { scope: TenantScope; actor: Actor }
  /** Statements of the owner outside of any transaction: vacuum, and tables of a measurement's own. */
  asOwner<T>(work: (query: OwnerQuery) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Opens the doors of one tenant of a running product; what is written here is announced to no one. */
export async function openDoors(
  product: Pick<Product, 'pids'>,
  place: { tenantId: string; accountId: string },
): Promise<ProductDoors> {
  const url = settingOf(product.pids('web')[0], 'DATABASE_URL')
  const database = await openDatabase({ url, size: 4 })
  const scope = database.tenant(place)
  const apps = anAppsDoor()
  return {
    scope,
    actor: anActor(scope),
    apps,
    records: createRecordsDoor({ apps }),
    tenant(tenantId) {
      const other = database.tenant({ ...place, tenantId })
      return { scope: other, actor: anActor(other) }
    },
    async asOwner(work) {
      const client = await database.connect()
      try {
        await client.query(`set role "${database.roles.owner}"`)
        return await work(async (text, values = []) => (await client.query(text, [...values])).rows)
      } finally {
        await client.end()
      }
    },
    close: () => database.close(),
  }
}

/** A setting as a running process of the product has it. */
export function settingOf(pid: number | undefined, name: string): string {
  if (pid === undefined) throw new Error('The product has no running web process')
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  const found = entries.find((entry) => entry.startsWith(`${name}=`))
  if (found === undefined) throw new Error(`The process ${pid} has no setting ${name}`)
  return found.slice(name.length + 1)
}
