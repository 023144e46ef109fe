import type { Migration } from '../database/types.ts'

/** One or more data keys per tenant, each wrapped by the master key; deleting them makes the tenant's secrets noise. */
export const secretsMigrations: Migration[] = [
  {
    name: '0040-secrets-data-keys',
    async up(tx) {
      await tx.query(`
        create table caseloom.data_key (
          tenant_id uuid not null,
          key_id uuid not null,
          wrapped bytea not null,
          created_at timestamptz not null default now(),
          primary key (tenant_id, key_id)
        )`)
      await tx.tenantTable('data_key')
    },
  },
]
