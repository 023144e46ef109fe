import type { Migration } from '../../../platform/database/types.ts'

/** Reference tables of tenants and their rows. */
export const tablesMigrations: Migration[] = [
  {
    name: '0810-automation-tables',
    async up(tx) {
      await tx.query(`
        create table caseloom.reference_table (
          id uuid primary key,
          tenant_id uuid not null,
          key text not null,
          name text not null,
          description text,
          columns json not null,
          case_sensitive boolean not null,
          expire_days int,
          revision int not null default 1,
          updated_at timestamptz not null,
          unique (tenant_id, key)
        );
        create table caseloom.reference_row (
          id uuid primary key,
          tenant_id uuid not null,
          table_id uuid not null references caseloom.reference_table (id) on delete cascade,
          -- The key as it is compared.
          match text not null,
          cells jsonb not null,
          revision int not null default 1,
          written_at timestamptz not null,
          written_by text not null,
          run_id uuid,
          -- Records that the cells may come from; null when only people wrote the row.
          touches jsonb,
          unique (table_id, match)
        );
        create index reference_row_of_table on caseloom.reference_row (table_id, id desc)`)
      for (const table of ['reference_table', 'reference_row']) await tx.tenantTable(table)
    },
  },
  {
    name: '0904-automation-observable-lists',
    async up(tx) {
      await tx.query('alter table caseloom.reference_table add column listing json')
    },
  },
]
