import type { Migration } from '../../platform/database/types.ts'

/** What led to a run, and how often the engine lost it. */
export const causesMigrations: Migration[] = [
  {
    name: '0706-automation-causes',
    async up(tx) {
      await tx.query(`
        alter table caseloom.run
          -- The run that a person or something outside began; null = this one.
          add column cause_run uuid,
          add column cause_depth int not null default 0,
          add column engine_losses int not null default 0;
        create index run_of_cause on caseloom.run (cause_run, created_at) where cause_run is not null;`)
    },
  },
]
