import type { Migration } from '../database/types.ts'

/** Who did what. A tenant's role adds to it and sees its own rows, the system role all. */
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
  {
    name: '0061-audit-seals',
    async up(tx) {
      // A day of an account, closed: how many entries, their Merkle root, and the digest of the seal before.
      await tx.query(`
        create table caseloom.audit_seal (
          id uuid primary key,
          account_id uuid,
          day date not null,
          entries int not null,
          root text not null,
          previous text,
          sealed_at timestamptz not null,
          constraint audit_seal_once unique nulls not distinct (account_id, day)
        );
        create index audit_entry_at on caseloom.audit_entry (at)`)
      await tx.systemTable('audit_seal')
    },
  },
]
