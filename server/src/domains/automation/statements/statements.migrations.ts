import type { Migration } from '../../../platform/database/types.ts'

/** What people have confirmed before they started a playbook for the first time. */
export const statementsMigrations: Migration[] = [
  {
    name: '0795-automation-statements',
    async up(tx) {
      await tx.query(`
        create table caseloom.statement_confirmation (
          tenant_id uuid not null,
          playbook_id uuid not null references caseloom.playbook on delete cascade,
          user_id uuid not null,
          version_id uuid not null,
          statement_id text not null,
          at timestamptz not null,
          primary key (playbook_id, user_id)
        )`)
      await tx.tenantTable('statement_confirmation')
    },
  },
]
