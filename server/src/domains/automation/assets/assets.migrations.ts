import type { Migration } from '../../../platform/database/types.ts'

/** Configured uses of connectors with their sealed secrets, connectors of tenants, and connections on their way. */
export const assetsMigrations: Migration[] = [
  {
    name: '0720-automation-assets',
    async up(tx) {
      await tx.query(`
        create table caseloom.asset (
          id uuid primary key,
          tenant_id uuid not null,
          key text not null,
          name text not null,
          description text,
          connector text not null,
          auth text not null,
          settings json not null,
          secrets text,
          secret_names text[] not null default '{}',
          tokens text,
          tokens_lease timestamptz,
          connected boolean not null default false,
          last_test json,
          rotated_at timestamptz,
          sharing json,
          revision int not null default 1,
          updated_at timestamptz not null,
          unique (tenant_id, key)
        );
        create table caseloom.asset_connection (
          state_hash bytea primary key,
          tenant_id uuid not null,
          asset_id uuid not null references caseloom.asset (id) on delete cascade,
          user_id uuid not null,
          session_hash bytea not null,
          verifier text not null,
          at timestamptz not null
        );
        create index asset_connection_at on caseloom.asset_connection (at);
        create table caseloom.connector (
          id uuid primary key,
          tenant_id uuid not null,
          key text not null,
          origin text not null,
          title text not null,
          description text not null,
          source text,
          asset text,
          about json not null,
          warnings text[] not null default '{}',
          revision int not null default 1,
          updated_at timestamptz not null,
          unique (tenant_id, key)
        );
        create table caseloom.connector_action (
          connector_id uuid not null references caseloom.connector (id) on delete cascade,
          tenant_id uuid not null,
          name text not null,
          nth int not null,
          title text not null,
          description text not null,
          request text,
          deprecated boolean not null,
          enabled boolean not null,
          spec json not null,
          primary key (connector_id, name)
        );
        create index connector_action_by_name on caseloom.connector_action (tenant_id, name);
        alter table caseloom.playbook_version add column actions json`)
      for (const table of ['asset', 'asset_connection', 'connector', 'connector_action'])
        await tx.tenantTable(table)
    },
  },
  {
    name: '0725-automation-asset-endpoints',
    async up(tx) {
      // Null until something changes: an asset is bound before its connector names other endpoints.
      await tx.query('alter table caseloom.asset add column bound_to text')
    },
  },
  {
    name: '0904-automation-asset-ceilings',
    async up(tx) {
      await tx.query('alter table caseloom.asset add column max_tlp text, add column max_pap text')
    },
  },
]
