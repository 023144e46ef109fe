import type { Migration } from '../../../platform/database/types.ts'

/** What the history of a record says about links that lead to it: the change itself is of the other record. */
export const linkEventsMigrations: Migration[] = [
  {
    name: '0896-records-link-events',
    async up(tx) {
      await tx.query(`
        create table caseloom.link_event (
          tenant_id uuid not null,
          id uuid primary key,
          -- The record that the link leads to, and its app.
          app_id uuid not null,
          record_id uuid not null,
          field_id uuid not null,
          source_id uuid not null,
          at timestamptz(3) not null,
          actor jsonb not null,
          action text not null check (action in ('linked', 'unlinked'))
        );
        create index link_event_of_record on caseloom.link_event (record_id, id desc);
        create index link_event_of_source on caseloom.link_event (source_id)`)
      await tx.tenantTable('link_event')
    },
  },
]
