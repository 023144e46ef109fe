import { z } from 'zod'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { OpenUpload } from '../tables/table-shape.ts'

const Sha256NameRow = z.object({ sha256: z.string(), name: z.string(), size: z.string() })

/** A file that the actor uploaded and that nothing names yet; null when there is none of that id. */
export async function openUpload(
  files: Pick<FileStore, 'open'>,
  scope: TenantScope,
  actor: Actor,
  fileId: string,
): Promise<OpenUpload | null> {
  const rows = await scope.read((tx) =>
    tx.rows(
      Sha256NameRow,
      `select sha256, name, size from caseloom.file
        where tenant_id = $1 and id = $2 and by->>'id' = $3 and record_id is null`,
      [tx.tenantId, fileId, actor.id],
    ),
  )
  const row = rows[0]
  if (row === undefined) return null
  return {
    name: row.name,
    size: Number(row.size),
    async open() {
      const stream = await files.open(scope.tenantId, row.sha256)
      if (stream === null)
        throw fail('import.unreadable', { detail: 'The uploaded file is no longer stored' })
      return stream
    },
  }
}
