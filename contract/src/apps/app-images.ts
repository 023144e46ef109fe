import { z } from 'zod'
import { route } from '../kernel/route.ts'
import { AppImageId } from './layout.ts'

// Images that layouts of an app show. They belong to the app: its revisions and copies name them by their digest.

/** The largest image, in bytes. */
export const MAX_IMAGE_BYTES = 262_144
/** Images that an app can have stored, in all of its revisions. */
export const MAX_APP_IMAGES = 100
/** Images that a definition brings along. */
export const MAX_BROUGHT_IMAGES = 10

const images = '/api/tenant/:tenantId/apps/:appId/images' as const

export const uploadAppImage = route({
  method: 'POST',
  path: images,
  summary: 'Stores an image for layouts of an app: a PNG, JPEG, or WebP of up to 256 kB as the raw body',
  needs: 'app:build',
  bodyKind: 'raw',
  bodyLimit: 300_000,
  reply: z.object({ image: AppImageId }),
  status: 201,
  on404: 'here',
})
export const getAppImage = route({
  method: 'GET',
  path: `${images}/:image`,
  summary:
    'Gets an image of an app that is in a layout of the caller, or in any layout for those who build the app',
  needs: 'app:read',
  answers: 'file',
  on404: 'ignore',
})
