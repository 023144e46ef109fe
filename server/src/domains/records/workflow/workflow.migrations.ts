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
]
