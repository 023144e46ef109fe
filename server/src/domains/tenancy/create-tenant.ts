import { fail } from '../../platform/errors.ts'
import type { Database } from '../../platform/database/database.ts'
import { createTenantSchema } from '../../platform/database/tenant-schema.ts'
import { newId } from '../../platform/uuid.ts'
import { saveAccount, saveTenant } from './tenancy.store.ts'

export type TenancyDatabase = Pick<Database, 'system' | 'roles'>

export interface NewAccount {
  /** Given when the call may be repeated: the account of this id then takes the name. */
  id?: string
  name: string
}
export interface NewTenant extends NewAccount {
  accountId: string
}

/** Adds an account; answers its id. Throws request.invalid when the name is taken. */
export async function createAccount({ system }: TenancyDatabase, account: NewAccount): Promise<string> {
  const id = account.id ?? newId()
  await refusingTaken('accountName', 'account_name', () =>
    system.tx((tx) => saveAccount(tx, { id, name: account.name })),
  )
  return id
}

/**
 * Adds a tenant: its database role and schema first, so that no row ever names a tenant without them.
 * Answers the id; throws request.invalid when the account has a tenant of this name.
 */
export async function createTenant(database: TenancyDatabase, tenant: NewTenant): Promise<string> {
  const { system, roles } = database
  const id = tenant.id ?? newId()
  await system.owner((tx) => createTenantSchema(tx, roles, id))
  await refusingTaken('tenantName', 'tenant_name', () =>
    system.tx((tx) => saveTenant(tx, { id, accountId: tenant.accountId, name: tenant.name })),
  )
  return id
}

async function refusingTaken(field: string, constraint: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Error && 'constraint' in error && error.constraint === constraint)) throw error
    const message = 'This name is already in use'
    throw fail('request.invalid', { issues: [{ path: ['body', field], code: 'taken', message }] })
  }
}
