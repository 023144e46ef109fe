import { z } from 'zod'
import { GroupId, UserId } from '../kernel/ids.ts'

/** Keys of fields, apps and playbooks: used in documents, filters and addresses; fixed once used. */
export const Key = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,31}$/,
    'Use up to 32 lowercase letters, digits, and underscores, starting with a letter',
  )
export const Label = z.string().trim().min(1).max(100)

/** Whether a new value may only be in the past (now included) or only in the future. */
export const limit = { limit: z.enum(['past', 'future']).optional() }

/** IDs of the users and groups that can be selected; everyone if absent. A user field accepts groups as their members. */
export const members = {
  members: z
    .array(z.union([UserId, GroupId]))
    .min(1)
    .max(500)
    .optional(),
}
