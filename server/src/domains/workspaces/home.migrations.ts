import type { Migration } from '../../platform/database/types.ts'

/** What a user keeps at hand in a tenant, and the dashboard on their home page. */
export const homeMigrations: Migration[] = [
  {
    name: '0820-workspaces-home',
    async up(tx) {
      await tx.query(`
        create table caseloom.favourite (
          tenant_id uuid not null,
          user_id uuid not null,
          kind text not null check (kind in ('app', 'workspace', 'dashboard', 'playbook')),
          object_id uuid not null,
          at timestamptz not null,
          primary key (tenant_id, user_id, kind, object_id)
        );
        create table caseloom.home (
          tenant_id uuid not null,
          user_id uuid not null,
          dashboard_id uuid not null,
          primary key (tenant_id, user_id)
        )`)
      await tx.tenantTable('favourite')
      await tx.tenantTable('home')
    },
  },
]
