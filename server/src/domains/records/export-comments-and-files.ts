import { z } from 'zod'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../platform/database/types.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import {
  allPages,
  type ExportBytes,
  type ExportFile,
  type TenantExporter,
} from '../../platform/database/tenant-purge.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import type { AppTable } from './model/record-shape.ts'
import { mayReadField } from './model/app-permissions.rules.ts'

/** Each part has columns of its own; all of them are exported. */
const PartRow = z.looseObject({ id: z.string() })

const Sha256Row = z.object({ sha256: z.string() })

const PAGE = 500

interface Deps {
  apps: Pick<AppsDoor, 'listApps' | 'compiled'>
  files: Pick<FileStore, 'open'>
}

/** Comments and files of the records that the reader may see; each content once, under its hash. */
export function exportCommentsAndFiles({ apps, files }: Deps): TenantExporter<ExportFile | ExportBytes> {
  return async (scope, reader) => {
    const parts: (ExportFile | ExportBytes)[] = []
    const contents = new Set<string>()
    for (const { id, key } of await apps.listApps(scope, reader)) {
      const app = await scope.read((tx) => apps.compiled(tx, id))
      if (app === null) continue
      const source = { scope, reader, app }
      parts.push({ path: `comments/${key}.jsonl`, lines: () => rowsOf(source, COMMENTS) })
      parts.push({ path: `files/${key}.jsonl`, lines: () => rowsOf(source, FILES) })
      for (const sha256 of await scope.read((tx) => contentsOf(tx, app, reader))) contents.add(sha256)
    }
    for (const sha256 of contents)
      parts.push({ path: `files/content/${sha256}`, bytes: () => files.open(scope.tenantId, sha256) })
    return parts
  }
}

interface Source {
  scope: TenantScope
  reader: Actor
  app: AppTable
}

const COMMENTS = {
  columns: `x.record_id as "recordId", x.field_id as "fieldId", x.reply_to as "replyTo", x.at, x.by, x.edited_at as "editedAt", x.body`,
  from: 'caseloom.comment x',
  where: 'x.deleted_at is null',
} as const
const FILES = {
  columns: `x.record_id as "recordId", x.field_id as "fieldId", x.comment_id as "commentId", x.name, x.size::text as size, x.media_type as "mediaType", x.sha256, x.at, x.by`,
  from: 'caseloom.file x',
  where: 'x.removed_at is null',
} as const

/** Of records that the reader may see, in threads and fields that they may read. */
function visible(app: AppTable): string {
  return `join ${app.table} t on t.id = x.record_id and t.deleted_at is null and (t.acl is null or t.acl && $2::uuid[])
   where x.tenant_id = $1 and (x.field_id is null or x.field_id = any($3::uuid[]))`
}

function values(tx: TenantTx, app: AppTable, reader: Actor): unknown[] {
  const fields = [...app.byKey.values()].filter((field) => mayReadField(reader, field))
  return [tx.tenantId, reader.principals, fields.map((field) => field.definition.id)]
}

function rowsOf(
  { scope, reader, app }: Source,
  part: { columns: string; from: string; where: string },
): AsyncIterable<JsonValue> {
  return allPages(async (cursor) => {
    const rows = await scope.read((tx) =>
      tx.rows(
        PartRow,
        `select x.id, ${part.columns} from ${part.from} ${visible(app)} and ${part.where}
           and ($4::uuid is null or x.id > $4::uuid) order by x.id limit ${PAGE}`,
        [...values(tx, app, reader), cursor ?? null],
      ),
    )
    // Instants become texts; every other column is JSON already.
    const items = rows.map((row) => JSON.parse(JSON.stringify(row)) as JsonValue)
    return { items, next: rows.length < PAGE ? null : (rows.at(-1)?.id ?? null) }
  })
}

async function contentsOf(tx: TenantTx, app: AppTable, reader: Actor): Promise<string[]> {
  const rows = await tx.rows(
    Sha256Row,
    `select distinct x.sha256 from ${FILES.from} ${visible(app)} and ${FILES.where} order by 1`,
    values(tx, app, reader),
  )
  return rows.map((row) => row.sha256)
}
