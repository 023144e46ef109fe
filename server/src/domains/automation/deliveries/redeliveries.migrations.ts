import type { Migration } from '../../../platform/database/types.ts'

/** Deliveries that people gave to their trigger again. */
export const redeliveriesMigrations: Migration[] = [
  {
    name: '0802-automation-redeliveries',
    async up(tx) {
      await tx.query(`
        alter table caseloom.delivery
          add column redelivery_of uuid,
          add column redelivered_name text;
        create index delivery_redelivery_of on caseloom.delivery (redelivery_of, id) where redelivery_of is not null`)
    },
  },
  {
    name: '0803-automation-retained-payloads',
    async up(tx) {
      // What a trigger retains beyond its runs is counted from this alone.
      await tx.query(`
        create index delivery_retained on caseloom.delivery (trigger_id, id desc) include (size)
         where request is not null and outcome <> 'accepted'`)
    },
  },
]
