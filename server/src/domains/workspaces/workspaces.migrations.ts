import { fillNameKeys } from '../../platform/database/name-keys.ts'
import type { Migration } from '../../platform/database/types.ts'

/** Gives each dashboard a key; of those with the same one, all but the oldest get their ID in it. */
export const DASHBOARD_KEYS = fillNameKeys({ table: 'dashboard' })

/** Dashboards with their widgets, workspaces, and which dashboards stand in which workspace. */
export const workspacesMigrations: Migration[] = [
  {
    name: '0810-workspaces-dashboards',
    async up(tx) {
      await tx.query(`
        create table caseloom.dashboard (
          id uuid primary key,
          tenant_id uuid not null,
          name text not null,
          description text not null,
          range text not null,
          widgets jsonb not null,
          sharing jsonb,
          revision int not null,
          created_at timestamptz not null,
          updated_at timestamptz not null
        );
        create index dashboard_tenant on caseloom.dashboard (tenant_id);
        create table caseloom.workspace (
          id uuid primary key,
          tenant_id uuid not null,
          name text not null,
          description text not null,
          icon text not null,
          apps uuid[] not null,
          sharing jsonb,
          revision int not null,
          created_at timestamptz not null,
          updated_at timestamptz not null
        );
        create unique index workspace_name on caseloom.workspace (tenant_id, lower(name));
        create table caseloom.workspace_dashboard (
          tenant_id uuid not null,
          workspace_id uuid not null,
          dashboard_id uuid not null,
          place int not null,
          primary key (workspace_id, dashboard_id)
        );
        create index workspace_dashboard_dashboard on caseloom.workspace_dashboard (dashboard_id)`)
      await tx.tenantTable('dashboard')
      await tx.tenantTable('workspace')
      await tx.tenantTable('workspace_dashboard')
    },
  },
  {
    name: '0813-workspaces-dashboard-keys',
    async up(tx) {
      await tx.query(`
        -- A process of the version before writes none.
        alter table caseloom.dashboard add column key text;
        ${DASHBOARD_KEYS};
        create unique index dashboard_key on caseloom.dashboard (tenant_id, key)`)
    },
  },
  {
    name: '0952-content-workspace-keys',
    async up(tx) {
      await tx.query(`
        -- A process of the version before writes none.
        alter table caseloom.workspace add column key text;
        ${fillNameKeys({ table: 'workspace' })};
        create unique index workspace_key on caseloom.workspace (tenant_id, key)`)
    },
  },
]
