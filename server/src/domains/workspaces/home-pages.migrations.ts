import { fillNameKeys } from '../../platform/database/name-keys.ts'
import type { Migration } from '../../platform/database/types.ts'

/** Home pages, personal and shared, and which one each user chose. */
export const homePagesMigrations: Migration[] = [
  {
    name: '0830-workspaces-home-pages',
    async up(tx) {
      await tx.query(`
        create table caseloom.home_page (
          id uuid primary key,
          tenant_id uuid not null,
          owner_id uuid not null,
          name text not null,
          widgets jsonb not null,
          sharing jsonb,
          default_for uuid[] not null,
          revision int not null,
          created_at timestamptz not null,
          updated_at timestamptz not null
        );
        create index home_page_tenant on caseloom.home_page (tenant_id);
        create table caseloom.home_choice (
          tenant_id uuid not null,
          user_id uuid not null,
          -- Null is the built-in page.
          page_id uuid,
          primary key (tenant_id, user_id)
        );
        create index home_choice_page on caseloom.home_choice (page_id)`)
      await tx.tenantTable('home_page')
      await tx.tenantTable('home_choice')
    },
  },
  {
    name: '0952-content-home-page-keys',
    async up(tx) {
      await tx.query(`
        -- Personal pages have none: packages never hold them.
        alter table caseloom.home_page add column key text;
        ${fillNameKeys({ table: 'home_page' }, { where: "sharing is distinct from '[]'::jsonb" })};
        create unique index home_page_key on caseloom.home_page (tenant_id, key)`)
    },
  },
]
