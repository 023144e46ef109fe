import type { Migration } from '../database/types.ts'

/** Every tenant by what matters to due work: whether it may be done now. Tenancy pauses it. */
export const schedulingMigrations: Migration[] = [
  {
    name: '0715-scheduling-tenants',
    async up(tx) {
      await tx.query(`
        create table caseloom.scheduled_tenant (
          tenant_id uuid primary key,
          paused boolean not null default false
        );
        insert into caseloom.scheduled_tenant (tenant_id)
          select substr(nspname, 3)::uuid from pg_namespace where nspname ~ '^t_[0-9a-f]{32}$'`)
      await tx.systemTable('scheduled_tenant')
      // The owner makes and drops tenants' schemas, and notes it here.
      await tx.query(
        'create policy owner_all on caseloom.scheduled_tenant to current_user using (true) with check (true)',
      )
    },
  },
]
