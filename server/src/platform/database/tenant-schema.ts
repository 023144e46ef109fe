import type { Roles } from './database.ts'
import { literal, quoted, tenantRole, tenantSchema } from './names.ts'
import type { Tx } from './types.ts'

/** Makes the database role and the schema of a tenant; run it in an owner transaction. Idempotent. */
export async function createTenantSchema(tx: Tx, roles: Roles, tenantId: string): Promise<void> {
  const role = tenantRole(roles.tag, tenantId)
  const schema = tenantSchema(tenantId)
  await tx.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = ${literal(role)}) then
        create role ${quoted(role)} nologin inherit;
      end if;
    end $$`)
  await tx.query(`grant ${quoted(roles.tenantBase)} to ${quoted(role)}`)
  await tx.query(`grant ${quoted(role)} to ${quoted(roles.login)}`)
  await tx.query(`create schema if not exists ${quoted(schema)}`)
  await tx.query(`grant usage on schema ${quoted(schema)} to ${quoted(role)}`)
  await tx.query(
    `alter default privileges in schema ${quoted(schema)} grant select, insert, update, delete on tables to ${quoted(role)}`,
  )
  await tx.query(
    `alter default privileges in schema ${quoted(schema)} grant usage, select on sequences to ${quoted(role)}`,
  )
  await tx.query('insert into caseloom.scheduled_tenant (tenant_id) values ($1) on conflict do nothing', [
    tenantId,
  ])
}

/** Removes what createTenantSchema made, while nothing is in it; run it in an owner transaction. Idempotent. */
export async function dropTenantSchema(tx: Tx, roles: Roles, tenantId: string): Promise<void> {
  await tx.query(`drop schema if exists ${quoted(tenantSchema(tenantId))} cascade`)
  await tx.query(`drop role if exists ${quoted(tenantRole(roles.tag, tenantId))}`)
  await tx.query('delete from caseloom.scheduled_tenant where tenant_id = $1', [tenantId])
}
