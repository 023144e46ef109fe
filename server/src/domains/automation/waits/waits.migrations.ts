import type { Migration } from '../../../platform/database/types.ts'

/** Questions that runs put outside, runs that other runs begin, and what a run without a delivery was given. */
export const waitsMigrations: Migration[] = [
  {
    name: '0680-automation-waits',
    async up(tx) {
      await tx.query(`
        create table caseloom.run_wait (
          id uuid primary key,
          tenant_id uuid not null,
          run_id uuid not null,
          command_id text not null,
          path text not null,
          action text not null,
          engine_key text not null,
          state text not null,
          answer json,
          opened_at timestamptz not null,
          answered_at timestamptz,
          due_at timestamptz,
          attempts int not null default 0,
          unique (run_id, command_id)
        );
        create index run_wait_due on caseloom.run_wait (due_at) where due_at is not null;
        create index run_wait_of_tenant on caseloom.run_wait (tenant_id);
        alter table caseloom.run add column parent_run uuid;
        alter table caseloom.run add column parent_wait uuid;
        alter table caseloom.run add column depth int not null default 0;
        alter table caseloom.run add column test boolean not null default false;
        create index run_of_parent on caseloom.run (parent_run) where parent_run is not null;
        create table caseloom.run_input (
          run_id uuid primary key,
          tenant_id uuid not null,
          request json not null,
          payload bytea,
          payload_ref text
        )`)
      for (const table of ['run_wait', 'run_input']) await tx.tenantTable(table)
    },
  },
  {
    name: '0681-automation-tests',
    async up(tx) {
      await tx.query(`
        alter table caseloom.playbook add column deleted_at timestamptz;
        alter table caseloom.playbook drop constraint playbook_tenant_id_key_key;
        create unique index playbook_key on caseloom.playbook (tenant_id, key) where deleted_at is null;
        alter table caseloom.playbook_version alter column number drop not null;
        alter table caseloom.playbook_version add column publisher_name text;
        create table caseloom.run_test (
          run_id uuid primary key,
          tenant_id uuid not null,
          stubs json not null,
          recorded_from uuid
        )`)
      await tx.tenantTable('run_test')
    },
  },
  {
    name: '0682-automation-state',
    async up(tx) {
      await tx.query(`
        create table caseloom.wait_subject (
          wait_id uuid primary key,
          tenant_id uuid not null,
          app_id uuid not null,
          record_id uuid,
          kind text not null,
          input json not null,
          since timestamptz not null
        );
        create index wait_subject_of_app on caseloom.wait_subject (tenant_id, app_id, record_id);
        create table caseloom.playbook_state (
          tenant_id uuid not null,
          playbook_id uuid not null,
          key text not null,
          value jsonb not null,
          updated_at timestamptz not null,
          primary key (playbook_id, key)
        );
        create table caseloom.playbook_state_operation (
          tenant_id uuid not null,
          key text not null,
          run_id uuid not null,
          result json not null,
          primary key (tenant_id, key)
        );
        create index playbook_state_operation_of_run on caseloom.playbook_state_operation (run_id)`)
      for (const table of ['wait_subject', 'playbook_state', 'playbook_state_operation'])
        await tx.tenantTable(table)
    },
  },
  {
    name: '0683-automation-limits',
    async up(tx) {
      await tx.query(`
        alter table caseloom.trigger add column running_limit int;
        alter table caseloom.trigger add column queue_limit int;
        alter table caseloom.run add column limit_trigger uuid;
        create index run_limited on caseloom.run (limit_trigger)
         where limit_trigger is not null and state in ('queued', 'running', 'waiting');
        alter table caseloom.relay add column limit_trigger uuid`)
    },
  },
]
