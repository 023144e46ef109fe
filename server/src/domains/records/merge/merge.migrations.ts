import type { Migration } from '../../../platform/database/types.ts'

/** Records that went into others: where they lead, and what went along. */
export const mergeMigrations: Migration[] = [
  {
    name: '0580-records-merge',
    async up(tx) {
      await tx.query(`
        create table caseloom.record_merge (
          tenant_id uuid not null,
          record_id uuid not null,
          app_id uuid not null,
          -- The record that took it in, and the one that stands for it now: that one may have been merged itself.
          taken_by uuid not null,
          into_id uuid not null,
          at timestamptz(3) not null,
          by jsonb not null,
          moved jsonb not null,
          primary key (tenant_id, record_id)
        );
        create index record_merge_into on caseloom.record_merge (tenant_id, into_id, at desc);
        -- Unique values of merged records, by digest.
        create table caseloom.record_alias (
          tenant_id uuid not null,
          app_id uuid not null,
          name text not null,
          record_id uuid not null,
          primary key (tenant_id, app_id, name)
        );
        create index record_alias_of on caseloom.record_alias (tenant_id, record_id);
        alter table caseloom.record_history drop constraint if exists record_history_action_check;
        alter table caseloom.record_history add constraint record_history_action_check check (action in
          ('created', 'updated', 'deleted', 'restored', 'restricted', 'opened', 'locked', 'unlocked', 'merged',
           'unmerged'))`)
      await tx.tenantTable('record_merge')
      await tx.tenantTable('record_alias')
    },
  },
]
