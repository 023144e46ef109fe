import type { Readable } from 'node:stream'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantRef, TenantScope } from './types.ts'

/** One file of a tenant's export: JSON lines, read as they are written, so that no tenant is ever whole in memory. */
export interface ExportFile {
  /** Path in the archive, for example `records/alert.jsonl`. */
  path: string
  lines(): AsyncIterable<JsonValue>
}

/** One stored file of a tenant's export, read as it is written; null when it is gone. */
export interface ExportBytes {
  path: string
  bytes(): Promise<Readable | null>
}

/** What one domain gives to the export of a tenant, as far as the reader may see it. */
export type TenantExporter<Item = ExportFile> = (scope: TenantScope, reader: Actor) => Promise<Item[]>

/** What one domain or part of the platform removes of a tenant that is deleted permanently; each may be repeated. */
export interface TenantPurger {
  name: string
  /** Works in small transactions; `alive` is called between them, so that no other process claims the work. */
  purge(tenant: TenantRef, alive: () => Promise<void>): Promise<void>
}

/** What one domain or part of the platform removes of an account that is deleted permanently, once its tenants are gone. */
export interface AccountPurger {
  name: string
  purge(account: { accountId: string }, alive: () => Promise<void>): Promise<void>
}

/** Follows the cursors of a paged list to its end. */
export async function* allPages<Item>(
  read: (cursor: string | undefined) => Promise<{ items: readonly Item[]; next: string | null }>,
): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    yield* page.items
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
