import type { Migration } from '../../../platform/database/types.ts'

/** Warning lists of tenants; of a shipped list only what the tenant changed about it. */
export const warningListsMigrations: Migration[] = [
  {
    name: '0898-records-warning-lists',
    async up(tx) {
      await tx.query(`
        create table caseloom.warning_list (
          tenant_id uuid not null,
          -- Of a shipped list the same in every tenant.
          id uuid not null,
          name text not null,
          description text not null,
          type text not null,
          kinds text[] not null,
          entries text[] not null,
          enabled boolean not null,
          version int not null,
          updated_at timestamptz(3) not null,
          primary key (tenant_id, id)
        )`)
      await tx.tenantTable('warning_list')
    },
  },
]
