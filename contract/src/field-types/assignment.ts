import { z } from 'zod'
import { GroupId, UserId } from '../kernel/ids.ts'
import { Key } from './common-settings.ts'

/** Users, and groups as their members. */
const team = z
  .array(z.union([UserId, GroupId]))
  .min(1)
  .max(500)

/**
 * Who a new record is assigned to while the field is empty: one person after the other, the one with the fewest open
 * records of the app, or the person on call.
 */
export const Assignment = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('roundRobin'), members: team }),
  z.strictObject({ by: z.literal('leastLoaded'), members: team }),
  z.strictObject({ by: z.literal('onCall'), schedule: Key.meta({ description: 'Key of the schedule' }) }),
])
export type Assignment = z.infer<typeof Assignment>
