import type { Migration } from '../../platform/database/types.ts'

/** The first run: what is to be set up, how far it is, and the one-time code. */
export const installerMigrations: Migration[] = [
  {
    name: '1110-installer-install',
    async up(tx) {
      await tx.query(`
        create table caseloom.install (
          only_one boolean primary key default true check (only_one),
          status text not null check (status in ('inProgress', 'failed', 'complete')),
          plan jsonb not null,
          started_at timestamptz not null,
          ended_at timestamptz
        );
        create table caseloom.install_step (
          key text primary key,
          state text not null check (state in ('running', 'done', 'failed')),
          detail text,
          at timestamptz not null
        );
        create table caseloom.install_code (
          only_one boolean primary key default true check (only_one),
          code text not null
        )`)
      for (const table of ['install', 'install_step', 'install_code']) await tx.systemTable(table)
    },
  },
]
