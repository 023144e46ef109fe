import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import { builtInRoleIds } from '../identity/identity.door.ts'
import { addActivity } from './add-activity.ts'
import { addDemoData } from './add-demo-data.ts'
import { addStarterContent } from './add-starter-content.ts'
import type { InstallPlan } from './install.store.ts'
import type { InstallerDeps } from './installer-deps.ts'

/** One visible step; `run` may be repeated after a crash in the middle of it, and answers what is worth telling. */
export interface StepWork {
  key: string
  title: string
  run(deps: InstallerDeps, plan: InstallPlan): Promise<string | null>
}

const STEPS: readonly StepWork[] = [
  { key: 'database', title: 'Checking the database', run: checkDatabase },
  { key: 'account', title: 'Creating the account', run: createAccount },
  { key: 'tenant', title: 'Creating the tenant', run: createTenant },
  { key: 'administrator', title: 'Creating the administrator', run: createAdministrator },
  { key: 'license', title: 'Installing the license', run: storeLicense },
  {
    key: 'starter',
    title: 'Adding the starter content',
    run: async (deps, plan) => addStarterContent(deps, ...(await placeOf(deps, plan))),
  },
]
const DEMO: StepWork = {
  key: 'demo',
  title: 'Adding demo data',
  run: async (deps, plan) => {
    const place = await placeOf(deps, plan)
    const added = await addDemoData(deps, plan, ...place)
    return deps.demoActivity ? `${added}, ${await addActivity(deps, ...place)}` : added
  },
}

/** The steps in their order; the demo's is among them only when it is wanted. */
export function stepsOf(plan: Pick<InstallPlan, 'demoData'> | null): readonly StepWork[] {
  return plan?.demoData === true ? [...STEPS, DEMO] : STEPS
}

async function checkDatabase({ database }: InstallerDeps): Promise<null> {
  // Writing proves more than an answer does.
  await database.system.owner((tx) =>
    tx.query('create temporary table install_check (id int) on commit drop'),
  )
  return null
}

async function createAccount({ tenancy }: InstallerDeps, plan: InstallPlan): Promise<string> {
  await tenancy.createAccount({ id: plan.accountId, name: plan.accountName })
  return plan.accountName
}

async function createTenant({ tenancy }: InstallerDeps, plan: InstallPlan): Promise<string> {
  const { tenantId, accountId, tenantName } = plan
  await tenancy.createTenant({ id: tenantId, accountId, name: tenantName })
  return tenantName
}

/** The installing user is super administrator, account administrator and tenant administrator. */
async function createAdministrator({ identity }: InstallerDeps, plan: InstallPlan): Promise<null> {
  const { accountId, tenantId, personId, userId, name, email } = plan
  const password = plan.passwordHash === null ? {} : { password: { hash: plan.passwordHash } }
  await identity.createPerson({ id: personId, name, email, superAdministrator: true, ...password })
  await identity.addUser({ id: userId, accountId, personId, accountAdmin: true })
  const roleId = builtInRoleIds.tenantAdministrator
  await identity.assignRole({ accountId, roleId, to: { userId }, tenantId })
  return null
}

async function storeLicense({ licensing }: InstallerDeps): Promise<string> {
  return licensing.storeCommunity()
}

/** The new tenant and its administrator, in whose name the content is added. */
async function placeOf(
  { database, identity }: InstallerDeps,
  { accountId, tenantId, userId }: InstallPlan,
): Promise<[TenantScope, Actor]> {
  const actor = await identity.actorOf(userId, tenantId)
  if (actor === null) throw new Error('The administrator has no role in the new tenant')
  return [database.tenant({ accountId, tenantId }), actor]
}
