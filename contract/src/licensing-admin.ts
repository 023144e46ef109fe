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
  bodyLimit: 100_000,
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
