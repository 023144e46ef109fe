import type { Migration } from '../../../platform/database/types.ts'

/** The change feed reads the history in the order of transactions; requests with a key are answered once. */
export const feedMigrations: Migration[] = [
  {
    name: '0575-records-feed',
    async up(tx) {
      // Entries from before count as those of this very transaction: one value for all, so that no row is rewritten.
      await tx.query(`
        alter table caseloom.record_history add column xid xid8 not null default pg_current_xact_id();
        alter table caseloom.record_history add column former_acl uuid[];
        create index record_history_feed on caseloom.record_history (app_id, xid);
        create table caseloom.record_feed_floor (
          tenant_id uuid primary key,
          xid xid8 not null
        );
        create table caseloom.record_request (
          tenant_id uuid not null,
          place text not null,
          key text not null,
          digest text not null,
          id uuid not null,
          at timestamptz not null,
          response jsonb,
          primary key (tenant_id, place, key)
        );
        create index record_request_at on caseloom.record_request (at)`)
      await tx.tenantTable('record_feed_floor')
      await tx.tenantTable('record_request')
    },
  },
]
