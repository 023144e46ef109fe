import * as routes from '@caseloom/contract/identity/installer'
import { requireKnownHost } from '../../platform/http/known-host.ts'
import type { Http } from '../../platform/http/types.ts'
import type { InstallerDoor } from './installer.door.ts'

export interface InstallerRoutesDeps {
  installer: InstallerDoor
  publicUrl: string
}

/** Serves the first run. */
export function bindInstallerRoutes(http: Http, deps: InstallerRoutesDeps): void {
  const { installer, publicUrl } = deps
  http.bind(routes.installStatus, () => installer.status())
  http.bind(routes.install, ({ body, request }) => {
    requireKnownHost(publicUrl, request.headers)
    return installer.install(body, request.ip)
  })
}
