import * as routes from '@caseloom/contract/licensing'
import type { Http } from '../../platform/http/types.ts'
import type { LicensingDoor } from './licensing.door.ts'

/** Serves the licence settings. */
export function bindLicensingRoutes(http: Http, { licensing }: { licensing: LicensingDoor }): void {
  http.bind(routes.licenseSettings, () => licensing.view())
}
