import { z } from 'zod'
import { Instant, NotificationId } from '../kernel/ids.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'
import { NotificationKind } from './notification-choices.ts'

export const NotificationView = z.object({
  id: NotificationId,
  at: Instant,
  kind: NotificationKind,
  title: z.string(),
  text: z.string().nullable(),
  /** Path inside the product, or null. */
  link: z.string().nullable(),
  read: z.boolean(),
})
export type NotificationView = z.infer<typeof NotificationView>
export const notifications = route({
  method: 'GET',
  path: '/iam/me/notifications',
  summary: 'Lists the caller’s notifications, newest first',
  needs: 'session',
  query: PageQuery,
  reply: pageOf(NotificationView).extend({ unread: z.number().int() }),
  on404: 'here',
})
export const readNotifications = route({
  method: 'POST',
  path: '/iam/me/notifications/read',
  summary: 'Marks notifications as read; all of them if no IDs are given',
  needs: 'session',
  body: z.strictObject({ ids: z.array(NotificationId).max(200).optional() }),
  on404: 'here',
})
