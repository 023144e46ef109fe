import type { Migration } from '../../platform/database/types.ts'

/** Accounts, their tenants, and the flags that differ from their defaults. */
export const tenancyMigrations: Migration[] = [
  {
    name: '0210-tenancy-accounts',
    async up(tx) {
      await tx.query(`
        create table caseloom.account (
          id uuid primary key,
          name text not null,
          name_key text not null constraint account_name unique,
          created_at timestamptz not null
        );
        create table caseloom.tenant (
          id uuid primary key,
          account_id uuid not null references caseloom.account,
          name text not null,
          name_key text not null,
          status text not null check (status in ('active', 'disabled')),
          created_at timestamptz not null,
          constraint tenant_name unique (account_id, name_key)
        );
        create table caseloom.feature_flag (
          name text not null,
          account_id uuid references caseloom.account on delete cascade,
          enabled boolean not null,
          constraint feature_flag_once unique nulls not distinct (name, account_id)
        );
        alter table caseloom.user add constraint user_account_exists
          foreign key (account_id) references caseloom.account`)
      await tx.systemTable('account')
      await tx.systemTable('tenant')
      await tx.systemTable('feature_flag')
    },
  },
  {
    name: '0220-tenancy-administration',
    async up(tx) {
      // purge_until: the lease of the process that purges; once it is set there is no way back.
      await tx.query(`
        alter table caseloom.tenant drop constraint tenant_status_check;
        update caseloom.tenant set status = 'suspended' where status = 'disabled';
        alter table caseloom.tenant
          add constraint tenant_status_check check (status in ('active', 'suspended', 'deleting')),
          add column delete_at timestamptz,
          add column purge_until timestamptz,
          add constraint tenant_delete_at check ((status = 'deleting') = (delete_at is not null));
        create index tenant_deleting on caseloom.tenant (delete_at) where delete_at is not null;
        create table caseloom.branding (
          account_id uuid primary key references caseloom.account on delete cascade,
          name text,
          logo bytea,
          logo_type text,
          logo_digest text,
          check ((logo is null) = (logo_type is null) and (logo is null) = (logo_digest is null))
        )`)
      await tx.systemTable('branding')
    },
  },
  {
    name: '0230-tenancy-private-networks',
    async up(tx) {
      await tx.query('alter table caseloom.tenant add column private_networks boolean not null default false')
    },
  },
  {
    name: '0716-tenancy-pauses-due-work',
    async up(tx) {
      // In the database, so that no way of changing a tenant forgets it.
      await tx.query(`
        create function caseloom.pause_due_work() returns trigger language plpgsql as $$ begin
          insert into caseloom.scheduled_tenant (tenant_id, paused) values (new.id, new.status <> 'active')
            on conflict (tenant_id) do update set paused = excluded.paused;
          return null; end $$;
        create trigger pause_due_work after insert or update of status on caseloom.tenant
          for each row execute function caseloom.pause_due_work();
        -- Row security holds for the owner too, unless it is lifted for this statement.
        alter table caseloom.tenant no force row level security;
        insert into caseloom.scheduled_tenant (tenant_id, paused) select id, status <> 'active' from caseloom.tenant
          on conflict (tenant_id) do update set paused = excluded.paused;
        alter table caseloom.tenant force row level security`)
    },
  },
  {
    name: '0240-tenancy-time-zone',
    async up(tx) {
      await tx.query(`alter table caseloom.tenant add column time_zone text not null default 'UTC'`)
    },
  },
  {
    name: '0260-tenancy-account-status',
    async up(tx) {
      // status_before: what a tenant was when its account closed it; it becomes that again with the account.
      await tx.query(`
        alter table caseloom.account
          add column status text not null default 'active' check (status in ('active', 'suspended', 'deleting')),
          add column delete_at timestamptz,
          add column purge_until timestamptz,
          add constraint account_delete_at check ((status = 'deleting') = (delete_at is not null));
        create index account_deleting on caseloom.account (delete_at) where delete_at is not null;
        alter table caseloom.tenant
          add column status_before text check (status_before in ('active', 'suspended'))`)
    },
  },
]
