import { z } from 'zod'
import { Instant } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'

/** licenseId absent: none detected; isValid null: not checked yet. */
export const LicenseView = z.object({
  licenseId: z.string().nullable(),
  isValid: z.boolean().nullable(),
  /** Returned to super administrators only. */
  details: z
    .object({
      issuedTo: z.string(),
      validFrom: Instant,
      /** Null: for ever. */
      validUntil: Instant.nullable(),
      limits: z.record(z.string(), z.number()),
    })
    .nullable(),
})
export type LicenseView = z.infer<typeof LicenseView>

export const licenseSettings = route({
  method: 'GET',
  path: '/tenant/settings/license',
  summary: 'Gets the license of the installation',
  needs: 'session',
  withoutLicense: true,
  reply: LicenseView,
})
