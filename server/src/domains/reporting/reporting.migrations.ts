import { fillNameKeys } from '../../platform/database/name-keys.ts'
import type { Migration } from '../../platform/database/types.ts'

/** Saved views of record lists. */
export const reportingMigrations: Migration[] = [
  {
    name: '0710-reporting-reports',
    async up(tx) {
      await tx.query(`
        create table caseloom.report (
          id uuid primary key,
          tenant_id uuid not null,
          app_id uuid not null,
          owner_id uuid,
          owner_name text not null,
          name text not null,
          definition jsonb not null,
          sharing jsonb,
          -- Who it is shared with, for the lists: null means everyone, an empty array only the owner.
          readers uuid[],
          revision int not null,
          created_at timestamptz not null,
          updated_at timestamptz not null
        );
        create unique index report_name on caseloom.report
          (tenant_id, app_id, coalesce(owner_id, '00000000-0000-0000-0000-000000000000'), lower(name))`)
      await tx.tenantTable('report')
    },
  },
  {
    name: '0952-content-report-keys',
    async up(tx) {
      const name = "coalesce((select a.key || ' ' from caseloom.app a where a.id = it.app_id), '') || name"
      await tx.query(`
        -- Private views have none: packages never hold them.
        alter table caseloom.report add column key text;
        ${fillNameKeys({ table: 'report' }, { name, where: "readers is distinct from '{}'" })};
        create unique index report_key on caseloom.report (tenant_id, key)`)
    },
  },
]
