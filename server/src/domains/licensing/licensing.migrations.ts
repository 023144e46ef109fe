import type { Migration } from '../../platform/database/types.ts'

/** The licence of the installation, as it was signed. */
export const licensingMigrations: Migration[] = [
  {
    name: '0310-licensing-license',
    async up(tx) {
      await tx.query(`
        create table caseloom.license (
          only_one boolean primary key default true check (only_one),
          token text not null,
          stored_at timestamptz not null
        )`)
      await tx.systemTable('license')
    },
  },
  {
    name: '0320-licensing-reminders',
    async up(tx) {
      // Of how many days before its end super administrators were told last.
      await tx.query('alter table caseloom.license add column told_days int')
    },
  },
]
