import type { Migration } from '../../../platform/database/types.ts'

/** Second factors of persons, and the questions that wait for their answer. Only the system role sees them. */
export const signInMigrations: Migration[] = [
  {
    name: '0141-identity-second-factors',
    async up(tx) {
      // Secrets of one-time passwords stand sealed under the installation's key; recovery codes and challenges as
      // digests. `last_step`: a code of a time step counts once.
      await tx.query(`
        create table caseloom.totp (
          person_id uuid primary key references caseloom.person on delete cascade,
          secret text,
          last_step bigint,
          pending text,
          pending_session uuid,
          pending_until timestamptz,
          created_at timestamptz not null
        );
        create table caseloom.recovery_code (
          person_id uuid not null references caseloom.person on delete cascade,
          code_hash bytea not null,
          used_at timestamptz,
          primary key (person_id, code_hash)
        );
        create table caseloom.passkey (
          id uuid primary key,
          person_id uuid not null references caseloom.person on delete cascade,
          credential_id text not null constraint passkey_credential unique,
          public_key bytea not null,
          counter bigint not null,
          transports text[] not null,
          name text not null,
          created_at timestamptz not null,
          last_used_at timestamptz
        );
        create index passkey_person on caseloom.passkey (person_id);
        create table caseloom.sign_in_challenge (
          token_hash bytea primary key,
          purpose text not null check (purpose in ('second_factor', 'passkey_login', 'passkey_add')),
          person_id uuid references caseloom.person on delete cascade,
          session_id uuid,
          webauthn text,
          wrong int not null default 0,
          expires_at timestamptz not null
        );
        create index sign_in_challenge_person on caseloom.sign_in_challenge (person_id);
        create index sign_in_challenge_expires on caseloom.sign_in_challenge (expires_at);
        create index session_expires on caseloom.session (least(expires_at, idle_until))`)
      for (const table of ['totp', 'recovery_code', 'passkey', 'sign_in_challenge'])
        await tx.systemTable(table)
    },
  },
]
