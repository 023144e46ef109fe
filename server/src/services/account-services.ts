import { NOBODY, PERMISSIONS } from '@caseloom/contract/permissions'
import {
  inviteAccountAdministrator,
  peoplePerAccount,
  superAdministratorRemains,
} from '../domains/identity/account-administrators.ts'
import { builtInRoleIds } from '../domains/identity/identity.door.ts'
import { addStarterContent } from '../domains/installer/add-starter-content.ts'
import type { AccountsDeps } from '../domains/tenancy/accounts-deps.ts'
import type { Services } from '../services.ts'

/** What the administration of accounts works with, from identity below and the starter content above. */
export function accountServices(house: Services): AccountsDeps {
  const { database, tenancy, directoryDeps } = house
  return {
    database,
    tenancy,
    capturing: directoryDeps.capturing,
    publicUrl: directoryDeps.publicUrl,
    people: {
      of: peoplePerAccount,
      superAdministratorRemains,
      invite: inviteAccountAdministrator,
    },
    async addStarterContent(place, { userId, name }) {
      // Who was only invited can't act yet: what they would do as Tenant administrator is done in their name.
      const administrator = {
        ...NOBODY,
        ...place,
        id: userId,
        name,
        permissions: new Set(PERMISSIONS),
        principals: [userId, builtInRoleIds.tenantAdministrator],
      }
      await addStarterContent(house, database.tenant(place), administrator)
    },
  }
}
