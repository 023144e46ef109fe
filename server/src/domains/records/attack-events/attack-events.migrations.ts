import type { Migration } from '../../../platform/database/types.ts'

/** Events of an attack, which lie beside the record at the time they happened. */
export const attackEventsMigrations: Migration[] = [
  {
    name: '0893-records-attack-events',
    async up(tx) {
      await tx.query(`
        create table caseloom.attack_event (
          tenant_id uuid not null,
          id uuid primary key,
          app_id uuid not null,
          record_id uuid not null,
          happened_at timestamptz(3) not null,
          type text not null,
          text text not null,
          technique text,
          tactic text,
          -- The name of something without a record, or a record with its app.
          asset_name text,
          asset_app uuid,
          asset_record uuid,
          source text,
          recorded_at timestamptz(3) not null,
          by jsonb not null,
          edited_at timestamptz(3)
        );
        create index attack_event_of_record on caseloom.attack_event (tenant_id, record_id, happened_at, id);
        create index attack_event_of_asset on caseloom.attack_event (tenant_id, asset_record)
          where asset_record is not null;
        alter table caseloom.record_history drop constraint if exists record_history_action_check;
        alter table caseloom.record_history add constraint record_history_action_check check (action in
          ('created', 'updated', 'deleted', 'restored', 'restricted', 'opened', 'locked', 'unlocked', 'merged',
           'unmerged', 'attack_event_added', 'attack_event_edited', 'attack_event_deleted'))`)
      await tx.tenantTable('attack_event')
    },
  },
]
