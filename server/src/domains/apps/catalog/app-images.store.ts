// Images that layouts of an app show. Revisions name them by digest, so they stay until the app is removed.
import { IdRow, Bytes } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

const ImageRow = z.object({ media_type: z.string(), bytes: Bytes })

export interface AppImage {
  mediaType: string
  bytes: Uint8Array
}

/** Stores an image once; answers whether the app had room for it. */
export async function insertImage(
  tx: TenantTx,
  image: AppImage & { appId: string; id: string; most: number },
): Promise<boolean> {
  const { appId, id, mediaType, bytes, most } = image
  const rows = await tx.rows(
    IdRow,
    `with held as (select id from caseloom.app_image where tenant_id = $1 and app_id = $2)
     insert into caseloom.app_image (tenant_id, app_id, id, media_type, bytes, created_at)
     select $1, $2, $3, $4, $5, $6
      where (select count(*) from held) < $7 or exists (select from held where id = $3)
     on conflict (app_id, id) do update set media_type = excluded.media_type
     returning id`,
    [tx.tenantId, appId, id, mediaType, Buffer.from(bytes), tx.now, most],
  )
  return rows.length > 0
}

/** Gives one app the images of another. */
export async function copyImages(tx: TenantTx, from: string, to: string): Promise<void> {
  await tx.query(
    `insert into caseloom.app_image (tenant_id, app_id, id, media_type, bytes, created_at)
     select tenant_id, $3, id, media_type, bytes, $4 from caseloom.app_image where tenant_id = $1 and app_id = $2`,
    [tx.tenantId, from, to, tx.now],
  )
}

export async function findImage(tx: TenantTx, appId: string, id: string): Promise<AppImage | null> {
  const rows = await tx.rows(
    ImageRow,
    'select media_type, bytes from caseloom.app_image where tenant_id = $1 and app_id = $2 and id = $3',
    [tx.tenantId, appId, id],
  )
  const row = rows[0]
  return row === undefined ? null : { mediaType: row.media_type, bytes: row.bytes }
}

/** Those of the digests that the app has images of. */
export async function knownImages(
  tx: TenantTx,
  appId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.rows(
    IdRow,
    'select id from caseloom.app_image where tenant_id = $1 and app_id = $2 and id = any($3::text[])',
    [tx.tenantId, appId, [...ids]],
  )
  return new Set(rows.map(({ id }) => id))
}
