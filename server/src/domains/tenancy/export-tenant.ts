import type { JsonValue } from '@caseloom/contract/kernel/json'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { audit } from '../../platform/audit/audit.ts'
import { fail } from '../../platform/errors.ts'
import { allowInAccount } from '../../platform/rights.ts'
import type { ExportBytes, ExportFile } from '../../platform/database/tenant-purge.ts'
import { lockManaged, type ManagedRow } from './managed-tenant.store.ts'
import type { Hand, TenancyAdminDeps } from './tenancy-admin-deps.ts'

/** Version of the archive's layout. */
const FORMAT = 1

export interface TenantArchive {
  fileName: string
  content: Readable
}

/**
 * Everything of a tenant as a zip, written while it is read. Administrators of an account read no records by that
 * alone: the export is for those who are Tenant administrator too, and holds what they may see.
 * @throws resource.not_found, right.missing
 */
export async function exportTenant(
  deps: TenancyAdminDeps,
  hand: Hand,
  { accountId, tenantId }: { accountId: string; tenantId: string },
): Promise<TenantArchive> {
  allowInAccount(hand.actor, accountId)
  const { system } = deps.database
  const tenant = await system.tx((tx) => lockManaged(tx, accountId, tenantId))
  if (tenant === null) throw fail('resource.not_found')
  const place = { accountId, tenantId }
  const reader = hand.actor.id === null ? null : await deps.tenantAdministrator(place, hand.actor.id)
  if (reader === null)
    throw fail('right.missing', {
      detail: 'The export requires the role Tenant administrator in this tenant',
    })
  await system.tx((tx) =>
    audit(tx, {
      accountId,
      actor: hand.actor,
      action: 'tenant.exported',
      object: { kind: 'tenant', id: tenantId, name: tenant.name },
      ip: hand.ip,
    }),
  )
  const scope = deps.database.tenant(place)
  const files = (await Promise.all(deps.exportParts.map((part) => part(scope, reader)))).flat()
  const manifest = { ...manifestOf(deps, hand, tenant), files: {} as Record<string, number> } // filled on the way
  return { fileName: archiveName(tenant.name), content: archiveOf(files, manifest) }
}

type Manifest = ReturnType<typeof manifestOf> & { files: Record<string, number> }

function manifestOf({ version }: TenancyAdminDeps, { actor }: Hand, tenant: ManagedRow) {
  return {
    format: FORMAT,
    product: `Caseloom ${version}`,
    exportedAt: new Date().toISOString(),
    exportedBy: actor.name,
    accountId: tenant.account_id,
    tenant: { id: tenant.id, name: tenant.name, createdAt: tenant.created_at.toISOString() },
  }
}

/** One file after the other; the manifest comes last, since it lists the number of lines of each. */
function archiveOf(files: readonly (ExportFile | ExportBytes)[], manifest: Manifest): Readable {
  const zip = new ZipFile()
  // yazl types its output by the older interface; it is a PassThrough.
  const output = zip.outputStream as Readable
  const stop = (error: Error) => output.destroy(error)
  zip.on('error', stop)
  let current: Readable | undefined
  // Anyone who goes away in the middle ends the reading too.
  output.once('close', () => current?.destroy())
  const write = async (): Promise<void> => {
    for (const file of files) {
      const source = await sourceOf(file, manifest)
      if (source === null) continue
      const ended = once(source, 'close')
      source.on('error', stop)
      current = source
      zip.addReadStream(source, file.path)
      await ended
      if (output.destroyed) return
    }
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json')
    zip.end()
  }
  write().catch(stop)
  return output
}

async function sourceOf(file: ExportFile | ExportBytes, manifest: Manifest): Promise<Readable | null> {
  return 'bytes' in file
    ? file.bytes()
    : Readable.from(textOf(file, manifest), { objectMode: false, highWaterMark: 256 * 1024 })
}

async function* textOf(file: ExportFile, manifest: Manifest): AsyncGenerator<string> {
  manifest.files[file.path] = 0
  for await (const line of file.lines()) {
    manifest.files[file.path] = (manifest.files[file.path] ?? 0) + 1
    yield `${JSON.stringify(line satisfies JsonValue)}\n`
  }
}

function archiveName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '')
  return `${plain || 'tenant'}-${new Date().toISOString().slice(0, 10)}.zip`
}
