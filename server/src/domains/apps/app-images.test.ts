import { createHash } from 'node:crypto'
import { MAX_IMAGE_BYTES } from '@caseloom/contract/apps/app-images'
import { AppCreate, AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import { AppletCreate } from '@caseloom/contract/apps/applets'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { appsMigrations } from './apps.migrations.ts'
import { readImage, uploadImage } from './changes/app-images.ts'

let installation: TestInstallation
let scope: TenantScope
let app: AppView
const door = anAppsDoor()
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const image = (id: string | undefined, over: object = {}) => ({
  id: 'map',
  at: 0,
  kind: 'image',
  ...(id === undefined ? {} : { image: id }),
  alt: 'Map of the network',
  ...over,
})
const body = (blocks: object[]) => ({
  name: 'Hosts',
  titleField: 'title',
  listColumns: ['title'],
  layout: [{ title: 'Facts', fields: ['title'], blocks }],
  fields: [{ key: 'title', label: 'Title', type: 'text' }],
})
const issuesOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: unknown) => {
      if (!isFailure(error)) throw error
      return (error.details.issues ?? []).map(({ path, code }) => `${path.join('.')} ${code}`)
    },
  )

beforeAll(async () => {
  installation = await anInstallation('app_images', appsMigrations)
  scope = await installation.aTenant()
  const create = AppCreate.parse({ ...body([]), key: 'host', acronym: 'HST' })
  app = await door.createApp(scope, anActor(scope), create)
}, 120_000)
afterAll(() => installation.close())

const upload = (bytes: Uint8Array, by = anActor(scope)) => uploadImage(scope, by, { appId: app.id, bytes })
const publish = async (blocks: object[]) => {
  const { revision } = await door.getApp(scope, anActor(scope), app.id)
  const command = { ...AppUpdate.parse({ ...body(blocks), revision }), appId: app.id }
  return door.updateApp(scope, anActor(scope), command)
}

describe('an image of an app', () => {
  it('is a raster image by its own bytes, of limited size, from those who build the app', async () => {
    expect(await upload(PNG)).toEqual({ image: digest(PNG) })
    expect(await issuesOf(upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')))).toEqual([
      'body invalid_format',
    ])
    const large = Buffer.concat([PNG, Buffer.alloc(MAX_IMAGE_BYTES)])
    expect(await issuesOf(upload(large))).toEqual(['body too_big'])
    const reader = anActor(scope, { may: ['app:read'] })
    await expect(upload(PNG, reader)).rejects.toMatchObject({ code: 'right.missing' })
  })

  it('is published with a text for those who can’t see it, and only where it is stored', async () => {
    const other = digest(Buffer.from('other'))
    expect(await issuesOf(publish([image(undefined, { alt: '' })]))).toEqual([
      'body.layout.0.blocks.0.image required',
      'body.layout.0.blocks.0.alt required',
    ])
    expect(await issuesOf(publish([image(other)]))).toEqual(['body.layout.0.blocks.0.image unknown'])
    await publish([image(digest(PNG))])
  })

  it('comes along with a definition and with a copy', async () => {
    const bytes = Buffer.concat([PNG, Buffer.from([2])])
    const input = {
      ...body([image(digest(bytes))]),
      key: 'brought',
      acronym: 'BRT',
      images: [bytes.toString('base64')],
    }
    const actor = anActor(scope)
    const made = await door.createApp(scope, actor, AppCreate.parse(input))
    const names = { name: 'Copy', key: 'copied', acronym: 'CPY' }
    const copy = await door.lifecycle.copy(scope, actor, { ...names, appId: made.id })
    for (const { id } of [made, copy]) {
      const found = await readImage(scope, actor, { appId: id, image: digest(bytes) })
      expect([found.mediaType, Buffer.from(found.bytes)]).toEqual(['image/png', bytes])
    }
    const active = {
      ...input,
      key: 'active',
      acronym: 'ACT',
      images: [Buffer.from('<svg/>').toString('base64')],
    }
    expect(await issuesOf(door.createApp(scope, actor, AppCreate.parse(active)))).toEqual([
      'body.images.0 invalid_format',
    ])
  })

  it('is still shown in an archived app, which takes no other', async () => {
    const actor = anActor(scope)
    const input = {
      ...body([image(digest(PNG))]),
      key: 'closed',
      acronym: 'CLO',
      images: [PNG.toString('base64')],
    }
    const { id: appId } = await door.createApp(scope, actor, AppCreate.parse(input))
    await door.lifecycle.archive(scope, actor, { appId, archived: true })
    expect((await readImage(scope, actor, { appId, image: digest(PNG) })).mediaType).toBe('image/png')
    const bytes = Buffer.concat([PNG, Buffer.from([3])])
    await expect(uploadImage(scope, actor, { appId, bytes })).rejects.toMatchObject({ code: 'app.archived' })
  })

  it('is none of an applet, which is linked into several apps', async () => {
    const input = AppletCreate.parse({
      key: 'part',
      name: 'Part',
      section: { title: 'Part', fields: ['note'], blocks: [image(digest(PNG))] },
      fields: [{ key: 'note', label: 'Note', type: 'text' }],
    })
    expect(await issuesOf(door.applets.create(scope, anActor(scope), input))).toEqual([
      'body.section.blocks.0.kind not_allowed',
    ])
  })
})
