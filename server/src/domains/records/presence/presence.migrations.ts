import type { Migration } from '../../../platform/database/types.ts'

/** Windows that have a record open; each row lives a minute unless its window reports again. */
export const presenceMigrations: Migration[] = [
  {
    name: '0895-records-viewers',
    async up(tx) {
      await tx.query(`
        create table caseloom.record_viewer (
          tenant_id uuid not null,
          record_id uuid not null,
          seat uuid not null,
          actor_id uuid not null,
          name text not null,
          since timestamptz not null,
          at timestamptz not null,
          -- The field in which its person is typing, by ID: keys change.
          field_id uuid,
          primary key (record_id, seat)
        );
        create index record_viewer_at on caseloom.record_viewer (tenant_id, at)`)
      await tx.tenantTable('record_viewer')
    },
  },
]
