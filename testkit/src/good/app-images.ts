import { getAppImage } from '@caseloom/contract/apps/app-images'
import { createHash } from 'node:crypto'
import type { Area } from './types.ts'

/** The beginning of a WebP image, which is all that the server reads. */
const IMAGE = 'RIFF0000WEBPVP8 '

/** Images of apps. */
export const appImages: Area = {
  good: { uploadAppImage: () => ({ body: IMAGE }) },
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = getAppImage.path.replace(':tenantId', ids.tenantId).replace(':appId', ids.appId)
    await ask(web, { method: 'POST', url: url.replace('/:image', ''), cookie, body: IMAGE })
    return { image: createHash('sha256').update(IMAGE).digest('hex') }
  },
}
