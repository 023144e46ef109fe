import type { Migration } from '../../../platform/database/types.ts'

/** On-call schedules of tenants, their overrides, and when people are away. */
export const onCallMigrations: Migration[] = [
  {
    name: '0257-identity-on-call',
    async up(tx) {
      await tx.query(`
        create table caseloom.on_call_schedule (
          id uuid primary key,
          tenant_id uuid not null,
          key text not null,
          name text not null,
          zone text not null,
          layers json not null,
          revision int not null default 1,
          updated_at timestamptz not null,
          unique (tenant_id, key)
        );
        create table caseloom.on_call_override (
          id uuid primary key,
          tenant_id uuid not null,
          schedule_id uuid not null references caseloom.on_call_schedule (id) on delete cascade,
          layer text not null,
          shift text,
          user_id uuid not null,
          from_at timestamptz not null,
          to_at timestamptz not null,
          reason text,
          -- The other half of a swap.
          swap_with uuid,
          made_by uuid,
          made_by_name text not null,
          made_at timestamptz not null
        );
        create index on_call_override_of_schedule on caseloom.on_call_override (schedule_id, to_at);
        create table caseloom.on_call_away (
          id uuid primary key,
          tenant_id uuid not null,
          user_id uuid not null,
          from_at timestamptz not null,
          to_at timestamptz not null,
          reason text,
          made_at timestamptz not null
        );
        create index on_call_away_of_user on caseloom.on_call_away (tenant_id, user_id, to_at)`)
      for (const table of ['on_call_schedule', 'on_call_override', 'on_call_away'])
        await tx.tenantTable(table)
    },
  },
]
