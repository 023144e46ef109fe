import { arrivalsMigrations } from './arrivals/arrivals.migrations.ts'
import { savedTestsMigrations } from './saved-tests/saved-tests.migrations.ts'
import { tablesMigrations } from './tables/tables.migrations.ts'
import type { Migration } from '../../platform/database/types.ts'
import { peopleMigrations } from './approvals/people.migrations.ts'
import { assetsMigrations } from './assets/assets.migrations.ts'
import { noticesMigrations } from './notices/notices.migrations.ts'
import { repetitionsMigrations } from './bulk-reruns/bulk-reruns.migrations.ts'
import { redeliveriesMigrations } from './deliveries/redeliveries.migrations.ts'
import { causesMigrations } from './causes/causes.migrations.ts'
import { sharingMigrations } from './sharing/sharing.migrations.ts'
import { statementsMigrations } from './statements/statements.migrations.ts'
import { waitsMigrations } from './waits/waits.migrations.ts'
import { gateMigrations } from './gate/gate.migrations.ts'
import { triggersMigrations } from './intake/triggers.migrations.ts'

/** Tables of playbooks, their triggers and the history of their runs. */
export const automationMigrations: Migration[] = [
  {
    name: '0610-automation-playbooks',
    async up(tx) {
      // Documents are stored as json, not jsonb, to preserve the author's order of keys.
      await tx.query(`
        create table caseloom.playbook (
          id uuid primary key,
          tenant_id uuid not null,
          key text not null,
          title text not null,
          description text,
          draft json not null,
          revision int not null,
          published_version int,
          created_at timestamptz not null,
          updated_at timestamptz not null,
          unique (tenant_id, key)
        );
        create table caseloom.playbook_version (
          id uuid primary key,
          tenant_id uuid not null,
          playbook_id uuid not null references caseloom.playbook on delete cascade,
          number int not null,
          document json not null,
          semantics int not null,
          permissions text[] not null,
          principals text[] not null,
          published_by uuid,
          published_at timestamptz not null,
          unique (playbook_id, number)
        );
        create table caseloom.trigger (
          id uuid primary key,
          tenant_id uuid not null,
          playbook_id uuid not null references caseloom.playbook on delete cascade,
          version_id uuid not null references caseloom.playbook_version,
          key text not null,
          kind text not null,
          hook_key text not null,
          auth text not null,
          header text,
          answer text not null,
          secret text not null,
          enabled boolean not null,
          stamp int not null,
          unique (playbook_id, key),
          unique (tenant_id, hook_key)
        )`)
      for (const table of ['playbook', 'playbook_version', 'trigger']) await tx.tenantTable(table)
    },
  },
  {
    name: '0620-automation-runs',
    async up(tx) {
      await tx.query(`
        create table caseloom.delivery (
          id uuid primary key,
          tenant_id uuid not null,
          trigger_id uuid not null references caseloom.trigger on delete cascade,
          at timestamptz not null,
          outcome text not null,
          reason text,
          dedup_key text,
          run_id uuid,
          size int not null,
          request json,
          payload bytea,
          payload_ref text,
          summary text
        );
        create index delivery_of_trigger on caseloom.delivery (trigger_id, id desc);
        create table caseloom.trigger_dedup (
          tenant_id uuid not null,
          trigger_id uuid not null references caseloom.trigger on delete cascade,
          key_hash bytea not null,
          run_id uuid not null,
          at timestamptz not null,
          primary key (trigger_id, key_hash)
        );
        create table caseloom.run_counter (
          tenant_id uuid primary key,
          last bigint not null
        );
        create table caseloom.run (
          id uuid primary key,
          tenant_id uuid not null,
          number bigint not null,
          playbook_id uuid not null references caseloom.playbook on delete cascade,
          version_id uuid not null references caseloom.playbook_version,
          trigger_key text not null,
          trigger_kind text not null,
          delivery_id uuid,
          initiator uuid,
          state text not null,
          semantics int not null,
          start_id uuid,
          created_at timestamptz not null,
          started_at timestamptz,
          ended_at timestamptz,
          error json,
          output text,
          output_ref text,
          unique (tenant_id, number)
        );
        create index run_of_playbook on caseloom.run (playbook_id, id desc);
        create index run_of_tenant on caseloom.run (tenant_id, id desc);
        create index run_running on caseloom.run (tenant_id) where state = 'running';
        create index run_open on caseloom.run (tenant_id, id) where state in ('queued', 'running', 'waiting');
        create table caseloom.run_entry (
          tenant_id uuid not null,
          run_id uuid not null,
          seq int not null,
          at timestamptz not null,
          entry json not null,
          primary key (run_id, seq)
        );
        create table caseloom.run_record (
          tenant_id uuid not null,
          run_id uuid not null,
          record_id uuid not null,
          app_id uuid not null,
          tracking_id text not null,
          primary key (run_id, record_id)
        );
        create index run_record_by_record on caseloom.run_record (record_id, run_id desc);
        create table caseloom.relay (
          id uuid primary key,
          tenant_id uuid not null,
          run_id uuid not null,
          kind text not null,
          recorded int not null default 0,
          created_at timestamptz not null,
          due_at timestamptz not null,
          attempts int not null default 0
        );
        create index relay_due on caseloom.relay (due_at, id);
        create index relay_of_tenant on caseloom.relay (tenant_id)`)
      const tables = ['delivery', 'trigger_dedup', 'run_counter', 'run', 'run_entry', 'run_record', 'relay']
      for (const table of tables) await tx.tenantTable(table)
    },
  },
  {
    name: '0630-automation-retention',
    async up(tx) {
      await tx.query('create index trigger_dedup_at on caseloom.trigger_dedup (at)')
    },
  },
  {
    name: '0640-automation-hot-references',
    async up(tx) {
      // Each insert would lock the one row of the trigger and version that all deliveries share. What refers to them
      // is written by one statement that reads them, and neither is ever deleted alone.
      await tx.query(`
        alter table caseloom.run drop constraint run_playbook_id_fkey;
        alter table caseloom.run drop constraint run_version_id_fkey;
        alter table caseloom.delivery drop constraint delivery_trigger_id_fkey;
        alter table caseloom.trigger_dedup drop constraint trigger_dedup_trigger_id_fkey`)
    },
  },
  {
    name: '0650-automation-trace',
    async up(tx) {
      await tx.query('alter table caseloom.relay add column trace json')
    },
  },
  {
    name: '0660-automation-run-control',
    async up(tx) {
      await tx.query(`
        alter table caseloom.run add column rerun_of uuid;
        create index run_rerun_of on caseloom.run (rerun_of) where rerun_of is not null;
        create index run_rerun_delivery on caseloom.run (delivery_id) where rerun_of is not null;
        create table caseloom.run_cancel (
          run_id uuid primary key,
          tenant_id uuid not null,
          at timestamptz not null,
          actor_id uuid,
          actor_name text not null,
          in_queue boolean not null,
          due_at timestamptz,
          attempts int not null default 0
        );
        create index run_cancel_due on caseloom.run_cancel (due_at) where due_at is not null`)
      await tx.tenantTable('run_cancel')
    },
  },
  {
    name: '0670-automation-run-list',
    async up(tx) {
      // Months of runs: what failed, and what is in one state, without reading all the others.
      await tx.query(`
        create index run_failed on caseloom.run (tenant_id, id desc) where state = 'failed';
        create index run_in_state on caseloom.run (tenant_id, state, id desc)`)
    },
  },
  {
    name: '0675-automation-editors',
    async up(tx) {
      await tx.query(`
        alter table caseloom.playbook
          add column saved_by json,
          -- Days that runs are kept; 0 keeps them for good, null is the usual time.
          add column run_days int;
        create index playbook_run_days on caseloom.playbook (id) where run_days is not null;
        create table caseloom.playbook_editor (
          tenant_id uuid not null,
          playbook_id uuid not null,
          seat uuid not null,
          actor_id uuid not null,
          name text not null,
          since timestamptz not null,
          at timestamptz not null,
          primary key (playbook_id, seat)
        )`)
      await tx.tenantTable('playbook_editor')
    },
  },
  {
    name: '0676-automation-workers',
    async up(tx) {
      await tx.query(`
        create table caseloom.worker_presence (
          id uuid primary key,
          started_at timestamptz not null,
          at timestamptz not null
        )`)
      await tx.systemTable('worker_presence')
    },
  },
  {
    name: '0678-automation-version-notes',
    async up(tx) {
      await tx.query("alter table caseloom.playbook_version add column note text not null default ''")
    },
  },
  {
    name: '0717-automation-due-by-tenant',
    async up(tx) {
      await tx.query(`
        create index trigger_due_of on caseloom.trigger (tenant_id, due_at) where enabled and due_at is not null;
        create index run_failure_untold_of on caseloom.run (tenant_id, id)
          where state = 'failed' and failure_told is null;
        create index run_repetition_due_of on caseloom.run_repetition (tenant_id, due_at) where state = 'running';
        create index run_cancel_due_of on caseloom.run_cancel (tenant_id, due_at) where due_at is not null;
        create index run_wait_due_of on caseloom.run_wait (tenant_id, due_at) where due_at is not null;
        create index approval_due_of on caseloom.approval_due (tenant_id, due_at);
        create index approval_note_of on caseloom.approval_note (tenant_id, id);
        create index approval_link_unsent_of on caseloom.approval_link (tenant_id, id) where token_hash is null`)
    },
  },
  {
    name: '0800-automation-database-waits',
    async up(tx) {
      // Runs that wait in this worker for the database: [{ run, step, reason, since }].
      await tx.query("alter table caseloom.worker_presence add column waits jsonb not null default '[]'")
    },
  },
  ...waitsMigrations,
  ...triggersMigrations,
  ...peopleMigrations,
  ...assetsMigrations,
  ...repetitionsMigrations,
  ...gateMigrations,
  ...sharingMigrations,
  ...statementsMigrations,
  ...noticesMigrations,
  ...causesMigrations,
  ...redeliveriesMigrations,
  ...tablesMigrations,
  ...savedTestsMigrations,
  ...arrivalsMigrations,
]
