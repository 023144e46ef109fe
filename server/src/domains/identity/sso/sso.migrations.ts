import type { Migration } from '../../../platform/database/types.ts'

/** Single sign-on: what is under way, what was seen, who is who. Only the system role sees it. */
export const ssoMigrations: Migration[] = [
  {
    name: '0150-identity-single-sign-on',
    async up(tx) {
      // Tokens and the browser's cookie stand as digests, and so do names from outside that may be long.
      await tx.query(`
        create table caseloom.sso_request (
          token_hash bytea primary key,
          account_id uuid not null,
          provider text not null check (provider in ('saml', 'oidc')),
          browser_hash bytea not null,
          request_id text not null,
          return_to text,
          expires_at timestamptz not null
        );
        create index sso_request_expires on caseloom.sso_request (expires_at);
        create table caseloom.sso_answer (
          code_hash bytea primary key,
          account_id uuid not null,
          browser_hash bytea not null,
          claimed jsonb not null,
          return_to text,
          wrong int not null default 0,
          expires_at timestamptz not null
        );
        create index sso_answer_expires on caseloom.sso_answer (expires_at);
        create table caseloom.sso_assertion (
          assertion_hash bytea primary key,
          expires_at timestamptz not null
        );
        create index sso_assertion_expires on caseloom.sso_assertion (expires_at);
        create table caseloom.external_identity (
          subject_hash bytea primary key,
          account_id uuid not null,
          person_id uuid not null references caseloom.person on delete cascade,
          provider text not null check (provider in ('saml', 'oidc')),
          issuer text not null,
          subject text not null,
          created_at timestamptz not null,
          last_used_at timestamptz not null
        );
        create index external_identity_person on caseloom.external_identity (person_id, account_id)`)
      for (const table of ['sso_request', 'sso_answer', 'sso_assertion', 'external_identity'])
        await tx.systemTable(table)
    },
  },
  {
    name: '0151-identity-mapped-roles',
    async up(tx) {
      // A role may be assigned both manually and by the provider: removing one leaves the other.
      await tx.query(`
        alter table caseloom.role_assignment
          add column source text not null default 'hand' check (source in ('hand', 'provider')),
          drop constraint role_assignment_once,
          add constraint role_assignment_once
            unique nulls not distinct (user_id, group_id, role_id, tenant_id, source)`)
    },
  },
]
