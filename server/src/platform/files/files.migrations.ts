import type { Migration } from '../database/types.ts'

/** Payloads and step values by content: small ones in the row, large ones in the file store. */
export const filesMigrations: Migration[] = [
  {
    name: '0030-files-values',
    async up(tx) {
      await tx.query(`
        create table caseloom.value (
          tenant_id uuid not null,
          sha256 bytea not null check (octet_length(sha256) = 32),
          size integer not null check (size >= 0),
          media_type text not null,
          bytes bytea,
          created_at timestamptz not null default now(),
          primary key (tenant_id, sha256)
        )`)
      await tx.tenantTable('value')
    },
  },
]
