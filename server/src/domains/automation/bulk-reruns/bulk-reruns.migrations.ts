import type { Migration } from '../../../platform/database/types.ts'

/** Failed runs that are repeated together; runs by the person who started them. */
export const repetitionsMigrations: Migration[] = [
  {
    name: '0699-automation-repetitions',
    async up(tx) {
      await tx.query(`
        create table caseloom.run_repetition (
          id uuid primary key,
          tenant_id uuid not null,
          playbook_id uuid not null,
          state text not null,
          run_ids uuid[] not null,
          done int not null default 0,
          started int not null default 0,
          repeated int not null default 0,
          forbidden int not null default 0,
          actor_id uuid not null,
          actor_name text not null,
          -- Of an API token: it never does more than it might.
          permissions text[],
          ip text,
          created_at timestamptz not null,
          ended_at timestamptz,
          due_at timestamptz not null
        );
        create index run_repetition_due on caseloom.run_repetition (due_at) where state = 'running';
        create index run_repetition_old on caseloom.run_repetition (created_at);
        create index run_of_initiator on caseloom.run (tenant_id, initiator, id desc) where initiator is not null`)
      await tx.tenantTable('run_repetition')
    },
  },
  {
    name: '0740-automation-rerun-version',
    async up(tx) {
      await tx.query(`alter table caseloom.run_repetition add column run_with text not null default 'same'`)
    },
  },
]
