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
  {
    name: '0256-identity-notification-channels',
    async up(tx) {
      // Address and signing secret are sealed under the installation's key; only the host is readable.
      await tx.query(`
        alter table caseloom.notification_delivery add column attempts int not null default 0;
        create table caseloom.notification_channel (
          person_id uuid not null references caseloom.person on delete cascade,
          channel text not null check (channel in ('slack', 'teams', 'webhook')),
          url text not null,
          secret text,
          host text not null,
          connected_at timestamptz not null,
          delivered_at timestamptz,
          -- Of the failures since the last delivery.
          failures int not null default 0,
          failing_since timestamptz,
          failed_at timestamptz,
          failure text,
          paused_at timestamptz,
          primary key (person_id, channel)
        )`)
      await tx.systemTable('notification_channel')
    },
  },
]
