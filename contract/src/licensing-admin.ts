import { MAX_LICENSE_REQUEST } from './license-file.ts'
import { LicenseView } from './licensing.ts'
import { route } from './route.ts'

/** The text of the file (a JWS in compact form), or a multipart form with one file. */
export const uploadLicense = route({
  method: 'POST',
  path: '/tenant/settings/license',
  summary: 'Keeps a licence that a trusted key signed',
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
  summary: 'Takes the licence away: no license detected',
  needs: 'installation:super',
  withoutLicense: true,
  reply: LicenseView,
  on404: 'here',
})
/** While the present license is valid, it stays. */
export const restoreLicense = route({
  method: 'POST',
  path: '/tenant/settings/license/restore',
  summary:
    'Restores the license that was removed last or, when there is none or it is not valid, the community license',
  needs: 'installation:super',
  withoutLicense: true,
  reply: LicenseView,
  on404: 'here',
})
