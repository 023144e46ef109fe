import { z } from 'zod'
import { route } from './route.ts'

/** licenseId absent: none detected; isValid null: not checked yet. */
export const LicenseView = z.object({ licenseId: z.string().nullable(), isValid: z.boolean().nullable() })
export type LicenseView = z.infer<typeof LicenseView>

export const licenseSettings = route({
  method: 'GET',
  path: '/tenant/settings/license',
  summary: 'The licence of the installation',
  needs: 'session',
  withoutLicense: true,
  reply: LicenseView,
})
