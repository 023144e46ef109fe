import type { Migration } from '../../platform/database/types.ts'

/** Imports of packages, with what each item was before for the undo, and product lines. */
export const contentMigrations: Migration[] = [
  {
    name: '0950-content-installs',
    async up(tx) {
      await tx.query(`
        create table caseloom.content_install (
          tenant_id uuid not null,
          id uuid not null,
          package text not null,
          title text not null,
          version text not null,
          description text not null,
          sha256 text not null,
          content jsonb not null,
          items jsonb not null,
          state text not null,
          outcome text,
          starter uuid not null,
          starter_ref jsonb not null,
          -- Who acts: the starter, or the person who undoes; a token limits them to its permissions.
          actor uuid not null,
          permissions text[],
          attempts int not null default 0,
          due_at timestamptz not null,
          created_at timestamptz not null,
          ended_at timestamptz,
          primary key (tenant_id, id)
        );
        create index content_install_open on caseloom.content_install (due_at)
          where state in ('queued', 'running', 'undoing');
        create index content_install_newest on caseloom.content_install (tenant_id, created_at desc, id desc);
        create index content_install_package on caseloom.content_install (tenant_id, package, ended_at desc);
        create index content_install_plans on caseloom.content_install (created_at) where state = 'planned'`)
      await tx.tenantTable('content_install')
    },
  },
  {
    name: '0951-content-lines',
    async up(tx) {
      await tx.query(`
        create table caseloom.content_line (
          tenant_id uuid not null,
          key text not null,
          name text not null,
          -- Null: those that the product says.
          packages text[],
          -- A built-in line that the tenant doesn’t want.
          deleted boolean not null,
          created_at timestamptz not null,
          primary key (tenant_id, key)
        )`)
      await tx.tenantTable('content_line')
    },
  },
]
