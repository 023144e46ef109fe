import type { Migration } from '../../platform/database/types.ts'
import { directoryMigrations } from './directory/directory.migrations.ts'
import { nameKey } from './people/email.rules.ts'
import { builtInRoles } from './people/roles.rules.ts'
import { signInMigrations } from './sessions/sign-in.migrations.ts'
import { ssoMigrations } from './sso/sso.migrations.ts'

/** Persons of the installation, their memberships, groups, roles and sessions. Only the system role sees them. */
export const identityMigrations: Migration[] = [
  {
    name: '0110-identity-persons',
    async up(tx) {
      await tx.query(`
        create table caseloom.person (
          id uuid primary key,
          email text not null,
          email_key text not null constraint person_email unique,
          name text not null,
          password_hash text,
          super_administrator boolean not null default false,
          time_zone text,
          locale text,
          theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
          last_account_id uuid,
          last_tenant_id uuid,
          created_at timestamptz not null,
          updated_at timestamptz not null
        );
        create table caseloom.user (
          id uuid primary key,
          account_id uuid not null,
          person_id uuid not null references caseloom.person on delete cascade,
          status text not null check (status in ('invited', 'active', 'disabled')),
          account_admin boolean not null default false,
          rev int not null default 1,
          created_at timestamptz not null,
          constraint user_membership unique (person_id, account_id)
        );
        create index user_account on caseloom.user (account_id);
        create table caseloom.group (
          id uuid primary key,
          account_id uuid not null,
          name text not null,
          name_key text not null,
          created_at timestamptz not null,
          constraint group_name unique (account_id, name_key)
        );
        create table caseloom.group_member (
          group_id uuid not null references caseloom.group on delete cascade,
          user_id uuid not null references caseloom.user on delete cascade,
          primary key (user_id, group_id)
        );
        create index group_member_group on caseloom.group_member (group_id)`)
      for (const table of ['person', 'user', 'group', 'group_member']) await tx.systemTable(table)
    },
  },
  {
    name: '0120-identity-roles',
    async up(tx) {
      // Built-in roles have fixed ids, no account, and their permissions in the contract.
      await tx.query(`
        create table caseloom.role (
          id uuid primary key,
          account_id uuid,
          built_in text unique,
          name text not null,
          name_key text not null,
          permissions text[] not null,
          created_at timestamptz not null,
          constraint role_name unique nulls not distinct (account_id, name_key),
          check ((account_id is null) = (built_in is not null))
        );
        create table caseloom.role_assignment (
          id uuid primary key,
          account_id uuid not null,
          role_id uuid not null references caseloom.role on delete cascade,
          user_id uuid references caseloom.user on delete cascade,
          group_id uuid references caseloom.group on delete cascade,
          tenant_id uuid,
          created_at timestamptz not null,
          constraint role_assignment_once unique nulls not distinct (user_id, group_id, role_id, tenant_id),
          check (num_nonnulls(user_id, group_id) = 1)
        );
        create index role_assignment_group on caseloom.role_assignment (group_id) where group_id is not null;
        create index role_assignment_account on caseloom.role_assignment (account_id)`)
      await tx.systemTable('role')
      await tx.systemTable('role_assignment')
      for (const role of builtInRoles()) {
        await tx.query(
          `insert into caseloom.role (id, built_in, name, name_key, permissions, created_at)
           values ($1, $2, $3, $4, '{}', now())`,
          [role.id, role.key, role.name, nameKey(role.name)],
        )
      }
    },
  },
  {
    name: '0130-identity-sessions',
    async up(tx) {
      await tx.query(`
        create table caseloom.session (
          id uuid primary key,
          token_hash bytea not null constraint session_token unique,
          person_id uuid not null references caseloom.person on delete cascade,
          created_at timestamptz not null,
          last_seen_at timestamptz not null,
          idle_until timestamptz not null,
          expires_at timestamptz not null,
          account_id uuid,
          tenant_id uuid,
          ip text not null,
          agent text
        );
        create index session_person on caseloom.session (person_id)`)
      await tx.systemTable('session')
    },
  },
  {
    name: '0140-identity-sign-in',
    async up(tx) {
      // A session opened by an account's own provider acts in that account only; `strength` meets accounts that
      // demand a second factor.
      await tx.query(`
        create table caseloom.sign_in (
          account_id uuid primary key,
          revision int not null default 1,
          email_domains text[] not null default '{}',
          password_allowed boolean not null default true,
          mfa_required boolean not null default false,
          idle_minutes int not null default 480,
          absolute_hours int not null default 168,
          saml_enabled boolean not null default false,
          oidc_enabled boolean not null default false,
          saml jsonb,
          oidc jsonb,
          oidc_secret text
        );
        alter table caseloom.session
          add column strength text not null default 'password' check (strength in ('password', 'mfa', 'sso')),
          add column only_account uuid;
        alter table caseloom.person
          add column kind text not null default 'person' check (kind in ('person', 'service')),
          add column notifications jsonb not null default '{}'`)
      await tx.systemTable('sign_in')
    },
  },
  ...signInMigrations,
  ...directoryMigrations,
  ...ssoMigrations,
]
