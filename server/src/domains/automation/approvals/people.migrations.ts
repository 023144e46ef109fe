import type { Migration } from '../../../platform/database/types.ts'

/** Questions of runs to people, their answers, and what comes due with them. */
export const peopleMigrations: Migration[] = [
  {
    name: '0695-automation-people',
    async up(tx) {
      await tx.query(`
        create table caseloom.approval (
          -- The id of the wait that it answers: each opening of a step is a question of its own.
          id uuid primary key,
          tenant_id uuid not null,
          run_id uuid not null,
          path text not null,
          kind text not null check (kind in ('approve', 'form')),
          title text not null,
          body text,
          schema json,
          asked jsonb not null,
          asked_ids uuid[] not null,
          excluded uuid[] not null,
          started_by uuid,
          started_by_name text,
          previous_excluded boolean not null,
          -- Null: all of them.
          quorum int,
          refusals int not null,
          delegation boolean not null,
          expiry_refuses boolean not null,
          escalate_at timestamptz,
          escalate_to jsonb,
          escalated boolean not null default false,
          remind_ms bigint,
          expires_at timestamptz,
          app_id uuid,
          record_id uuid,
          tracking_id text,
          question_hash text not null,
          state text not null check (state in ('open', 'approved', 'refused', 'answered', 'expired', 'closed')),
          opened_at timestamptz not null,
          decided_at timestamptz
        );
        create index approval_asked on caseloom.approval using gin (asked_ids) where state = 'open';
        create index approval_run on caseloom.approval (run_id);
        create index approval_list on caseloom.approval (tenant_id, id desc);
        create table caseloom.approval_answer (
          tenant_id uuid not null,
          id uuid primary key,
          approval_id uuid not null references caseloom.approval on delete cascade,
          user_id uuid,
          name text not null,
          verdict text check (verdict in ('approved', 'refused')),
          comment text,
          given json,
          question_hash text not null,
          via text not null check (via in ('session', 'link')),
          delegated_from uuid,
          delegated_from_name text,
          at timestamptz not null,
          constraint approval_answer_once unique (approval_id, user_id)
        );
        create index approval_answer_user on caseloom.approval_answer (tenant_id, user_id);
        create table caseloom.approval_delegation (
          tenant_id uuid not null,
          approval_id uuid not null references caseloom.approval on delete cascade,
          from_user uuid not null,
          from_name text not null,
          to_user uuid not null,
          to_name text not null,
          at timestamptz not null,
          primary key (approval_id, from_user),
          unique (approval_id, to_user)
        );
        create index approval_delegation_to on caseloom.approval_delegation (tenant_id, to_user);
        create table caseloom.approval_link (
          tenant_id uuid not null,
          id uuid primary key,
          approval_id uuid not null references caseloom.approval on delete cascade,
          email text not null,
          -- Null until the mail is made: the token itself is kept nowhere.
          token_hash bytea unique,
          used_at timestamptz
        );
        create index approval_link_of on caseloom.approval_link (approval_id);
        create index approval_link_unsent on caseloom.approval_link (id) where token_hash is null;
        create table caseloom.approval_due (
          tenant_id uuid not null,
          approval_id uuid not null references caseloom.approval on delete cascade,
          kind text not null check (kind in ('expire', 'escalate', 'remind')),
          due_at timestamptz not null,
          primary key (approval_id, kind)
        );
        create index approval_due_next on caseloom.approval_due (due_at);
        create table caseloom.approval_note (
          tenant_id uuid not null,
          id uuid primary key,
          approval_id uuid not null references caseloom.approval on delete cascade,
          person_id uuid not null,
          kind text not null check (kind in ('asked', 'reminded', 'escalated', 'delegated'))
        )`)
      for (const table of ['approval', 'approval_answer', 'approval_delegation', 'approval_link'])
        await tx.tenantTable(table)
      for (const table of ['approval_due', 'approval_note']) await tx.tenantTable(table)
    },
  },
  {
    name: '0696-automation-approval-place',
    async up(tx) {
      // Questions of components that a run calls are distinguishable, and linked to that run.
      await tx.query(`
        alter table caseloom.approval add column root_run uuid;
        alter table caseloom.approval add column place text;
        update caseloom.approval set root_run = run_id, place = path;
        alter table caseloom.approval alter column root_run set not null;
        alter table caseloom.approval alter column place set not null;
        create index approval_of_root on caseloom.approval (root_run)`)
    },
  },
]
