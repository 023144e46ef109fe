import { z } from 'zod'
import { TimeZone } from '../values/time-zones.ts'

/** Notification kinds that a person can choose channels for. */
export const NOTIFICATION_KINDS = [
  'signIn',
  'securityChanged',
  'accessChanged',
  'licenseExpires',
  'mention',
  'comment',
  'assignment',
  'task',
  'clock',
  'playbook',
  'approval',
  'runFailed',
  'intakeFailed',
  'triggerOff',
  'loopStopped',
  'channelPaused',
] as const
export const NotificationKind = z.enum(NOTIFICATION_KINDS)
export type NotificationKind = z.infer<typeof NotificationKind>

/** Kinds about the security of a sign-in: their emails wait for no digest and no end of quiet hours. */
export const IMMEDIATE_KINDS: ReadonlySet<NotificationKind> = new Set(['signIn', 'securityChanged'])

export const NotificationChoices = z.record(
  NotificationKind,
  z.strictObject({
    inProduct: z.boolean(),
    mail: z.boolean(),
    /** The email waits for the next digest; means nothing without `mail`. */
    digest: z.boolean().default(false),
    slack: z.boolean().default(false),
    teams: z.boolean().default(false),
    webhook: z.boolean().default(false),
  }),
)
export type NotificationChoices = z.infer<typeof NotificationChoices>

const WallTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 08:30')

/** Days from 1 (Monday) to 7 on which they begin. Hours that end before they begin end on the next day. */
export const QuietHours = z
  .strictObject({
    from: WallTime,
    to: WallTime,
    days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    message: 'The start and end of the hours must differ',
  })
export type QuietHours = z.infer<typeof QuietHours>

/** When emails go out, by the clocks of the profile's time zone. */
export const NotificationTimes = z.strictObject({
  /** On the hour, or once a day at this time. */
  digest: z.strictObject({ every: z.enum(['hour', 'day']), at: WallTime }),
  /** Emails wait until these end; null has none. */
  quiet: QuietHours.nullable(),
  /** The zone of the browser in which they were chosen, for profiles without a time zone. */
  zone: TimeZone.nullable(),
})
export type NotificationTimes = z.infer<typeof NotificationTimes>
