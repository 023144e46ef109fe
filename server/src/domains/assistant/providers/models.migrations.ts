import type { Migration } from '../../../platform/database/types.ts'

/** The account's language model, what was sent to it, and how much of it was used by the day. */
export const modelsMigrations: Migration[] = [
  {
    name: '0920-assistant-models',
    async up(tx) {
      // data_since: when less became sendable the last time; what was said before stays here.
      await tx.query(`
        create table caseloom.assistant_model (
          account_id uuid primary key,
          revision int not null,
          settings json not null,
          api_key text,
          data_since timestamptz not null
        );
        create table caseloom.assistant_sent (
          id uuid primary key,
          account_id uuid not null,
          tenant_id uuid,
          user_id uuid not null,
          user_name text not null,
          provider text not null,
          model text not null,
          host text not null,
          at timestamptz not null,
          outcome text not null,
          tokens_in int not null default 0,
          tokens_out int not null default 0,
          reckoned boolean not null default false,
          cost double precision not null default 0,
          currency text not null,
          milliseconds int,
          tools json not null default '[]',
          messages json not null default '[]',
          answer text not null default ''
        );
        create index assistant_sent_of_account on caseloom.assistant_sent (account_id, id desc);
        create index assistant_sent_of_user on caseloom.assistant_sent (user_id, id desc);
        create table caseloom.assistant_usage (
          account_id uuid not null,
          day date not null,
          questions int not null,
          tokens_in bigint not null,
          tokens_out bigint not null,
          cost double precision not null,
          primary key (account_id, day)
        )`)
      await tx.systemTable('assistant_model')
      await tx.systemTable('assistant_usage')
      await tx.tenantTable('assistant_sent')
    },
  },
]
