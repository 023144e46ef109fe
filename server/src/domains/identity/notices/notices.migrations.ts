import type { Migration } from '../../../platform/database/types.ts'

/** Notifications that wait for their time on the way to a channel outside of the product. */
export const identityNoticesMigrations: Migration[] = [
  {
    name: '0255-identity-notification-deliveries',
    async up(tx) {
      // The note's own id makes a delivery one per channel; the notification of the same id may have been read by then.
      await tx.query(`
        alter table caseloom.person add column notification_times jsonb;
        create table caseloom.notification_delivery (
          note_id uuid not null,
          channel text not null,
          person_id uuid not null references caseloom.person on delete cascade,
          account_id uuid,
          kind text not null,
          title text not null,
          body text,
          link text,
          subject jsonb,
          at timestamptz not null,
          due_at timestamptz not null,
          primary key (note_id, channel)
        );
        create index notification_delivery_due on caseloom.notification_delivery (due_at);
        create index notification_delivery_person on caseloom.notification_delivery (person_id, due_at)`)
      await tx.systemTable('notification_delivery')
    },
  },
]
