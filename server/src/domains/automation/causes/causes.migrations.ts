import type { Migration } from '../../../platform/database/types.ts'

/** What led to a run, and how often the engine lost it. */
export const causesMigrations: Migration[] = [
  {
    name: '0706-automation-causes',
    async up(tx) {
      await tx.query(`
        alter table caseloom.run
          -- The run that a person or something outside began; null = this one.
          add column cause_run uuid,
          add column cause_depth int not null default 0,
          add column engine_losses int not null default 0;
        create index run_of_cause on caseloom.run (cause_run, created_at) where cause_run is not null;`)
    },
  },
  {
    name: '0790-automation-loops',
    async up(tx) {
      await tx.query(`
        alter table caseloom.run
          -- The run whose write, call, or failure started this one.
          add column cause_parent uuid,
          -- Playbooks of the runs above it, the outermost first; null = none.
          add column cause_path uuid[],
          -- Shared by runs that one event started side by side; null = the run itself.
          add column cause_group uuid;
        -- Refused starts whose log line names the loop.
        alter table caseloom.delivery add column loop_stop uuid;
        -- Root causes in which a playbook came again below itself, and how often in the current window.
        create table caseloom.run_loop (
          tenant_id uuid not null,
          cause uuid not null,
          members uuid[] not null,
          runs int not null,
          window_at timestamptz not null,
          -- Playbooks whose owners were notified.
          notified uuid[] not null,
          at timestamptz not null,
          primary key (tenant_id, cause)
        );
        create index run_loop_old on caseloom.run_loop (at);
        -- Starts that a run was refused because they would continue a loop.
        create table caseloom.run_loop_stop (
          id uuid not null,
          tenant_id uuid not null,
          run_id uuid not null,
          playbook_id uuid not null,
          rule text not null,
          members uuid[] not null,
          times int not null,
          at timestamptz not null,
          primary key (run_id, playbook_id)
        );
        create unique index run_loop_stop_by_id on caseloom.run_loop_stop (id)`)
      for (const table of ['run_loop', 'run_loop_stop']) await tx.tenantTable(table)
    },
  },
]
