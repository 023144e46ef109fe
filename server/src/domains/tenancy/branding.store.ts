import { Bytes } from '../../platform/database/rows.ts'
import { z } from 'zod'
import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/database/types.ts'

const NameRow = z.object({ name: z.string().nullable() })

const LogoDigestRow = z.object({ logo_digest: z.string().nullable() })

export const Logo = z.object({
  bytes: Bytes,
  mediaType: z.string(),
  /** 64 hex digits of the bytes' SHA-256. */
  digest: z.string(),
})
export type Logo = z.infer<typeof Logo>

export async function brandingName(tx: Tx, accountId: string): Promise<string | null> {
  const rows = await tx.rows(NameRow, 'select name from caseloom.branding where account_id = $1', [accountId])
  return rows[0]?.name ?? null
}

export async function saveBrandingName(tx: Tx, accountId: string, name: string | null): Promise<void> {
  await tx.query(
    `insert into caseloom.branding (account_id, name) values ($1, $2)
     on conflict (account_id) do update set name = excluded.name`,
    [accountId, name],
  )
}

/** The digest of the logo alone: most browsers have the rest already. */
export async function logoDigest(tx: Tx, accountId: string): Promise<string | null> {
  const rows = await tx.rows(
    LogoDigestRow,
    'select logo_digest from caseloom.branding where account_id = $1',
    [accountId],
  )
  return rows[0]?.logo_digest ?? null
}

export async function logo(tx: Tx, accountId: string): Promise<Logo | null> {
  const rows = await tx.rows(
    Logo,
    `select logo as bytes, logo_type as "mediaType", logo_digest as digest from caseloom.branding
      where account_id = $1 and logo is not null`,
    [accountId],
  )
  return rows[0] ?? null
}

/** Writes the logo, or takes it away. */
export async function saveLogo(
  tx: Tx,
  accountId: string,
  image: { bytes: Buffer; mediaType: string } | null,
): Promise<string | null> {
  const digest = image === null ? null : createHash('sha256').update(image.bytes).digest('hex')
  await tx.query(
    `insert into caseloom.branding (account_id, logo, logo_type, logo_digest) values ($1, $2, $3, $4)
     on conflict (account_id) do update
       set logo = excluded.logo, logo_type = excluded.logo_type, logo_digest = excluded.logo_digest`,
    [accountId, image?.bytes ?? null, image?.mediaType ?? null, digest],
  )
  return digest
}
