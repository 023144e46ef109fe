import { z } from 'zod'
import { GroupId, RoleId, UserId } from './ids.ts'

/** How much a grant gives; each level holds the ones before. */
export const SharingLevel = z.enum(['read', 'use', 'manage'])
export type SharingLevel = z.infer<typeof SharingLevel>
export const Grant = z.strictObject({
  to: z.union([
    z.strictObject({ roleId: RoleId }),
    z.strictObject({ groupId: GroupId }),
    z.strictObject({ userId: UserId }),
  ]),
  level: SharingLevel,
})
export type Grant = z.infer<typeof Grant>
/** Null: open to all who hold the permission. Who manages by right (`workspace:manage`) always may. */
export const Sharing = z.array(Grant).max(200).nullable()
export type Sharing = z.infer<typeof Sharing>
