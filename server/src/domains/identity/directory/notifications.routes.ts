import { notifications, readNotifications } from '@caseloom/contract/identity/notifications'
import type { Http } from '../../../platform/http/types.ts'
import type { QuoteDeps } from '../notices/quoted-comments.ts'
import { listNotifications, readMine } from './my-notifications.ts'

/** Serves a person their notifications in the product. */
export function bindNotificationRoutes(http: Http, deps: QuoteDeps): void {
  http.bind(notifications, async ({ actor, query }) => listNotifications(deps, actor, query))
  http.bind(readNotifications, async ({ actor, body }) => {
    await readMine(deps, actor, body.ids ?? null)
    return undefined
  })
}
