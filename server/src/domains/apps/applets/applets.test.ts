import { AppletCreate, AppletUpdate, type AppletView } from '@caseloom/contract/apps/applets'
import { AppCreate, AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { MAX_GRANTS } from '@caseloom/contract/kernel/sharing'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { type AppError, isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { appsMigrations } from '../apps.migrations.ts'

let installation: TestInstallation
let scope: TenantScope
const door = anAppsDoor()
const { applets } = door
let builder: Actor
let owner: Actor

beforeAll(async () => {
  installation = await anInstallation('applets', appsMigrations)
  scope = await installation.aTenant()
  builder = anActor(scope)
  const id = '11111111-1111-4111-8111-111111111111'
  owner = { ...builder, id, principals: [id] }
})
afterAll(() => installation.close())

const METHOD = {
  key: 'method',
  label: 'Method',
  type: 'selection',
  options: [
    { key: 'isolate', label: 'Isolate host' },
    { key: 'block', label: 'Block account' },
  ],
}
const NOTES = { key: 'notes', label: 'Notes', type: 'text' }
const WORKFLOW = {
  stages: [
    {
      id: 'main',
      title: 'Main',
      on: ['new', 'edit', 'save'],
      branches: [
        {
          id: 'b',
          rules: [
            {
              id: 'ask',
              when: { field: 'method', op: 'eq', value: 'isolate' },
              actions: [{ id: 'a', do: 'require', fields: ['notes'] }],
              branches: [],
            },
            {
              id: 'lock',
              when: { field: 'status', op: 'eq', value: 'closed' },
              actions: [{ id: 'l', do: 'read_only', items: [{ section: 'containment' }] }],
              branches: [],
            },
          ],
        },
      ],
    },
  ],
}

let count = 0
function anApplet(over: Record<string, unknown> = {}) {
  count += 1
  return AppletCreate.parse({
    key: `contain${count}`,
    name: 'Containment',
    section: { title: 'Containment', fields: ['method', 'notes'] },
    fields: [METHOD, NOTES],
    workflow: WORKFLOW,
    ...over,
  })
}

function anApp(over: Record<string, unknown> = {}) {
  count += 1
  return AppCreate.parse({
    key: `app_${count}`,
    acronym: `A${String.fromCharCode(65 + (count % 26), 65 + Math.floor(count / 26))}`,
    name: `App ${count}`,
    titleField: 'title',
    listColumns: ['title'],
    layout: [{ title: 'Facts', fields: ['title', 'status'] }],
    fields: [
      { key: 'title', label: 'Title', type: 'text', required: true },
      {
        key: 'status',
        label: 'Status',
        type: 'selection',
        options: [
          { key: 'open', label: 'Open' },
          { key: 'closed', label: 'Closed' },
        ],
      },
    ],
    ...over,
  })
}

function linkTo(applet: AppletView, over: Record<string, unknown> = {}) {
  return { applet: applet.id, prefix: 'containment', revision: applet.revision, ...over }
}

function editOf(app: AppView, over: Record<string, unknown> = {}) {
  const { name, icon, titleField, listColumns, layout, fields, revision, workflow, applets: links } = app
  const whole = { name, icon, titleField, listColumns, layout, fields, revision, workflow, applets: links }
  return { ...AppUpdate.parse({ ...whole, ...over }), appId: app.id }
}

function nextOf(applet: AppletView, over: Record<string, unknown> = {}) {
  const { name, icon, section, fields, workflow, allows, follow, revision } = applet
  const whole = { name, icon, section, fields, workflow, allows, follow, revision }
  return { ...AppletUpdate.parse({ ...whole, ...over }), appletId: applet.id }
}

const hidden = () => [{ to: { userId: owner.id }, level: 'manage' }]

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}
const placesOf = (error: AppError) =>
  error.details.issues?.map(({ path, code }) => `${path.join('.')} ${code}`)

async function linked(over: Record<string, unknown> = {}, applet?: AppletView) {
  const own = applet ?? (await applets.create(scope, builder, anApplet()))
  const app = await door.createApp(scope, builder, anApp({ applets: [linkTo(own, over)] }))
  return { applet: own, app }
}

describe('an app that links an applet', () => {
  test('has its fields, section, and rules under the prefix', async () => {
    const { app } = await linked({ overrides: { notes: { label: 'Steps taken' } } })
    expect(app.fields.map(({ key, label, applet }) => [key, label, applet])).toEqual([
      ['title', 'Title', undefined],
      ['status', 'Status', undefined],
      ['containment_method', 'Method', 'containment'],
      ['containment_notes', 'Steps taken', 'containment'],
    ])
    expect(app.layout[1]).toMatchObject({
      id: 'containment',
      applet: 'containment',
      fields: ['containment_method', 'containment_notes'],
    })
    const rules = app.applets?.[0]?.stages[0]?.branches[0]?.rules
    expect(rules?.[0]).toMatchObject({
      id: 'containment_ask',
      when: { field: 'containment_method' },
      actions: [{ fields: ['containment_notes'] }],
    })
    // A key that the applet doesn’t have is one of the app.
    expect(rules?.[1]).toMatchObject({
      when: { field: 'status' },
      actions: [{ items: [{ section: 'containment' }] }],
    })
    const compiled = await scope.read((tx) => door.compiled(tx, app.id))
    expect(compiled?.workflow?.stages.map(({ id }) => id)).toEqual(['containment_main'])
    expect(compiled?.byKey.get('containment_method')?.column).toBeDefined()
  })

  test('can be edited and published as its view gives it; links stay when they are left out', async () => {
    const { app } = await linked()
    const moved = await door.updateApp(scope, builder, editOf(app, { layout: [...app.layout].reverse() }))
    expect(moved.layout[0]?.applet).toBe('containment')
    const again = await door.updateApp(scope, builder, editOf(moved, { applets: undefined, name: 'Other' }))
    expect(again.applets).toEqual(app.applets)
    expect(again.fields.map(({ id }) => id)).toEqual(app.fields.map(({ id }) => id))
  })

  test('links the same applet twice under two prefixes', async () => {
    const applet = await applets.create(scope, builder, anApplet())
    const links = [linkTo(applet), linkTo(applet, { prefix: 'second' })]
    const app = await door.createApp(scope, builder, anApp({ applets: links }))
    expect(app.fields).toHaveLength(6)
    expect(app.layout.map(({ id }) => id)).toEqual(['facts', 'containment', 'second'])
  })

  test('hears of each fault at its place, and nothing is changed', async () => {
    const { app, applet } = await linked()
    const fields = app.fields.map((field) =>
      field.key === 'containment_notes' ? { ...field, label: 'Mine', required: true } : field,
    )
    const changed = await failure(door.updateApp(scope, builder, editOf(app, { fields })))
    expect(placesOf(changed)).toEqual([
      'body.fields.3.label from_applet',
      'body.fields.3.required from_applet',
    ])
    const layout = [{ title: 'Facts', fields: ['title', 'containment_notes'] }, app.layout[1]]
    const placed = await failure(
      door.updateApp(scope, builder, editOf(app, { layout: [layout[0], { ...app.layout[1], title: 'X' }] })),
    )
    expect(placesOf(placed)).toEqual([
      'body.layout.0.fields.1 not_allowed',
      'body.layout.1.title from_applet',
    ])
    const link = linkTo(applet, {
      overrides: { notes: { hidden: true, addedOptions: [{ key: 'x', label: 'X' }] }, none: { label: 'L' } },
      rulesOff: ['nothing'],
    })
    const faulty = await failure(door.updateApp(scope, builder, editOf(app, { applets: [link] })))
    expect(placesOf(faulty)).toContain('body.applets.0.overrides.notes.hidden not_allowed')
    expect(placesOf(faulty)).toContain('body.applets.0.overrides.notes.addedOptions not_allowed')
    expect(placesOf(faulty)).toContain('body.applets.0.overrides.none unknown_field')
    expect(placesOf(faulty)).toContain('body.applets.0.rulesOff.0 unknown_item')
    const stray = await failure(door.updateApp(scope, builder, editOf(app, { applets: [] })))
    expect(placesOf(stray)).toContain('body.fields.2.applet unknown_link')
    expect((await door.getApp(scope, builder, app.id)).revision).toBe(1)
  })

  test('learns that keys clash, and which prefix has no such clash', async () => {
    const applet = await applets.create(scope, builder, anApplet())
    const own = [...anApp().fields, { key: 'containment_notes', label: 'Own', type: 'text' }]
    const clash = await failure(
      door.createApp(scope, builder, anApp({ fields: own, applets: [linkTo(applet)] })),
    )
    expect(placesOf(clash)).toContain('body.applets.0.prefix taken')
    const free = anApp({ fields: own, applets: [linkTo(applet, { prefix: 'contain' })] })
    expect((await door.createApp(scope, builder, free)).fields).toHaveLength(5)
    const long = anApp({ applets: [linkTo(applet, { prefix: 'p'.repeat(30) })] })
    expect(placesOf(await failure(door.createApp(scope, builder, long)))).toContain(
      'body.applets.0.prefix too_long',
    )
  })

  test('stays at its revision for builders that the applet is no longer shared with', async () => {
    const { applet, app } = await linked()
    const sharing = hidden()
    const section = { ...applet.section, fields: ['method', 'notes', 'extra'] }
    const fields = [METHOD, NOTES, { key: 'extra', label: 'Extra', type: 'text' }]
    await applets.update(scope, owner, nextOf(applet, { sharing, section, fields }))
    const renamed = await door.updateApp(scope, builder, editOf(app, { name: 'Renamed' }))
    expect(renamed.revision).toBe(2)
    const links = [linkTo(applet, { revision: 2 })]
    const error = await failure(door.updateApp(scope, builder, editOf(renamed, { applets: links })))
    expect(placesOf(error)).toContain('body.applets.0.revision unknown_revision')
  })

  test('refuses rules that name a field that neither has', async () => {
    const applet = await applets.create(scope, builder, anApplet())
    const fields = anApp().fields.filter(({ key }) => key !== 'status')
    const layout = [{ title: 'Facts', fields: ['title'] }]
    const error = await failure(
      door.createApp(scope, builder, anApp({ fields, layout, applets: [linkTo(applet)] })),
    )
    expect(placesOf(error)).toEqual(['body.applets.0.stages.0.branches.0.rules.1.when.field unknown_field'])
  })

  test('is detached with its fields, their columns, and rules', async () => {
    const { app } = await linked()
    const own = await applets.detach(scope, builder, { appId: app.id, prefix: 'containment', revision: 1 })
    expect(own.applets).toBeUndefined()
    expect(own.fields).toEqual(app.fields.map(({ applet: _applet, ...field }) => field))
    expect(own.workflow?.stages).toEqual(app.applets?.[0]?.stages)
    expect(own.layout[1]).not.toHaveProperty('applet')
    const gone = await failure(
      applets.detach(scope, builder, { appId: app.id, prefix: 'containment', revision: 2 }),
    )
    expect(gone.code).toBe('resource.not_found')
  })
})

describe('a new revision of an applet', () => {
  const EXTRA = { key: 'purged_at', label: 'Purged at', type: 'datetime' }
  const more = (applet: AppletView) =>
    nextOf(applet, {
      section: { ...applet.section, fields: ['method', 'purged_at', 'notes'] },
      fields: [
        { ...METHOD, options: [...METHOD.options, { key: 'purge', label: 'Purge mail' }] },
        { ...NOTES, label: 'What was done' },
        EXTRA,
      ],
    })

  test('is taken by one app with its decisions, and its local changes stay', async () => {
    const sinkhole = { key: 'sinkhole', label: 'Sinkhole' }
    const overrides = { notes: { label: 'Steps taken' }, method: { addedOptions: [sinkhole] } }
    const { applet, app } = await linked({ overrides })
    await applets.update(scope, builder, more(applet))
    const { items } = await applets.updates(async () => [], scope, builder, applet.id)
    expect(items).toMatchObject([{ app: { id: app.id }, next: 2, records: 0 }])
    expect(items[0]?.items.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'change field/method/options',
      'conflict field/notes/label',
      'add field/purged_at',
      'change section/fields',
    ])
    const wish = { appId: app.id, prefix: 'containment', revision: 1, decisions: {} }
    const undecided = await applets.take(scope, builder, { appletId: applet.id, apps: [wish] })
    expect(undecided.items[0]?.problem?.issues[0]).toMatchObject({
      path: ['body', 'apps', 0, 'decisions', 'field/notes/label'],
      code: 'undecided',
    })
    const apps = [{ ...wish, decisions: { 'field/notes/label': 'mine' as const } }]
    expect(await applets.take(scope, builder, { appletId: applet.id, apps })).toEqual({
      items: [{ appId: app.id, prefix: 'containment', revision: 2, problem: null }],
    })
    const now = await door.getApp(scope, builder, app.id)
    expect(now.fields.find(({ key }) => key === 'containment_notes')?.label).toBe('Steps taken')
    expect(now.fields.find(({ key }) => key === 'containment_method')).toMatchObject({
      options: [{ key: 'isolate' }, { key: 'block' }, { key: 'purge' }, sinkhole],
    })
    expect(now.layout[1]?.fields).toEqual([
      'containment_method',
      'containment_purged_at',
      'containment_notes',
    ])
    expect(now.applets?.[0]?.revision).toBe(2)
    expect(now.fields.find(({ key }) => key === 'containment_method')?.id).toBe(
      app.fields.find(({ key }) => key === 'containment_method')?.id,
    )
  })

  test('is taken immediately where the applet says so and nothing is to be decided', async () => {
    const applet = await applets.create(scope, builder, anApplet({ follow: 'update' }))
    const easy = await linked({}, applet)
    const hard = await linked({ overrides: { notes: { label: 'Steps taken' } } }, applet)
    await applets.update(scope, builder, more(applet))
    expect((await door.getApp(scope, builder, easy.app.id)).applets?.[0]?.revision).toBe(2)
    expect((await door.getApp(scope, builder, hard.app.id)).applets?.[0]?.revision).toBe(1)
  })

  test('that drops a field leaves a locally changed one to the app', async () => {
    const { applet, app } = await linked({ overrides: { notes: { label: 'Steps taken' } } })
    const section = { ...applet.section, fields: ['method'] }
    await applets.update(scope, builder, nextOf(applet, { section, fields: [METHOD], workflow: undefined }))
    const apps = [
      { appId: app.id, prefix: 'containment', revision: 1, decisions: { 'field/notes': 'mine' as const } },
    ]
    const { items } = await applets.take(scope, builder, { appletId: applet.id, apps })
    expect(items[0]?.problem).toBeNull()
    const now = await door.getApp(scope, builder, app.id)
    const notes = now.fields.find(({ key }) => key === 'containment_notes')
    expect(notes).toMatchObject({ label: 'Steps taken' })
    expect(notes?.applet).toBeUndefined()
    expect(now.layout.map(({ fields }) => fields)).toEqual([
      ['title', 'status'],
      ['containment_method'],
      ['containment_notes'],
    ])
  })

  test('answers a stale edit with what others changed, and keeps the types of keys', async () => {
    const { applet } = await linked()
    await applets.update(scope, builder, nextOf(applet, { name: 'Other' }))
    const stale = await failure(applets.update(scope, builder, nextOf(applet)))
    expect([stale.code, stale.details.extra?.['changes']]).toEqual([
      'resource.version_conflict',
      [{ place: 'name', from: 'Containment', to: 'Other' }],
    ])
    const fields = [METHOD, { ...NOTES, type: 'number' }]
    const retyped = await failure(
      applets.update(scope, builder, { ...nextOf(applet, { fields }), revision: 2 }),
    )
    expect(retyped.code).toBe('app.change_refused')
    const { items } = await applets.revisions(scope, builder, { appletId: applet.id, limit: 10 })
    expect(items.map(({ revision }) => revision)).toEqual([2, 1])
  })
})

describe('who may not see an app or an applet', () => {
  test('learns only how many others use an applet, which stays while it is linked', async () => {
    const { applet, app } = await linked()
    const input = anApp({ name: 'Hidden', sharing: hidden(), applets: [linkTo(applet)] })
    await door.createApp(scope, owner, input)
    const uses = await applets.uses(scope, builder, applet.id)
    expect([uses.items.map((use) => use.app.id), uses.others]).toEqual([[app.id], 1])
    const refused = await failure(applets.remove(scope, builder, applet.id))
    expect([refused.code, refused.details.extra]).toEqual([
      'applet.linked',
      { apps: [{ id: app.id, name: app.name }], others: 1 },
    ])
    expect(JSON.stringify([uses, refused.details])).not.toContain('Hidden')
    // An app that someone sees and does not build says nothing about the keys that it has.
    const shown = [...hidden(), { to: { userId: builder.id }, level: 'read' }]
    const fields = [
      ...anApp().fields,
      { key: 'notes', label: 'Own notes', type: 'text', readers: [owner.id] },
    ]
    await door.createApp(
      scope,
      owner,
      anApp({ name: 'Shown', sharing: shown, fields, applets: [linkTo(applet)] }),
    )
    const { items } = await applets.updates(async () => [], scope, builder, applet.id)
    expect(items.find((one) => one.app.name === 'Shown')).toMatchObject({
      clashes: [],
      can: { build: false },
    })
    const theirs = await applets.updates(async () => [], scope, owner, applet.id)
    expect(theirs.items.find((one) => one.app.name === 'Shown')?.clashes).toMatchObject([{ kind: 'avoided' }])
    const free = await applets.create(scope, builder, anApplet())
    await applets.remove(scope, builder, free.id)
    expect((await failure(applets.get(scope, builder, free.id))).code).toBe('resource.not_found')
  })

  test('an applet that is not shared looks missing, and can’t be linked', async () => {
    const applet = await applets.create(scope, owner, anApplet({ sharing: hidden() }))
    expect((await failure(applets.get(scope, builder, applet.id))).code).toBe('resource.not_found')
    const linking = await failure(door.createApp(scope, builder, anApp({ applets: [linkTo(applet)] })))
    expect(placesOf(linking)).toEqual(['body.applets.0.applet unknown_applet'])
    const elsewhere = await installation.aTenant()
    expect((await failure(applets.get(elsewhere, owner, applet.id))).code).toBe('resource.not_found')
  })

  test('sees the section of an applet without closed fields, with its blocks at their places', async () => {
    const closed = { ...NOTES, readers: ['22222222-2222-4222-8222-222222222222'] }
    const block = (at: number) => ({ id: 'hint', at, kind: 'text', text: 'Isolate first' })
    const section = { title: 'Containment', fields: ['notes', 'method'], blocks: [block(1)] }
    const keeper = { ...builder, principals: [...builder.principals, ...closed.readers] }
    const { id } = await applets.create(scope, keeper, anApplet({ fields: [METHOD, closed], section }))
    const seen = await applets.get(scope, anActor(scope, { may: ['app:read'] }), id)
    expect(seen.section).toMatchObject({ fields: ['method'], blocks: [block(0)] })
  })

  test('takes no revision into an app of others, and detaches nothing there', async () => {
    const owner = {
      ...builder,
      id: '11111111-1111-4111-8111-111111111111',
      principals: ['11111111-1111-4111-8111-111111111111'],
    }
    const applet = await applets.create(scope, builder, anApplet())
    const readable = [...hidden(), { to: { userId: builder.id }, level: 'read' }]
    const apps: AppView[] = []
    for (const sharing of [hidden(), readable])
      apps.push(await door.createApp(scope, owner, anApp({ sharing, applets: [linkTo(applet)] })))
    await applets.update(scope, builder, nextOf(applet, { name: 'Next' }))
    const wishes = apps.map(({ id }) => ({
      appId: id,
      prefix: 'containment',
      revision: 1,
      decisions: {},
    }))
    const take = (by: Actor, at = scope) =>
      applets.take(at, by, { appletId: applet.id, apps: wishes.map((wish) => ({ ...wish })) })
    const { items } = await take(builder)
    expect(items.map(({ problem }) => problem?.code)).toEqual(['resource.not_found', 'right.missing'])
    const detached = await Promise.all(
      wishes.map(async (wish) => (await failure(applets.detach(scope, builder, wish))).code),
    )
    expect(detached).toEqual(['resource.not_found', 'right.missing'])
    const reader = anActor(scope, { may: ['app:read'] })
    const elsewhere = await installation.aTenant()
    const codes = [
      await failure(take(reader)),
      await failure(take(owner, elsewhere)),
      ...(await Promise.all(
        wishes.flatMap((wish) => [
          failure(applets.detach(scope, { ...reader, principals: owner.principals }, wish)),
          failure(applets.detach(elsewhere, owner, wish)),
        ]),
      )),
    ].map(({ code }) => code)
    expect(codes).toEqual(
      wishes.concat(wishes[0] ?? []).flatMap(() => ['right.missing', 'resource.not_found']),
    )
    for (const { id } of apps) {
      const now = await door.getApp(scope, owner, id)
      expect([now.revision, now.applets?.[0]?.revision]).toEqual([1, 1])
    }
  })
})

test('an app shared with as many as possible has no room for its builder; one that grew beyond hides no applet', async () => {
  const grants = Array.from({ length: MAX_GRANTS }, () => ({ to: { userId: newId() }, level: 'read' }))
  const full = await failure(door.createApp(scope, builder, anApp({ sharing: grants })))
  expect(full).toMatchObject({
    code: 'request.invalid',
    details: { issues: [{ path: ['body', 'sharing'], code: 'too_many', max: MAX_GRANTS }] },
  })
  const applet = await applets.create(scope, builder, anApplet())
  const sharing = grants.slice(1)
  const app = await door.createApp(scope, builder, anApp({ sharing, applets: [linkTo(applet)] }))
  await scope.tx((tx) =>
    tx.query(
      `update caseloom.app set definition = jsonb_set(definition, '{sharing}', definition -> 'sharing' || $2::jsonb)
        where id = $1`,
      [app.id, JSON.stringify(grants.slice(0, 1))],
    ),
  )
  expect(await applets.get(scope, builder, applet.id)).toMatchObject({ id: applet.id })
})
