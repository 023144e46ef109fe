import type { Migration } from '../../../platform/database/types.ts'

/** Record comments in threads one level deep, with their history and mentions. */
export const commentsMigrations: Migration[] = [
  {
    name: '0545-records-comments',
    async up(tx) {
      await tx.query(`
        create table caseloom.comment (
          tenant_id uuid not null,
          id uuid primary key,
          app_id uuid not null,
          record_id uuid not null,
          -- The comments field whose thread it stands in; null is the record's own.
          field_id uuid,
          reply_to uuid,
          at timestamptz(3) not null,
          by jsonb not null,
          body text not null,
          edited_at timestamptz(3),
          deleted_at timestamptz(3)
        );
        create index comment_of_record on caseloom.comment (tenant_id, record_id, field_id, id);
        create index comment_reply on caseloom.comment (reply_to) where reply_to is not null;
        create table caseloom.comment_event (
          tenant_id uuid not null,
          id uuid primary key,
          record_id uuid not null,
          comment_id uuid not null,
          field_id uuid,
          at timestamptz(3) not null,
          actor jsonb not null,
          action text not null check (action in ('commented', 'comment_edited', 'comment_deleted')),
          -- The record's version then, and the texts before and after; none of a comment that was deleted.
          version int not null,
          was text,
          body text
        );
        create index comment_event_of_record on caseloom.comment_event (tenant_id, record_id, id desc);
        create index comment_event_of_comment on caseloom.comment_event (comment_id);
        create table caseloom.comment_mention (
          tenant_id uuid not null,
          comment_id uuid not null,
          user_id uuid not null,
          at timestamptz(3) not null,
          -- Who is to be told, by whom, of what; empty once they were.
          note jsonb,
          primary key (comment_id, user_id)
        );
        create index comment_mention_untold on caseloom.comment_mention (at) where note is not null`)
      await tx.tenantTable('comment')
      await tx.tenantTable('comment_event')
      await tx.tenantTable('comment_mention')
    },
  },
  {
    // What an import brought, so that it can be taken back.
    name: '0546-records-carried',
    async up(tx) {
      await tx.query(`
        alter table caseloom.comment add column job_id uuid;
        alter table caseloom.file add column job_id uuid;
        create index comment_of_job on caseloom.comment (job_id) where job_id is not null;
        create index file_of_job on caseloom.file (job_id) where job_id is not null`)
    },
  },
  {
    // Who was notified of a comment is notified again once an edit mentions them.
    name: '0547-records-comment-notice-kind',
    async up(tx) {
      await tx.query(`
        alter table caseloom.comment_mention add column kind text not null default 'mention'
          check (kind in ('mention', 'comment'))`)
    },
  },
]
