import type { Migration } from '../../../platform/database/types.ts'

/** What the owners of a playbook are to hear: one row per playbook and kind, so that a burst is one notice. */
export const noticesMigrations: Migration[] = [
  {
    name: '0735-automation-notices',
    async up(tx) {
      await tx.query(`
        create table caseloom.playbook_notice (
          tenant_id uuid not null,
          playbook_id uuid not null,
          kind text not null,
          pending int not null,
          run_id uuid,
          trigger_id uuid,
          -- Who brought it about and needs no notice.
          by_user uuid,
          told_at timestamptz,
          primary key (tenant_id, playbook_id, kind)
        );
        create index playbook_notice_pending on caseloom.playbook_notice (told_at) where pending > 0`)
      await tx.tenantTable('playbook_notice')
    },
  },
]
