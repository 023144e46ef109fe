import { schedulingMigrations } from '../scheduling/scheduling.migrations.ts'
import type { Migration } from '../database/types.ts'

/** Tables of the platform itself: the outbox that feeds the hubs. */
export const platformMigrations: Migration[] = [
  {
    name: '0010-platform-outbox',
    async up(tx) {
      await tx.query(`
        create table caseloom.outbox (
          id bigint generated always as identity primary key,
          xid xid8 not null default pg_current_xact_id(),
          tenant_id uuid,
          payload jsonb not null,
          at timestamptz not null default now()
        )`)
      await tx.tenantTable('outbox')
    },
  },
  ...schedulingMigrations,
]
