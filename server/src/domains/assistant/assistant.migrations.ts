import type { Migration } from '../../platform/database/types.ts'
import { modelsMigrations } from './providers/models.migrations.ts'

/** Conversations with the assistant, the components that it offered, and what people say of its answers. */
export const assistantMigrations: Migration[] = [
  {
    name: '0910-assistant-conversations',
    async up(tx) {
      // answering: the answer in progress; answering_until: when its process loses the lease.
      await tx.query(`
        create table caseloom.chat (
          tenant_id uuid not null,
          user_id uuid not null,
          answering uuid,
          answering_until timestamptz,
          stop_wanted boolean not null default false,
          updated_at timestamptz not null,
          primary key (tenant_id, user_id)
        );
        create index chat_updated on caseloom.chat (updated_at);
        create table caseloom.chat_message (
          id uuid primary key,
          tenant_id uuid not null,
          user_id uuid not null,
          role text not null check (role in ('user', 'assistant')),
          body json not null,
          at timestamptz not null
        );
        create index chat_message_of on caseloom.chat_message (tenant_id, user_id, id);
        create table caseloom.chat_component (
          id uuid primary key,
          tenant_id uuid not null,
          user_id uuid not null,
          message_id uuid not null references caseloom.chat_message on delete cascade,
          place int not null,
          playbook_id uuid not null,
          offered json not null,
          input_values json not null,
          status text not null,
          status_message text not null,
          run_id uuid,
          run_number bigint,
          claimed_at timestamptz
        );
        create index chat_component_of on caseloom.chat_component (message_id, place);
        create table caseloom.chat_feedback (
          id uuid primary key,
          tenant_id uuid not null,
          account_id uuid not null,
          user_id uuid not null,
          user_email text not null,
          message_id uuid not null,
          thumb_up boolean not null,
          reason text,
          message text,
          include_prompt boolean not null,
          prompt text,
          answer text,
          at timestamptz not null,
          unique (tenant_id, message_id)
        );
        create index chat_feedback_of_account on caseloom.chat_feedback (account_id, id desc)`)
      for (const table of ['chat', 'chat_message', 'chat_component', 'chat_feedback'])
        await tx.tenantTable(table)
    },
  },
  ...modelsMigrations,
]
