import * as routes from '@caseloom/contract/installer'
import type { Http } from '../../platform/http/types.ts'
import type { InstallerDoor } from './installer.door.ts'

/** Serves the first run. */
export function bindInstallerRoutes(http: Http, { installer }: { installer: InstallerDoor }): void {
  http.bind(routes.installStatus, () => installer.status())
  http.bind(routes.install, ({ body, request }) => installer.install(body, request.ip))
}
