import { MAX_LICENSE_REQUEST } from './license-file.ts'
import { LicenseView } from './licensing.ts'
import { route } from '../kernel/route.ts'

/** The text of the file (a JWS in compact form), or a multipart form with one file. */
export const uploadLicense = route({
  method: 'POST',
  path: '/tenant/settings/license',
  summary: 'Saves a license signed by a trusted key',
  needs: 'installation:super',
  withoutLicense: true,
  bodyKind: 'raw',
  bodyLimit: MAX_LICENSE_REQUEST,
  reply: LicenseView,
  on404: 'here',
})
export const removeLicense = route({
  method: 'DELETE',
  path: '/tenant/settings/license',
  summary: 'Removes the license',
  needs: 'installation:super',
  withoutLicense: true,
  reply: LicenseView,
  on404: 'here',
})
/** While the present license is valid, it stays. */
export const restoreLicense = route({
  method: 'POST',
  path: '/tenant/settings/license/restore',
  summary: 'Restores the most recently removed license; without a valid one, restores the community license',
  needs: 'installation:super',
  withoutLicense: true,
  reply: LicenseView,
  on404: 'here',
})
