import { ManagedAccount } from '@caseloom/contract/identity/accounts'
import { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import { COMMUNITY_LICENSE } from '@caseloom/server/domains/licensing/community'
import { z } from 'zod'
import type { Area } from './types.ts'

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="8" height="8"/></svg>'

const NewAccount = z.object({ account: ManagedAccount })

/** Accounts, tenants, branding, flags and the license. Alice is super administrator, Mallory is not. */
export const tenancyAdmin: Area = {
  good: {
    createTenant: () => ({ body: { name: 'One more', starterContent: false } }),
    updateTenant: () => ({ body: { name: 'Spare, renamed' } }),
    deleteTenant: () => ({ body: { name: 'Spare' } }),
    saveBrandingName: () => ({ body: { name: 'Example SOC' } }),
    saveBrandingLogo: () => ({ body: LOGO }),
    saveTenantQuota: () => ({ body: { max: 1_000 } }),
    saveFlag: () => ({ body: { accountId: null, enabled: true } }),
    createAccount: () => ({
      body: { name: 'Initech', administrator: { email: 'peter@initech.example', name: 'Peter' } },
    }),
    updateAccount: () => ({ body: { name: 'Globex, renamed', status: 'suspended' } }),
    deleteAccount: () => ({ body: { name: 'Globex' } }),
    inviteAdministrator: () => ({ body: { email: 'hank@globex.example', name: 'Hank' } }),
    uploadLicense: () => ({ body: COMMUNITY_LICENSE }),
  },
  otherStatus: {
    // Without the license only Alice could ask for anything more: only Mallory tries it.
    removeLicense: [403],
  },
  usedUp: ['deleteTenant', 'removeBrandingLogo', 'removeLicense'],
  async prepare({ web, resident, ask }) {
    const { accountId, personId, tenantId } = resident.ids
    const { tenancy } = web.product.doors
    const { system } = web.product.platform
    await tenancy.setFlag('MultiTenant', accountId, true)
    await system.tx((tx) =>
      tx.query(`update caseloom.person set super_administrator = true where id = $1 and name = 'Alice'`, [
        personId,
      ]),
    )
    const base = `/tenant/account/${accountId}`
    const { cookie } = resident
    const body = { name: 'Spare', starterContent: false }
    const made = await ask(web, { method: 'POST', url: `${base}/managed-tenants`, cookie, body })
    await ask(web, { method: 'PUT', url: `${base}/branding/logo`, cookie, body: LOGO })
    const account = { name: 'Globex', administrator: { email: 'scorpio@globex.example', name: 'Scorpio' } }
    const added = await ask(web, {
      method: 'POST',
      url: '/tenant/installation/accounts',
      cookie,
      body: account,
    })
    return {
      managedAccountId:
        added.status === 201 ? NewAccount.parse(added.json).account.id : 'no-account-for-mallory',
      managedTenantId:
        made.status === 201 ? ManagedTenant.parse(made.json).id : `no-tenant-beside-${tenantId}`,
      flag: 'HomePage',
      quota: 'file_bytes',
    }
  },
}
