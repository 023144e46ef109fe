import * as routes from '@caseloom/contract/tenancy/licensing'
import * as admin from '@caseloom/contract/tenancy/licensing-admin'
import type { Http } from '../../platform/http/types.ts'
import type { LicensingDoor } from './licensing.door.ts'
import { readUpload } from './read-upload.ts'

/** Serves the license settings. */
export function bindLicensingRoutes(http: Http, { licensing }: { licensing: LicensingDoor }): void {
  http.bind(routes.licenseSettings, ({ actor }) => licensing.view(actor))
  http.bind(admin.uploadLicense, async ({ actor, raw, request }) => {
    const text = await readUpload(raw, String(request.headers['content-type'] ?? ''))
    await licensing.store(text, { actor, ip: request.ip })
    return licensing.view(actor)
  })
  http.bind(admin.removeLicense, async ({ actor, request }) => {
    await licensing.remove({ actor, ip: request.ip })
    return licensing.view(actor)
  })
  http.bind(admin.restoreLicense, async ({ actor, request }) => {
    await licensing.restore({ actor, ip: request.ip })
    return licensing.view(actor)
  })
}
