import { getAppImage, uploadAppImage } from '@caseloom/contract/apps/app-images'
import { z } from 'zod'
import { fetchFile, sendBytes } from './files.ts'

/** The address of an image of an app. */
export function appImageAddress(tenantId: string, appId: string, image: string): string {
  return getAppImage.path.replace(':tenantId', tenantId).replace(':appId', appId).replace(':image', image)
}

/** Stores an image; answers its digest. */
export async function sendAppImage(tenantId: string, appId: string, file: Blob): Promise<string> {
  const params = { tenantId, appId }
  const reply = await sendBytes(uploadAppImage, {
    params,
    bytes: file,
    contentType: 'application/octet-stream',
  })
  return z.object({ image: z.string() }).parse(reply).image
}

/** Images of an app in Base64, for a file. */
export async function appImagesAsText(
  tenantId: string,
  appId: string,
  images: readonly string[],
): Promise<string[]> {
  const texts: string[] = []
  for (const image of images) {
    const { blob } = await fetchFile(getAppImage, { params: { tenantId, appId, image } })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    texts.push(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')))
  }
  return texts
}
