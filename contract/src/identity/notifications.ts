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
  /** Of a comment as it is now; null once it is deleted, or when the reader can’t read it any longer. */
  text: z.string().nullable(),
  commentDeleted: z.literal(true).optional(),
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
