import type { Migration } from '../../../platform/database/types.ts'

/** What sources say of observables, and what they said before. */
export const lookupsMigrations: Migration[] = [
  {
    name: '0899-records-observable-lookups',
    async up(tx) {
      const columns = `
          kind text not null,
          -- Of the value, as in record_observable.
          digest uuid not null,
          value text not null,
          source text not null,
          verdict text not null,
          score integer,
          summary text not null,
          link text,
          checked_at timestamptz(3) not null,
          expires_at timestamptz(3),
          by jsonb not null`
      await tx.query(`
        create table caseloom.observable_lookup (
          tenant_id uuid not null,
          id uuid not null,
          ${columns},
          primary key (tenant_id, digest, kind, source)
        );
        create index observable_lookup_checked on caseloom.observable_lookup (checked_at);
        -- Every result, the present one included.
        create table caseloom.observable_lookup_result (
          tenant_id uuid not null,
          id uuid primary key,
          ${columns}
        );
        create index observable_lookup_result_of
          on caseloom.observable_lookup_result (tenant_id, digest, kind, source, id)`)
      await tx.tenantTable('observable_lookup')
      await tx.tenantTable('observable_lookup_result')
    },
  },
]
