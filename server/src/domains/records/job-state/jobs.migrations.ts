import type { Migration } from '../../../platform/database/types.ts'

/** Long-running jobs over records, with the parts needed to resume after a crash and to undo them. */
export const jobsMigrations: Migration[] = [
  {
    name: '0570-record-jobs',
    async up(tx) {
      await tx.query(`
        create table caseloom.record_job (
          tenant_id uuid not null,
          id uuid not null,
          app_id uuid not null,
          app_name text not null,
          kind text not null,
          state text not null,
          starter uuid not null,
          permissions text[],
          actor jsonb not null,
          spec jsonb not null,
          total int,
          done int not null default 0,
          counts jsonb not null,
          faults jsonb not null default '[]',
          place jsonb,
          error text,
          file jsonb,
          undo_until timestamptz,
          attempts int not null default 0,
          cancel boolean not null default false,
          worker uuid,
          lease_until timestamptz,
          turn_at timestamptz not null,
          created_at timestamptz not null,
          started_at timestamptz,
          ended_at timestamptz,
          primary key (tenant_id, id)
        );
        create index record_job_open on caseloom.record_job (turn_at) where state in ('queued', 'running');
        create index record_job_starter on caseloom.record_job (tenant_id, starter, created_at desc, id desc);
        create index record_job_newest on caseloom.record_job (tenant_id, created_at desc, id desc);
        create index record_job_ended on caseloom.record_job (ended_at);
        create table caseloom.record_job_part (
          tenant_id uuid not null,
          job_id uuid not null,
          n int not null,
          ids uuid[],
          done jsonb,
          errors jsonb,
          primary key (tenant_id, job_id, n),
          foreign key (tenant_id, job_id) references caseloom.record_job on delete cascade
        )`)
      await tx.query(`
        alter table caseloom.record_history drop constraint if exists record_history_action_check;
        alter table caseloom.record_history add constraint record_history_action_check check (action in
          ('created', 'updated', 'deleted', 'restored', 'restricted', 'opened', 'locked', 'unlocked'))`)
      await tx.tenantTable('record_job')
      await tx.tenantTable('record_job_part')
    },
  },
]
