import { lookupsMigrations } from './lookups/lookups.migrations.ts'
import { attackEventsMigrations } from './attack-events/attack-events.migrations.ts'
import { presenceMigrations } from './presence/presence.migrations.ts'
import { correlationMigrations } from './correlation/correlation.migrations.ts'
import { commentsMigrations } from './comments/comments.migrations.ts'
import { recordFilesMigrations } from './file-fields/files.migrations.ts'
import { linkEventsMigrations } from './reference-fields/link-events.migrations.ts'
import { mergeMigrations } from './merge/merge.migrations.ts'
import { warningListsMigrations } from './warning-lists/warning-lists.migrations.ts'
import { assignmentMigrations } from './writing/assignment.migrations.ts'
import { workflowMigrations } from './workflow/workflow.migrations.ts'
import type { Migration } from '../../platform/database/types.ts'

/** History of records, by month, operations of playbooks that must not happen twice, files and comments. */
export const recordsMigrations: Migration[] = [
  {
    name: '0510-records-history',
    async up(tx) {
      await tx.query(`
        create table caseloom.record_history (
          tenant_id uuid not null,
          app_id uuid not null,
          record_id uuid not null,
          version int not null,
          at timestamptz(3) not null,
          actor jsonb not null,
          action text not null check (action in ('created', 'updated', 'deleted')),
          changes jsonb not null,
          primary key (record_id, version, at)
        ) partition by range (at);
        create table caseloom.record_history_other partition of caseloom.record_history default;
        create table caseloom.record_operation (
          tenant_id uuid not null,
          key text not null,
          app_id uuid not null,
          record_id uuid not null,
          version int not null,
          outcome text not null check (outcome in ('created', 'updated', 'unchanged')),
          at timestamptz not null,
          primary key (tenant_id, key)
        );
        create index record_operation_at on caseloom.record_operation (at)`)
      await tx.tenantTable('record_history')
      await tx.tenantTable('record_operation')
    },
  },
  {
    name: '0585-records-short-history',
    async up(tx) {
      // The fields of a new record stand as name, value, name, value: half as long, and not worth compressing.
      await tx.query(`
        create function caseloom.history_changes(changes jsonb) returns jsonb
          language sql immutable parallel safe as $$
          select case when jsonb_typeof(changes -> 0) is distinct from 'string' then changes else (
            select jsonb_agg(jsonb_build_object('field', changes -> at, 'from', null, 'to', changes -> (at + 1)) order by at)
              from generate_series(0, jsonb_array_length(changes) - 2, 2) at) end $$`)
    },
  },
  {
    name: '0784-records-history-retention',
    async up(tx) {
      await tx.query(
        "create index record_history_deleted on caseloom.record_history (at) where action = 'deleted'",
      )
    },
  },
  ...recordFilesMigrations,
  ...commentsMigrations,
  ...mergeMigrations,
  ...workflowMigrations,
  ...attackEventsMigrations,
  ...presenceMigrations,
  ...linkEventsMigrations,
  ...lookupsMigrations,
  ...warningListsMigrations,
  ...assignmentMigrations,
  ...correlationMigrations,
]
