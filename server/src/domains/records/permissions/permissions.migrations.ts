import type { Migration } from '../../../platform/database/types.ts'

/** Restricting and locking stand in the history beside the changes of values. */
export const recordRightsMigrations: Migration[] = [
  {
    name: '0520-records-rights',
    async up(tx) {
      await tx.query(`
        alter table caseloom.record_history drop constraint record_history_action_check;
        alter table caseloom.record_history add constraint record_history_action_check
          check (action in ('created', 'updated', 'deleted', 'restricted', 'opened', 'locked', 'unlocked'))`)
    },
  },
]
