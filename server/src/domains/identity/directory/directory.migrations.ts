import type { Migration } from '../../../platform/database/types.ts'

/** Invitations, one-time passwords tokens, API tokens and notifications. Only the system role sees them. */
export const directoryMigrations: Migration[] = [
  {
    name: '0160-identity-directory',
    async up(tx) {
      // A removed user stays as a name for what they did. `fold` is foldText of the contract.
      await tx.query(`
        alter table caseloom.user
          drop constraint user_status_check,
          add constraint user_status_check check (status in ('invited', 'active', 'disabled', 'removed')),
          add column invited_until timestamptz,
          add column last_seen_at timestamptz;
        create function caseloom.fold(value text) returns text language sql immutable strict parallel safe
          set search_path = pg_catalog
          as $$ select normalize(lower(regexp_replace(normalize(value, NFKD), U&'[\\0300-\\036F]+', '', 'g')), NFC) $$`)
    },
  },
  {
    name: '0161-identity-tokens',
    async up(tx) {
      // Tokens are stored as digests. An invitation belongs to one membership, a reset to the person.
      await tx.query(`
        create table caseloom.password_token (
          id uuid primary key,
          token_hash bytea not null constraint password_token_hash unique,
          person_id uuid not null references caseloom.person on delete cascade,
          purpose text not null check (purpose in ('invitation', 'reset')),
          user_id uuid references caseloom.user on delete cascade,
          created_at timestamptz not null,
          expires_at timestamptz not null,
          used_at timestamptz,
          check ((purpose = 'invitation') = (user_id is not null))
        );
        create index password_token_person on caseloom.password_token (person_id);
        create index password_token_expires on caseloom.password_token (expires_at);
        create table caseloom.api_token (
          id uuid primary key,
          account_id uuid not null,
          user_id uuid not null references caseloom.user on delete cascade,
          name text not null,
          start text not null,
          token_hash bytea not null constraint api_token_hash unique,
          scopes text[] not null,
          created_at timestamptz not null,
          expires_at timestamptz not null,
          last_used_at timestamptz
        );
        create index api_token_account on caseloom.api_token (account_id, id);
        create index api_token_user on caseloom.api_token (user_id)`)
      await tx.systemTable('password_token')
      await tx.systemTable('api_token')
    },
  },
  {
    name: '0162-identity-notifications',
    async up(tx) {
      await tx.query(`
        create table caseloom.notification (
          id uuid primary key,
          person_id uuid not null references caseloom.person on delete cascade,
          at timestamptz not null,
          kind text not null,
          title text not null,
          body text,
          link text,
          read_at timestamptz
        );
        create index notification_person on caseloom.notification (person_id, id desc);
        create index notification_unread on caseloom.notification (person_id) where read_at is null`)
      await tx.systemTable('notification')
      // Digests of browser, system and address that a person signed in with.
      await tx.query(`
        create table caseloom.known_device (
          person_id uuid not null references caseloom.person on delete cascade,
          digest bytea not null,
          seen_at timestamptz not null,
          primary key (person_id, digest)
        );
        create index known_device_seen on caseloom.known_device (seen_at)`)
      await tx.systemTable('known_device')
    },
  },
]
