import type { Tx } from '../../platform/database/types.ts'
import type { DomainModule } from '../../platform/foundation/module.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import { createLicensingDoor } from './licensing.door.ts'
import type { NotifySuperAdministrators } from './remind-of-expiry.ts'

type Note = Parameters<NotifySuperAdministrators>[1] & { kind: 'licenseExpires' }

/** The license of the installation. Throws a StartError for unreadable keys. */
export async function createLicensingModule(
  { system, config }: Pick<Platform, 'system' | 'config'>,
  notifySuperAdministrators: (tx: Tx, note: Note) => Promise<void>,
) {
  const door = await createLicensingDoor({ system, licenseKeys: config.licenseKeys })
  return {
    door,
    daily: [
      {
        task: 'send license expiry reminders',
        run: () =>
          door.remind((tx, note) => notifySuperAdministrators(tx, { ...note, kind: 'licenseExpires' })),
      },
    ],
    async routes(http) {
      const { bindLicensingRoutes } = await import('./licensing.routes.ts')
      bindLicensingRoutes(http, { licensing: door })
    },
  } satisfies DomainModule & Record<string, unknown>
}
