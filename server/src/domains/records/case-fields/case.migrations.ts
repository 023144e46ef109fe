import type { Migration } from '../../../platform/database/types.ts'

/** Indexes of observables and tasks over all records of a tenant, instants that come due, and pending notifications. */
export const caseMigrations: Migration[] = [
  {
    name: '0560-records-case-fields',
    async up(tx) {
      await tx.query(`
        create table caseloom.record_observable (
          tenant_id uuid not null,
          app_id uuid not null,
          record_id uuid not null,
          field_id uuid not null,
          kind text not null,
          -- Of the value alone: whoever searches does not say which kind they mean.
          digest uuid not null,
          value text not null,
          at timestamptz(3) not null,
          primary key (tenant_id, record_id, field_id, digest, kind)
        );
        create index record_observable_value on caseloom.record_observable (tenant_id, digest, app_id, record_id);
        create table caseloom.record_task (
          tenant_id uuid not null,
          app_id uuid not null,
          record_id uuid not null,
          field_id uuid not null,
          task_id uuid not null,
          assignee uuid,
          state text not null,
          -- Without one it is due at the end of all time, and comes last.
          due timestamptz(3) not null,
          primary key (tenant_id, record_id, field_id, task_id)
        );
        create index record_task_mine on caseloom.record_task (tenant_id, assignee, due, task_id)
          where state in ('todo', 'doing', 'blocked');
        create table caseloom.record_due (
          tenant_id uuid not null,
          app_id uuid not null,
          record_id uuid not null,
          field_id uuid not null,
          -- The task; the field itself for its clock.
          item uuid not null,
          kind text not null check (kind in ('clock', 'task-soon', 'task-overdue')),
          due_at timestamptz(3) not null,
          primary key (tenant_id, record_id, item, kind)
        );
        create index record_due_at on caseloom.record_due (due_at);
        create table caseloom.record_note (
          tenant_id uuid not null,
          id uuid not null,
          app_id uuid not null,
          record_id uuid not null,
          field_id uuid not null,
          item uuid not null,
          user_id uuid not null,
          kind text not null
            check (kind in ('task-assigned', 'task-soon', 'task-overdue', 'clock-warning', 'clock-breached')),
          primary key (tenant_id, id)
        );
        create index record_note_next on caseloom.record_note (id)`)
      for (const table of ['record_observable', 'record_task', 'record_due', 'record_note'])
        await tx.tenantTable(table)
    },
  },
  {
    name: '0561-records-clocks',
    async up(tx) {
      await tx.query(`
        create table caseloom.record_clocks (
          tenant_id uuid not null,
          app_id uuid not null,
          -- The revision and the definitions that all records' clocks have been told by.
          revision int not null,
          digest text not null,
          -- Where telling them anew has got to; null at the end.
          after uuid,
          primary key (tenant_id, app_id)
        )`)
      await tx.tenantTable('record_clocks')
    },
  },
  {
    name: '0718-records-due-by-tenant',
    async up(tx) {
      await tx.query(`
        create index record_due_of on caseloom.record_due (tenant_id, kind, due_at);
        create index record_due_kind on caseloom.record_due (kind, due_at);
        create index record_note_of on caseloom.record_note (tenant_id, id)`)
    },
  },
  {
    name: '0736-records-assignment-notes',
    async up(tx) {
      await tx.query(`
        alter table caseloom.record_note drop constraint record_note_kind_check;
        alter table caseloom.record_note add constraint record_note_kind_check
          check (kind in ('assigned', 'task-assigned', 'task-soon', 'task-overdue', 'clock-warning', 'clock-breached'))`)
    },
  },
]
