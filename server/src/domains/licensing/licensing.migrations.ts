import type { Migration } from '../../platform/database/types.ts'

/** The license of the installation, as it was signed. */
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
      // Days before the license's end at which super administrators were last notified.
      await tx.query('alter table caseloom.license add column told_days int')
    },
  },
  {
    name: '0325-licensing-removed',
    async up(tx) {
      // A removed license stays here, so that it can be restored; `token` is null then.
      await tx.query(`
        alter table caseloom.license
          alter column token drop not null,
          add column removed_token text`)
    },
  },
]
