import { createHash } from 'node:crypto'
import { MAX_APP_IMAGES, MAX_IMAGE_BYTES } from '@caseloom/contract/apps/app-images'
import type { AppView } from '@caseloom/contract/apps/apps'
import type { LayoutSection, RoleLayout } from '@caseloom/contract/apps/layout'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { rasterType } from '@caseloom/contract/values/image-type'
import { allow } from '../../../platform/rights.ts'
import { type AppImage, findImage, insertImage, knownImages } from '../catalog/app-images.store.ts'
import { findApp } from '../catalog/apps.store.ts'
import { allowBuild } from '../definition/app-sharing.rules.ts'
import { getApp } from '../reading/read-apps.ts'

/**
 * Stores an image for layouts of an app.
 * @throws resource.not_found, right.missing, app.archived, request.invalid when it is no PNG, JPEG, or WebP, or too large
 */
export async function uploadImage(
  scope: TenantScope,
  actor: Actor,
  { appId, bytes }: { appId: string; bytes: Uint8Array },
): Promise<{ image: string }> {
  allow(actor, 'app:build')
  return scope.tx(async (tx) => {
    // Locked: images are counted before one is added.
    const app = await findApp(tx, appId, true)
    if (app === null) throw fail('resource.not_found')
    allowBuild(actor, app)
    if (app.definition.archived === true) throw fail('app.archived')
    return { image: await storeImage(tx, appId, { bytes, path: ['body'] }) }
  })
}

/** Checks and stores one image; answers its digest. */
export async function storeImage(
  tx: TenantTx,
  appId: string,
  { bytes, path }: { bytes: Uint8Array; path: Issue['path'] },
): Promise<string> {
  const refuse = (code: string, message: string) =>
    fail('request.invalid', { issues: [{ path, code, message }] })
  if (bytes.length > MAX_IMAGE_BYTES) throw refuse('too_big', 'The image is larger than 256 kB')
  const mediaType = rasterType(bytes)
  if (mediaType === null) throw refuse('invalid_format', 'Use a PNG, JPEG, or WebP image')
  const id = createHash('sha256').update(bytes).digest('hex')
  const isStored = await insertImage(tx, { appId, id, mediaType, bytes, most: MAX_APP_IMAGES })
  if (!isStored) throw refuse('too_many', `An app can have at most ${MAX_APP_IMAGES} images`)
  return id
}

/** Images that layouts name and the app lacks, each at its block. */
export async function imageIssues(
  tx: TenantTx,
  appId: string,
  { layout, layouts = [] }: { layout: readonly LayoutSection[]; layouts?: readonly RoleLayout[] | undefined },
): Promise<Issue[]> {
  const named = [
    ...imagesIn(layout, ['body', 'layout']),
    ...layouts.flatMap(({ sections }, at) => imagesIn(sections, ['body', 'layouts', at, 'sections'])),
  ]
  const known = await knownImages(
    tx,
    appId,
    named.map(({ image }) => image),
  )
  return named.flatMap(({ image, path }) =>
    known.has(image) ? [] : [{ path, code: 'unknown', message: 'This image isn’t stored. Upload it again.' }],
  )
}

function imagesIn(sections: readonly LayoutSection[], path: Issue['path']) {
  return sections.flatMap(({ blocks = [] }, at) =>
    blocks.flatMap((block, index) =>
      block.kind === 'image' && block.image !== undefined
        ? [{ image: block.image as string, path: [...path, at, 'blocks', index, 'image'] }]
        : [],
    ),
  )
}

/**
 * An image of an app. People who don’t build the app get those of their own layout.
 * @throws resource.not_found alike for a missing one and one that they don’t see
 */
export async function readImage(
  scope: TenantScope,
  actor: Actor,
  { appId, image }: { appId: string; image: string },
): Promise<AppImage> {
  const app = await getApp(scope, actor, appId)
  const isShown = imagesIn(app.layout, []).some((one) => one.image === image)
  const found = app.can.build || isShown ? await scope.read((tx) => findImage(tx, app.id, image)) : null
  if (found === null) throw fail('resource.not_found')
  return found
}

/** The images in the layouts of an app that the actor sees, in Base64. */
export async function exportedImages(
  scope: TenantScope,
  actor: Actor,
  { id: appId, layout, layouts = [] }: AppView,
): Promise<{ appId: string; image: string; mediaType: string; data: string }[]> {
  const sections = [...layout, ...layouts.flatMap((one) => one.sections)]
  const ids = new Set(imagesIn(sections, []).map(({ image }) => image))
  return Promise.all(
    Array.from(ids, async (image) => {
      const { mediaType, bytes } = await readImage(scope, actor, { appId, image })
      return { appId, image, mediaType, data: Buffer.from(bytes).toString('base64') }
    }),
  )
}
