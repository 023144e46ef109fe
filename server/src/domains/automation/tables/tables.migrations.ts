import type { Migration } from '../../../platform/database/types.ts'

/** Gives rows of before 0907 what lookups search. */
export const MARK_OLD_ROWS = `
  update caseloom.reference_row r set marks = array(
    select c.key || ':' || left(encode(sha256(convert_to(t.id::text || '/' || c.key || '/' || v.text, 'UTF8')), 'hex'), 24)
      from json_to_recordset(t.columns) as c (key text, type text)
      cross join lateral (select normalize(btrim(r.cells->>c.key), NFC) as cell) x
      cross join lateral (select case when t.case_sensitive then x.cell else lower(x.cell) end as text) v
     where c.type = 'text' and c.key <> t.columns->0->>'key' and v.text is not null)
    from caseloom.reference_table t where t.id = r.table_id`

/** Reference tables of tenants and their rows. */
export const tablesMigrations: Migration[] = [
  {
    name: '0810-automation-tables',
    async up(tx) {
      await tx.query(`
        create table caseloom.reference_table (
          id uuid primary key,
          tenant_id uuid not null,
          key text not null,
          name text not null,
          description text,
          columns json not null,
          case_sensitive boolean not null,
          expire_days int,
          revision int not null default 1,
          updated_at timestamptz not null,
          unique (tenant_id, key)
        );
        create table caseloom.reference_row (
          id uuid primary key,
          tenant_id uuid not null,
          table_id uuid not null references caseloom.reference_table (id) on delete cascade,
          -- The key as it is compared.
          match text not null,
          cells jsonb not null,
          revision int not null default 1,
          written_at timestamptz not null,
          written_by text not null,
          run_id uuid,
          -- Records that the cells may come from; null when only people wrote the row.
          touches jsonb,
          unique (table_id, match)
        );
        create index reference_row_of_table on caseloom.reference_row (table_id, id desc)`)
      for (const table of ['reference_table', 'reference_row']) await tx.tenantTable(table)
    },
  },
  {
    name: '0904-automation-observable-lists',
    async up(tx) {
      await tx.query('alter table caseloom.reference_table add column listing json')
    },
  },
  {
    name: '0907-automation-table-expiry-and-lookups',
    async up(tx) {
      await tx.query(`
        alter table caseloom.reference_row
          -- The row's own expiry; null leaves it to the rule of the table.
          add column expires_at timestamptz,
          -- What lookups by other columns than the key search: column and hash of the text, as it is compared.
          add column marks text[] not null default '{}';
        alter table caseloom.reference_row no force row level security;
        alter table caseloom.reference_table no force row level security;
        ${MARK_OLD_ROWS};
        alter table caseloom.reference_row force row level security;
        alter table caseloom.reference_table force row level security;
        create index reference_row_marks on caseloom.reference_row using gin (marks);
        create index reference_row_expiring on caseloom.reference_row (table_id, expires_at) where expires_at is not null`)
    },
  },
  {
    name: '0908-automation-table-history',
    async up(tx) {
      await tx.query(`
        create table caseloom.reference_change (
          id uuid primary key,
          tenant_id uuid not null,
          table_id uuid not null references caseloom.reference_table (id) on delete cascade,
          row_id uuid not null,
          kind text not null,
          at timestamptz not null,
          by_name text not null,
          run_id uuid,
          before jsonb,
          after jsonb,
          expires_before timestamptz,
          expires_after timestamptz,
          -- Records that both sides may come from; null when only people wrote them.
          touches jsonb
        );
        create index reference_change_of_table on caseloom.reference_change (table_id, id desc);
        create index reference_change_of_row on caseloom.reference_change (row_id, id desc)`)
      await tx.tenantTable('reference_change')
    },
  },
]
