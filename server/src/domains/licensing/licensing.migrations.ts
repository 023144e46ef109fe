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
]
