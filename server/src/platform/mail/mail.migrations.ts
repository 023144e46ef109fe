import type { Migration } from '../database/types.ts'

/** Mails on their way out; without a mail server they stay here to be read. */
export const mailMigrations: Migration[] = [
  {
    name: '0070-mail-queue',
    async up(tx) {
      await tx.query(`
        create table caseloom.mail (
          id uuid primary key,
          account_id uuid,
          at timestamptz not null,
          recipient text not null,
          subject text not null,
          body text not null,
          state text not null check (state in ('waiting', 'sent', 'failed', 'captured')),
          attempts int not null default 0,
          due_at timestamptz not null,
          error text
        );
        create index mail_due on caseloom.mail (due_at) where state = 'waiting';
        create index mail_account on caseloom.mail (account_id, id desc)`)
      await tx.systemTable('mail')
    },
  },
  {
    name: '0071-mail-parts',
    async up(tx) {
      await tx.query('alter table caseloom.mail add column parts jsonb')
    },
  },
]
