import type { Migration } from '../../../platform/database/types.ts'

/** Which tests failed when a version was published, and why it was published anyway. */
export const savedTestsMigrations: Migration[] = [
  {
    name: '0812-automation-failed-tests',
    async up(tx) {
      // Null, as for versions before this: none failed.
      await tx.query('alter table caseloom.playbook_version add column failed_tests json')
    },
  },
]
