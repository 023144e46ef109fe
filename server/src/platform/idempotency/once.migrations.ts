import type { Migration } from '../database/types.ts'

/** What steps of playbooks did under their keys. */
export const onceMigrations: Migration[] = [
  {
    name: '0080-once-done',
    async up(tx) {
      await tx.query(`
        create table caseloom.done_once (
          tenant_id uuid not null,
          key text not null,
          memo jsonb not null,
          at timestamptz not null,
          primary key (tenant_id, key)
        );
        create index done_once_at on caseloom.done_once (at)`)
      await tx.tenantTable('done_once')
    },
  },
]
