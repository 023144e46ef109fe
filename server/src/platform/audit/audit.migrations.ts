import type { Migration } from '../database/types.ts'

/** What happened, by whom. A tenant's role adds to it and sees its own rows, the system role all. */
export const auditMigrations: Migration[] = [
  {
    name: '0060-audit-entries',
    async up(tx) {
      await tx.query(`
        create table caseloom.audit_entry (
          id uuid primary key,
          account_id uuid,
          tenant_id uuid,
          at timestamptz not null,
          actor_kind text not null,
          actor_id text,
          actor_name text not null,
          action text not null,
          object_kind text,
          object_id text,
          object_name text,
          ip text,
          before_digest text,
          after_digest text
        );
        create index audit_entry_account on caseloom.audit_entry (account_id, at desc, id desc)`)
      await tx.tenantTable('audit_entry')
    },
  },
]
