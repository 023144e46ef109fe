import type { Migration } from '../../../platform/database/types.ts'

/** Records that repeat each other: what was folded into which, and which stayed records of their own. */
export const correlationMigrations: Migration[] = [
  {
    name: '1155-records-correlation',
    async up(tx) {
      await tx.query(`
        -- The record that takes what comes next with the same values; its row is the lock of all who create such.
        create table caseloom.correlation_key (
          tenant_id uuid not null,
          app_id uuid not null,
          rule text not null,
          digest text not null,
          target_id uuid,
          group_id uuid,
          seen_at timestamptz(3) not null,
          primary key (tenant_id, app_id, rule, digest)
        );
        create index correlation_key_seen on caseloom.correlation_key (seen_at);
        -- Of a record: its group, and how many were folded into it.
        create table caseloom.record_correlation (
          tenant_id uuid not null,
          app_id uuid not null,
          record_id uuid not null,
          rule text not null,
          group_id uuid not null,
          folded int not null,
          seen_at timestamptz(3) not null,
          primary key (tenant_id, record_id)
        );
        create index record_correlation_group on caseloom.record_correlation (tenant_id, group_id, record_id);
        create table caseloom.record_occurrence (
          tenant_id uuid not null,
          id uuid primary key,
          app_id uuid not null,
          record_id uuid not null,
          rule text not null,
          at timestamptz(3) not null,
          by jsonb not null,
          given jsonb not null,
          -- The record that it became after all.
          split_id uuid
        );
        create index record_occurrence_of on caseloom.record_occurrence (tenant_id, record_id, id desc);
        -- Unique values of what was folded: no other record may take them.
        create table caseloom.occurrence_name (
          tenant_id uuid not null,
          app_id uuid not null,
          name text not null,
          occurrence_id uuid not null references caseloom.record_occurrence (id) on delete cascade,
          primary key (tenant_id, app_id, name)
        );
        create index occurrence_name_of on caseloom.occurrence_name (occurrence_id);
        alter table caseloom.record_operation drop constraint if exists record_operation_outcome_check;
        alter table caseloom.record_operation add constraint record_operation_outcome_check check (outcome in
          ('created', 'updated', 'unchanged', 'folded')) not valid;
        -- Older entries pass the check as it was.
        alter table caseloom.record_history drop constraint if exists record_history_action_check;
        alter table caseloom.record_history add constraint record_history_action_check check (action in
          ('created', 'updated', 'deleted', 'restored', 'restricted', 'opened', 'locked', 'unlocked', 'merged',
           'unmerged', 'attack_event_added', 'attack_event_edited', 'attack_event_deleted', 'file_added',
           'file_removed', 'folded', 'split_off', 'folded_back')) not valid`)
      for (const table of ['correlation_key', 'record_correlation', 'record_occurrence', 'occurrence_name'])
        await tx.tenantTable(table)
    },
  },
]
