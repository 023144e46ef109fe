import type { Migration } from '../../../platform/database/types.ts'

/** What the data of runs came from, so that it can be shown to those who may read all of it. */
export const gateMigrations: Migration[] = [
  {
    name: '0700-automation-run-touches',
    async up(tx) {
      // One scope for a run and the components that it called. Null, as for runs before this, counts as anything.
      await tx.query(`
        alter table caseloom.run add column data_scope uuid;
        create index run_of_scope on caseloom.run (data_scope) where data_scope <> id;
        create table caseloom.run_touch (
          tenant_id uuid not null,
          scope_id uuid not null,
          app_id uuid not null,
          record_id uuid not null,
          withheld text not null
        );
        create unique index run_touch_once on caseloom.run_touch (scope_id, app_id, record_id, md5(withheld));
        create index run_touch_of_tenant on caseloom.run_touch (tenant_id);
        alter table caseloom.delivery add column app_id uuid;
        alter table caseloom.delivery add column record_id uuid;
        alter table caseloom.playbook_state add column touches jsonb`)
      await tx.tenantTable('run_touch')
    },
  },
]
