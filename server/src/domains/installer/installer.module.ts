import { type Actor, ANONYMOUS, PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import type { TenantRef } from '../../platform/database/types.ts'
import { createThrottle } from '../../platform/http/throttle.ts'
import type { DomainModule } from '../../platform/foundation/module.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import { builtInRoleIds } from '../identity/identity.door.ts'
import { addStarterContent } from './add-starter-content.ts'
import { createInstallerDoor } from './installer.door.ts'
import type { InstallerDeps } from './installer-deps.ts'
import { readShippedContent } from './shipped-content.ts'

/** Wrong one-time codes, by network address. */
const CODE_LIMIT = { name: 'install-code', points: 10, seconds: 300 }

type Needs = Omit<
  InstallerDeps,
  'database' | 'throttle' | 'publicUrl' | 'demo' | 'demoActivity' | 'installFile' | 'log'
>

/** The first run, and the content that a new tenant may begin with. */
export function createInstallerModule(platform: Platform, needs: Needs) {
  const { database, system, config, log } = platform
  const { publicUrl, demo, demoActivity, installFile } = config
  const throttle = createThrottle(system, CODE_LIMIT)
  const deps: InstallerDeps = {
    ...needs,
    database,
    throttle,
    publicUrl,
    demo,
    demoActivity,
    installFile,
    log,
  }
  const door = createInstallerDoor(deps)
  return {
    door,
    throttle,
    /** In the name of this user, or of one who was only invited and can't act yet. Throws right.missing. */
    async addStarterContent(place: TenantRef, by: { userId: string; name?: string }): Promise<void> {
      const actor =
        by.name === undefined
          ? await needs.identity.actorOf(by.userId, place.tenantId)
          : invitedAdministrator(place, { userId: by.userId, name: by.name })
      if (actor === null) throw new Error('The new tenant has no administrator')
      await addStarterContent(deps, database.tenant(place), actor)
    },
    async routes(http) {
      const { bindInstallerRoutes } = await import('./installer.routes.ts')
      bindInstallerRoutes(http, { installer: door, publicUrl })
    },
  } satisfies DomainModule & Record<string, unknown>
}

/** What a new tenant can begin with, for the library of packages. */
export function shippedContent() {
  return readShippedContent()
}

/** What they would do as Tenant administrator is done in their name. */
function invitedAdministrator(place: TenantRef, { userId, name }: { userId: string; name: string }): Actor {
  return {
    ...ANONYMOUS,
    ...place,
    id: userId,
    name,
    permissions: new Set(PERMISSIONS),
    principals: [userId, builtInRoleIds.tenantAdministrator],
  }
}
