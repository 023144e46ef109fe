import type { Migration } from '../../../platform/database/types.ts'

/** Who may start a playbook by hand. */
export const sharingMigrations: Migration[] = [
  {
    name: '0703-automation-sharing',
    async up(tx) {
      // Null, as for playbooks before this, is everyone who may run playbooks.
      await tx.query('alter table caseloom.playbook add column shared_with text[]')
    },
  },
]
