import type { Migration } from '../../../platform/database/types.ts'

/** On-call schedules of tenants, and who is on call instead. */
export const onCallMigrations: Migration[] = [
  {
    name: '0900-tenancy-on-call',
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
          constraint on_call_schedule_key unique (tenant_id, key)
        );
        create table caseloom.on_call_override (
          id uuid primary key,
          tenant_id uuid not null,
          schedule_id uuid not null references caseloom.on_call_schedule (id) on delete cascade,
          user_id uuid not null,
          starts_at timestamptz not null,
          ends_at timestamptz not null,
          note text,
          created_by text not null,
          created_at timestamptz not null,
          -- The other half of a swap.
          swapped_with uuid,
          check (ends_at > starts_at)
        );
        create index on_call_override_of_schedule on caseloom.on_call_override (schedule_id, ends_at)`)
      for (const table of ['on_call_schedule', 'on_call_override']) await tx.tenantTable(table)
    },
  },
]
