import { createIdentityModule } from '../domains/identity/identity.module.ts'
import { createLicensingModule } from '../domains/licensing/licensing.module.ts'
import { createOnCallModule } from '../domains/tenancy/on-call/on-call.module.ts'
import { createTenancyDoor } from '../domains/tenancy/tenancy.door.ts'
import type { TenantScope } from '../platform/database/types.ts'
import type { Gatekeeper } from '../platform/http/types.ts'
import type { Platform } from '../platform/foundation/platform.ts'
import { assigningPort } from './assigning-port.ts'
import type { ScheduleUses } from './schedule-uses.ts'
import type { ReadComments, SeesSubject } from './sees-subject.ts'

/** Who may enter, and where: tenants, people, and the license, which every other domain is built on. */
export async function buildFoundation(
  platform: Platform,
  asks: { sees: SeesSubject; readComments: ReadComments; scheduleUses: ScheduleUses },
) {
  const { database, feed } = platform
  const tenancy = createTenancyDoor(database)
  // First of all listeners: anyone who reads a tenant because of its event must see it as it is now.
  feed.on(
    ({ tenantId, fact }) => {
      if (tenantId !== null && fact.topic === 'model' && fact.kind === 'settings') tenancy.forget(tenantId)
    },
    ['settings'],
  )
  const identity = createIdentityModule(platform, tenancy, asks)
  const onCall = createOnCallModule({ people: identity.directory.everyone, uses: asks.scheduleUses })
  const licensing = await createLicensingModule(platform, identity.directory.notifySuperAdministrators)
  const tenant = async (tenantId: string): Promise<TenantScope | null> => {
    const ref = await tenancy.tenant(tenantId)
    return ref === null ? null : database.tenant(ref)
  }
  const gate: Gatekeeper = {
    authenticate: identity.door.authenticate,
    tenant,
    licensed: licensing.door.licensed,
  }
  const { door } = onCall
  const directory = {
    ...identity.directory,
    onCall: door,
    assigning: assigningPort(door, identity.directory),
  }
  return {
    tenancy: { ...tenancy, onCall: door },
    identity: { ...identity, onCall },
    directory,
    licensing,
    tenant,
    gate,
  }
}
