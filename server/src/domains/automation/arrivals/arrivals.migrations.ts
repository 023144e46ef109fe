import type { Migration } from '../../../platform/database/types.ts'

/** Which new observables were given to which look-up, and when. */
export const arrivalsMigrations: Migration[] = [
  {
    name: '0906-automation-observable-arrivals',
    async up(tx) {
      await tx.query(`
        create table caseloom.observable_arrival (
          tenant_id uuid not null,
          playbook_id uuid not null,
          -- Of kind and value.
          digest bytea not null,
          at timestamptz not null,
          primary key (tenant_id, playbook_id, digest)
        );
        create index observable_arrival_at on caseloom.observable_arrival (tenant_id, at);
        -- Read every second: the definitions themselves are too large for that.
        create index app_enriching on caseloom.app (tenant_id, id) where definition ->> 'enrichNew' = 'true'`)
      await tx.tenantTable('observable_arrival')
    },
  },
]
