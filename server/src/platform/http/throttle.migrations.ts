import type { Migration } from '../database/types.ts'

/** Attempts by key. Unlogged: counting costs no write to the log, and a crash merely forgets some attempts. */
export const throttleMigrations: Migration[] = [
  {
    name: '0050-http-throttle',
    async up(tx) {
      // The columns and their order are those that rate-limiter-flexible inserts by.
      await tx.query(`
        create unlogged table caseloom.throttle (
          key varchar(255) primary key,
          points integer not null default 0,
          expire bigint
        )`)
      await tx.systemTable('throttle')
    },
  },
]
