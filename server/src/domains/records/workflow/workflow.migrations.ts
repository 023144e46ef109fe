import type { Migration } from '../../../platform/database/types.ts'

/** What workflows decided when records were saved. */
export const workflowMigrations: Migration[] = [
  {
    name: '0880-records-workflow-runs',
    async up(tx) {
      await tx.query(`
        create table caseloom.workflow_run (
          tenant_id uuid not null,
          app_id uuid not null,
          record_id uuid not null,
          -- The version of the record that the save made; its history has the values and the actor.
          sequence int not null,
          revision int not null,
          at timestamptz(3) not null,
          cause text not null,
          -- The outcomes of the rules in their order.
          code text not null,
          -- What the history leaves out: values before the workflow set them, groups and roles that counted.
          facts jsonb,
          primary key (record_id, sequence)
        );
        create index workflow_run_app on caseloom.workflow_run (app_id, at)`)
      await tx.tenantTable('workflow_run')
    },
  },
  {
    name: '0891-records-short-workflow-runs',
    async up(tx) {
      // One byte for the cause, two bits for a rule; codes of before stay as texts behind a byte of their own.
      await tx.query(`
        alter table caseloom.workflow_run add column run bytea;
        update caseloom.workflow_run set
          run = decode(lpad(to_hex(128 + array_position(array['new', 'open', 'edit', 'save', 'import', 'api', 'playbook'], cause) - 1), 2, '0'), 'hex')
                || convert_to(code, 'UTF8'),
          facts = nullif(
            case when facts ? 'given' then jsonb_build_object('g', facts -> 'given') else '{}' end
            || case when facts ? 'principals' then jsonb_build_object('p', facts -> 'principals') else '{}' end, '{}');
        alter table caseloom.workflow_run alter column run set not null, drop column cause, drop column code;
        drop index caseloom.workflow_run_app;
        create index workflow_run_app on caseloom.workflow_run (app_id);
        create index workflow_run_at on caseloom.workflow_run using brin (at)`)
    },
  },
  {
    name: '0892-records-expired-workflow-runs',
    async up(tx) {
      // Runs that still have what they read and changed: of the others, which grow for years, retention reads nothing.
      await tx.query(`
        alter table caseloom.workflow_run add column expired_at timestamptz(3);
        create index workflow_run_whole on caseloom.workflow_run (app_id) where expired_at is null`)
    },
  },
  {
    name: '0897-records-workflow-coverage',
    async up(tx) {
      await tx.query(`
        create table caseloom.workflow_coverage (
          tenant_id uuid not null,
          app_id uuid not null,
          record_id uuid primary key,
          newest timestamptz(3) not null,
          -- Revision and outcomes of the record's runs, in their order, and when it had each last.
          kinds bytea[] not null,
          ats timestamptz[] not null
        );
        -- Saves change neither column: their updates stay on the page.
        create index workflow_coverage_app on caseloom.workflow_coverage (app_id);
        -- What is updated with every save only widens this index.
        create index workflow_coverage_newest on caseloom.workflow_coverage using brin (newest);
        -- Row security holds for the owner too, unless it is lifted.
        alter table caseloom.workflow_run no force row level security;
        alter table caseloom.record_history no force row level security`)
      await tx.query(`with runs as (
          select * from caseloom.workflow_run w where at >= now() - interval '90 days' and not exists (
            select from caseloom.record_history h where h.record_id = w.record_id and h.action = 'deleted'
             and not exists (select from caseloom.record_history n where n.record_id = h.record_id and n.version > h.version)))
        insert into caseloom.workflow_coverage (tenant_id, app_id, record_id, newest, kinds, ats)
        select tenant_id, app_id, record_id, max(at), array_agg(kind order by kind), array_agg(at order by kind)
          from (select tenant_id, app_id, record_id, max(at) as at,
                       int4send(revision) || set_byte(run, 0, get_byte(run, 0) & 128) as kind
                  from runs group by 1, 2, 3, 5) k
         group by tenant_id, app_id, record_id`)
      await tx.query(`
        alter table caseloom.workflow_run force row level security;
        alter table caseloom.record_history force row level security`)
      await tx.tenantTable('workflow_coverage')
    },
  },
]
