import { createHash } from 'node:crypto'
import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { isFailure } from '../../platform/errors.ts'
import { appsMigrations } from './apps.migrations.ts'
import { findImage } from './catalog/app-images.store.ts'
import { readImage } from './changes/app-images.ts'
import { getRevision, listRevisions } from './changes/app-revisions.ts'

/*
 * Layouts for roles, blocks, marks, templates, and promotions of an app and of its copy, as several people see them. Every
 * part holds a word of its own, and the oracle knows from roles and sharing alone who can read which word. It shares no
 * code with the product.
 */

let installation: TestInstallation
let scope: TenantScope
const door = anAppsDoor()
const LEADS = '22222222-2222-4222-8222-222222222222'
const TEAM = '33333333-3333-4333-8333-333333333333'

interface Person {
  actor: Actor
  lead: boolean
  team: boolean
  builds: boolean
}
const people: Person[] = []
let keeper: Actor
let app: AppView
let copy: AppView

const text = { type: 'text' }
const block = (id: string, word: string) => ({ id, at: 0, kind: 'text', text: word })
/** Images that say whose they are, behind what makes them WebP images. */
const IMAGES = {
  'bytes-of-all': Buffer.from('RIFF0000WEBPVP8 bytes-of-all'),
  'bytes-of-leads': Buffer.from('RIFF0000WEBPVP8 bytes-of-leads'),
}
type ImageName = keyof typeof IMAGES
const digest = (name: ImageName) => createHash('sha256').update(IMAGES[name]).digest('hex')
const image = (id: string, name: ImageName, alt: string) => ({
  id,
  at: 0,
  kind: 'image',
  image: digest(name),
  alt,
})
/** A widget over records that match by a field, that for leads unless given. */
const widget = (id: string, match: object = { field: 'code', from: 'secret' }) => ({
  id,
  at: 0,
  kind: 'widget',
  dashboard: TEAM,
  widget: 'open',
  match: [match],
})
const mark = (id: string, label: string, over: object) => ({
  id,
  label,
  color: 'red',
  when: { field: 'note', op: 'notEmpty' },
  ...over,
})

const BODY = {
  key: 'app',
  acronym: 'APP',
  name: 'app-name',
  titleField: 'title',
  listColumns: ['title', 'secret'],
  sharing: [{ to: { groupId: TEAM }, level: 'manage' }],
  layout: [
    {
      title: 'Facts',
      fields: ['title', 'secret'],
      blocks: [
        block('all', 'block-of-all'),
        image('map', 'bytes-of-all', 'image-of-all'),
        widget('widget-on-secret'),
        widget('widget-on-note', { field: 'key_of_matched', from: 'note' }),
      ],
    },
  ],
  images: Object.values(IMAGES).map((bytes) => bytes.toString('base64')),
  layouts: [
    {
      id: 'leads',
      name: 'name-of-leads',
      roles: [LEADS],
      sections: [
        {
          title: 'section-of-leads',
          fields: ['secret'],
          blocks: [
            block('own', 'block-of-leads'),
            image('plan', 'bytes-of-leads', 'image-of-leads'),
            widget('widget-of-leads'),
          ],
        },
      ],
    },
  ],
  formats: [
    mark('open', 'mark-of-note', {}),
    mark('when', 'mark-when-secret', { when: { field: 'secret', op: 'eq', value: 'mark-value' } }),
    mark('column', 'mark-on-secret', { columns: ['secret'] }),
  ],
  templates: [
    {
      key: 'quick',
      name: 'template-name',
      fields: { note: 'template-note', secret: 'template-secret' },
      tasks: { closed_tasks: [{ title: 'template-task' }] },
    },
  ],
  exports: [
    { key: 'all', name: 'export-name', format: 'csv', columns: ['note', 'secret'] },
    { key: 'closed', name: 'export-of-secret', format: 'csv', columns: ['secret'] },
  ],
  promotions: [
    {
      key: 'up',
      label: 'up-label',
      link: 'parent',
      copy: { note: 'title', key_of_target: 'level' },
      combine: { key_of_target: 'highest' },
      set: { secret: 'promotion-secret' },
    },
    { key: 'deep', label: 'deep-label', link: 'closed_parent', copy: {}, set: {} },
  ],
  fields: [
    { ...text, key: 'title', label: 'Title' },
    { ...text, key: 'note', label: 'Note' },
    { key: 'level', label: 'Level', type: 'number' },
    { ...text, key: 'secret', label: 'secret-label', readers: [LEADS] },
    { key: 'closed_tasks', label: 'Tasks', type: 'tasks', readers: [LEADS] },
  ],
}

beforeAll(async () => {
  installation = await anInstallation('layouts_oracle', appsMigrations)
  scope = await installation.aTenant()
  keeper = anActor(scope, { principals: [LEADS, TEAM] })
  for (const lead of [true, false])
    for (const team of [true, false])
      for (const builds of [true, false]) {
        const principals = [...(lead ? [LEADS] : []), ...(team ? [TEAM] : [])]
        const may = builds ? (['app:read', 'app:build'] as const) : (['app:read'] as const)
        people.push({ actor: anActor(scope, { principals, may }), lead, team, builds })
      }
  const {
    layouts: _layouts,
    formats: _formats,
    templates: _templates,
    exports: _exports,
    promotions: _promotions,
    ...plain
  } = BODY
  const goal = { key: 'key_of_target', label: 'Level', type: 'number', readers: [LEADS] }
  const other = { ...plain, key: 'target', acronym: 'TAR', sharing: null, fields: [...BODY.fields, goal] }
  const target = await door.createApp(scope, keeper, AppCreate.parse(other))
  const parent = { type: 'reference', app: target.id }
  const fields = [
    ...BODY.fields,
    { ...parent, key: 'parent', label: 'Parent' },
    { ...parent, key: 'closed_parent', label: 'Parent', readers: [LEADS] },
  ]
  app = await door.createApp(scope, keeper, AppCreate.parse({ ...BODY, fields }))
  const names = { name: 'copy-name', key: 'copy', acronym: 'COP' }
  copy = await door.lifecycle.copy(scope, keeper, { ...names, appId: app.id })
}, 120_000)
afterAll(() => installation.close())

/** Everyone who sees the app reads these. */
const OPEN = [
  'app-name',
  'copy-name',
  'mark-of-note',
  'template-name',
  'template-note',
  'export-name',
  'up-label',
]
/** About the field for leads, or in their layout. */
const CLOSED = [
  'section-of-leads',
  'block-of-leads',
  'image-of-leads',
  'widget-of-leads',
  'mark-when-secret',
  'mark-value',
  'mark-on-secret',
  'template-secret',
  'template-task',
  'export-of-secret',
  'promotion-secret',
  'key_of_target',
  'deep-label',
]
/** In the layouts of others, which only builders see; the names of layouts are theirs alone. */
const OF_OTHERS = ['block-of-all', 'image-of-all', 'widget-on-note']
/** A widget that others have in their layout depends on a field that they can't read, and another names one elsewhere. */
const OF_BUILDERS = ['name-of-leads', 'widget-on-secret', 'key_of_matched']
const WORDS = [...OPEN, ...CLOSED, ...OF_OTHERS, ...OF_BUILDERS]

/** What of the words someone can read at most, whatever they ask. */
function allowed({ lead, team, builds }: Person): Set<string> {
  if (!team) return new Set()
  return new Set([
    ...OPEN,
    ...(lead || builds ? CLOSED : []),
    ...(!lead || builds ? OF_OTHERS : []),
    ...(builds ? OF_BUILDERS : []),
  ])
}

type Ask = (actor: Actor) => Promise<unknown>
const ASKED: Record<string, Ask> = {
  'the apps of the team': async (actor) =>
    (await door.listApps(scope, actor)).filter(({ key }) => key !== 'target'),
  'the app': (actor) => door.getApp(scope, actor, app.id),
  'the app by its key': (actor) => door.getApp(scope, actor, 'app'),
  'its copy': (actor) => door.getApp(scope, actor, copy.id),
  'its first revision': (actor) => getRevision(scope, actor, { appId: app.id, revision: '1' }),
  'its revisions': (actor) => listRevisions(scope, actor, { appId: app.id, limit: 10 }),
}

/** Words that each person read, by what was asked. */
async function read(
  asked: Record<string, Ask>,
): Promise<{ what: string; person: Person; words: string[] }[]> {
  const found: { what: string; person: Person; words: string[] }[] = []
  for (const [what, ask] of Object.entries(asked))
    for (const person of people) {
      const answer = await ask(person.actor).catch((error: unknown) => {
        if (isFailure(error)) return { code: error.code, ...error.details }
        throw error
      })
      const words = WORDS.filter((word) => JSON.stringify(answer ?? null).includes(word))
      found.push({ what, person, words })
    }
  return found
}

/** Words that someone read and may not, by what was asked. */
async function betrayed(asked: Record<string, Ask>): Promise<string[]> {
  return (await read(asked)).flatMap(({ what, person, words }) => {
    const may = allowed(person)
    return words.filter((word) => !may.has(word)).map((word) => `${what}: ${word}`)
  })
}

test('no one reads through a layout, a mark, a template, or a copy what they may not', async () => {
  expect(await betrayed(ASKED)).toEqual([])
})

test('everyone reads in the list all that they may', async () => {
  const list = { list: ASKED['the apps of the team'] ?? (() => Promise.resolve(null)) }
  for (const { person, words } of await read(list)) expect(new Set(words)).toEqual(allowed(person))
})

test.each([
  ['templates', ['template-secret', 'template-task']],
  ['exports', ['export-of-secret']],
  ['formats', ['mark-when-secret', 'mark-value', 'mark-on-secret']],
  ['layouts', ['section-of-leads', 'block-of-leads', 'image-of-leads', 'widget-of-leads', 'name-of-leads']],
  ['layout', ['block-of-all', 'image-of-all', 'widget-on-note', 'widget-on-secret', 'key_of_matched']],
  ['promotions', ['promotion-secret', 'key_of_target', 'deep-label']],
] as const)('a planted hole is found: an app with all its %s', async (part, words) => {
  const whole = await door.getApp(scope, keeper, app.id)
  const hole: Ask = async (actor) => ({ ...(await door.getApp(scope, actor, app.id)), [part]: whole[part] })
  expect(new Set(await betrayed({ hole }))).toEqual(new Set(words.map((word) => `hole: ${word}`)))
})

/** Images that someone got and may not have, or did not get and may have. */
async function wrongImages(
  get: (actor: Actor, name: ImageName) => Promise<{ bytes: Uint8Array } | null>,
): Promise<string[]> {
  const found: string[] = []
  for (const { actor, lead, team, builds } of people)
    for (const name of ['bytes-of-all', 'bytes-of-leads'] as const) {
      const got = await get(actor, name).catch((error: unknown) => {
        if (isFailure(error, 'resource.not_found')) return null
        throw error
      })
      const isRead = got !== null && Buffer.from(got.bytes).includes(name)
      const may = team && (builds || (name === 'bytes-of-leads') === lead)
      if (isRead !== may) found.push(`${name} ${isRead ? 'shown' : 'withheld'}`)
    }
  return found
}

test('an image is read by those whose layout has it, and by builders, also in a copy', async () => {
  for (const { id } of [app, copy])
    expect(
      await wrongImages((actor, name) => readImage(scope, actor, { appId: id, image: digest(name) })),
    ).toEqual([])
})

test('a planted hole is found: images for everyone who knows their digest', async () => {
  const found = await wrongImages((_actor, name) => scope.read((tx) => findImage(tx, app.id, digest(name))))
  expect(new Set(found)).toEqual(new Set(['bytes-of-all shown', 'bytes-of-leads shown']))
})
