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
  {
    name: '1151-secrets-master-key',
    async up(tx) {
      await tx.query(`
        create table caseloom.master_key (
          single boolean primary key default true check (single),
          key_id text not null,
          since timestamptz not null default now()
        )`)
      await tx.systemTable('master_key')
      // Tenants learn the short name by the function alone, which reads as the owner.
      await tx.query(`
        alter table caseloom.master_key no force row level security;
        create function caseloom.present_master_key() returns text language sql stable security definer
          set search_path = pg_catalog as 'select key_id from caseloom.master_key'`)
    },
  },
]
