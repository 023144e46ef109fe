import type { Migration } from '../../../platform/database/types.ts'

/** Triggers of all kinds, when they come due, how far they have read, and which failures were reported. */
export const triggersMigrations: Migration[] = [
  {
    name: '0690-automation-triggers',
    async up(tx) {
      await tx.query(`
        alter table caseloom.trigger
          add column options json not null default '{}',
          add column published boolean not null default true,
          add column paused boolean not null default false,
          add column cursor json,
          add column due_at timestamptz,
          add column app_id uuid,
          add column failing json;
        update caseloom.trigger set published = enabled;
        create index trigger_due on caseloom.trigger (due_at) where enabled and due_at is not null;
        create index trigger_of_app on caseloom.trigger (tenant_id, kind, app_id) where app_id is not null;
        create unique index trigger_mail on caseloom.trigger (hook_key) where kind = 'mail';
        alter table caseloom.run add column failure_told boolean;
        update caseloom.run set failure_told = true where state = 'failed';
        create index run_failure_untold on caseloom.run (id) where state = 'failed' and failure_told is null;
        create table caseloom.record_event_place (
          tenant_id uuid not null,
          app_id uuid not null,
          xid xid8 not null,
          record_id uuid not null,
          version int not null,
          primary key (tenant_id, app_id)
        )`)
      await tx.tenantTable('record_event_place')
    },
  },
  {
    name: '0691-automation-trigger-secrets',
    async up(tx) {
      await tx.query(`
        alter table caseloom.trigger
          add column secret_at timestamptz,
          add column old_secret text,
          add column old_secret_until timestamptz`)
    },
  },
]
