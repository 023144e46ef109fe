import type { Migration } from '../database/types.ts'

/** Limits of tenants that differ from the standard. */
export const quotasMigrations: Migration[] = [
  {
    name: '0085-quotas',
    async up(tx) {
      await tx.query(`
        create table caseloom.tenant_quota (
          tenant_id uuid not null,
          name text not null,
          max bigint not null check (max >= 0),
          primary key (tenant_id, name)
        )`)
      await tx.systemTable('tenant_quota')
    },
  },
]
