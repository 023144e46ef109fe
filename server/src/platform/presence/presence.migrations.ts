import type { Migration } from '../database/types.ts'

/** The processes of an installation, each with the row that it renews: anyone who cannot renew it cannot do its work. */
export const presenceMigrations: Migration[] = [
  {
    name: '1150-presence-processes',
    async up(tx) {
      await tx.query(`
        create table caseloom.process (
          id uuid primary key,
          role text not null,
          host text not null,
          pid int not null,
          version text not null,
          draining boolean not null default false,
          -- Short names of the master keys that it can read.
          master_keys text[] not null,
          clock_offset_ms int not null default 0,
          started_at timestamptz not null default now(),
          seen_at timestamptz not null default now()
        ) with (fillfactor = 50)`)
      await tx.systemTable('process')
    },
  },
]
