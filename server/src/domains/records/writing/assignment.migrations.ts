import type { Migration } from '../../../platform/database/types.ts'

/** Whose turn it was last, of fields that assign new records to one person after the other. */
export const assignmentMigrations: Migration[] = [
  {
    name: '0901-records-assignment-turns',
    async up(tx) {
      await tx.query(`
        create table caseloom.assignment_turn (
          tenant_id uuid not null,
          app_id uuid not null,
          field text not null,
          last_user uuid,
          primary key (tenant_id, app_id, field)
        )`)
      await tx.tenantTable('assignment_turn')
    },
  },
]
