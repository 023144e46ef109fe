import type { Migration } from '../database/types.ts'

/** The order in which the feed reads: by transaction, the only one that shows what can still come before. */
export const hubsMigrations: Migration[] = [
  {
    name: '0020-hubs-outbox-order',
    async up(tx) {
      await tx.query('create index outbox_order on caseloom.outbox (xid, id)')
      // Rows live an hour: small, frequent clean-ups keep the table the size of that hour.
      await tx.query(
        'alter table caseloom.outbox set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)',
      )
    },
  },
]
