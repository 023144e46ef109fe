import type { Migration } from '../../../platform/database/types.ts'

/** Files of records; their bytes lie in the file store by content, each content once per tenant. */
export const recordFilesMigrations: Migration[] = [
  {
    name: '0540-records-files',
    async up(tx) {
      await tx.query(`
        create table caseloom.file (
          tenant_id uuid not null,
          id uuid primary key,
          sha256 text not null,
          size bigint not null,
          media_type text not null,
          name text not null,
          at timestamptz(3) not null,
          by jsonb not null,
          -- Where it hangs: nowhere yet, on the record itself, in a field of it, or on a comment of it.
          record_id uuid,
          field_id uuid,
          comment_id uuid,
          -- Taken off: kept for a while, so that a change can be undone.
          removed_at timestamptz(3)
        );
        create index file_of_record on caseloom.file (tenant_id, record_id) where record_id is not null;
        create index file_of_content on caseloom.file (tenant_id, sha256);
        create index file_unused on caseloom.file (at) where record_id is null;
        create index file_removed on caseloom.file (removed_at) where removed_at is not null;
        -- What a person reads of sanitised rich text; plainTextOf of the contract does the same.
        create function caseloom.rich_plain(html text) returns text
          language sql immutable strict parallel safe as $f$
            select btrim(regexp_replace(replace(replace(replace(replace(regexp_replace(regexp_replace(
              html, '</(p|li|h3|h4|pre|blockquote)>|<br ?/?>', E'\\n', 'g'), '<[^>]*>', '', 'g'),
              '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), E'\\n+', E'\\n', 'g'), E' \\n\\t')
          $f$`)
      await tx.tenantTable('file')
    },
  },
  {
    name: '1153-records-files-of-steps',
    async up(tx) {
      await tx.query(`
        -- What a file that a step of a playbook wrote was made from; null for files that came from outside.
        alter table caseloom.file add column touches jsonb`)
    },
  },
  {
    name: '1154-records-file-history',
    async up(tx) {
      // Older entries pass the check as it was: validating them again would lock a table that has millions.
      await tx.query(`
        alter table caseloom.record_history drop constraint if exists record_history_action_check;
        alter table caseloom.record_history add constraint record_history_action_check check (action in
          ('created', 'updated', 'deleted', 'restored', 'restricted', 'opened', 'locked', 'unlocked', 'merged',
           'unmerged', 'attack_event_added', 'attack_event_edited', 'attack_event_deleted', 'file_added',
           'file_removed')) not valid`)
    },
  },
]
