import type { AppCreate, AppView } from '@caseloom/contract/apps/apps'
import { AppUpdate, AppCreate as AppCreateSchema } from '@caseloom/contract/apps/apps'
import { type AppError, isFailure } from '../../platform/errors.ts'
import type { TenantScope } from '../../platform/database/types.ts'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { appsMigrations } from './apps.migrations.ts'

let installation: TestInstallation
let scope: TenantScope
const apps = anAppsDoor()

beforeAll(async () => {
  installation = await anInstallation('apps', appsMigrations)
  scope = await installation.aTenant()
})
afterAll(() => installation.close())

let count = 0
function anApp(over: Record<string, unknown> = {}): AppCreate {
  count += 1
  return AppCreateSchema.parse({
    key: `app_${count}`,
    acronym: `A${String.fromCharCode(65 + (count % 26), 65 + Math.floor(count / 26))}`,
    name: 'Alert',
    titleField: 'title',
    listColumns: ['tracking_id', 'title'],
    layout: [{ title: 'Facts', fields: ['title'] }],
    fields: [
      { key: 'title', label: 'Title', type: 'text', required: true },
      { key: 'source_ref', label: 'Source', type: 'text', unique: true },
      {
        key: 'severity',
        label: 'Severity',
        type: 'selection',
        options: [
          { key: 'low', label: 'Low' },
          { key: 'high', label: 'High' },
        ],
      },
    ],
    ...over,
  })
}

function edit(app: AppView, over: Record<string, unknown> = {}) {
  const { name, icon, titleField, listColumns, layout, fields, revision } = app
  return {
    ...AppUpdate.parse({ name, icon, titleField, listColumns, layout, fields, revision, ...over }),
    appId: app.id,
  }
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}

const columnsOf = (appId: string) =>
  scope.read((tx) =>
    tx.query<{ name: string; type: string }>(
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
        where a.attrelid = ('"' || $1 || '"."a_' || $2 || '"')::regclass and a.attnum > 0`,
      [tx.schema, appId.replaceAll('-', '')],
    ),
  )

describe('creating an app', () => {
  test('it gets a typed table, a search table and its metadata', async () => {
    const app = await apps.createApp(scope, anActor(scope), anApp())
    expect(app).toMatchObject({ revision: 1, can: { build: true, createRecord: true } })
    const columns = await columnsOf(app.id)
    const severity = app.fields.find((field) => field.key === 'severity')
    expect(columns).toContainEqual({ name: `f_${severity?.id.replaceAll('-', '')}`, type: 'text' })
    expect(columns.map((column) => column.name)).toEqual(
      expect.arrayContaining(['id', 'seq', 'version', 'acl', 'deleted_at']),
    )
    expect(await apps.getApp(scope, anActor(scope), app.key)).toEqual(app)
    expect(await apps.listApps(scope, anActor(scope))).toContainEqual(app)
  })

  test('reconciling again finds nothing to do', async () => {
    await apps.createApp(scope, anActor(scope), anApp())
    expect(await apps.reworks.reconcile(scope)).toBe(0)
  })

  test('a lost column and a lost index come back', async () => {
    const app = await apps.createApp(scope, anActor(scope), anApp())
    const [title, ref] = app.fields.map((field) => field.id.replaceAll('-', ''))
    const table = `"${scope.schema}"."a_${app.id.replaceAll('-', '')}"`
    await scope.define('test', async (tx) => {
      await tx.query(`alter table ${table} drop column "k_${title}"`)
      const [index] = await tx.query<{ name: string }>(
        `select indexname as name from pg_indexes where schemaname = $1 and indexname like $2`,
        [tx.schema, `u_%_${ref}`],
      )
      await tx.query(`drop index "${scope.schema}"."${index?.name}"`)
    })
    expect(await apps.reworks.reconcile(scope)).toBeGreaterThanOrEqual(2)
    expect(await apps.reworks.reconcile(scope)).toBe(0)
  })

  test('tables made by an older version are brought up to date at the start, once', async () => {
    const app = await apps.createApp(scope, anActor(scope), anApp())
    const other = await installation.aTenant()
    await apps.createApp(other, anActor(other), anApp())
    const table = `"${scope.schema}".app_state`
    await scope.define('test', async (tx) => {
      await tx.query(`alter table ${table} drop column refill`)
      await tx.query('update caseloom.app set structure = 0 where tenant_id = $1', [scope.tenantId])
    })
    const scopes = new Map([scope, other].map((each) => [each.tenantId, each]))
    const upgrade = () =>
      apps.reworks.upgrade(installation.database.system, async (id) => scopes.get(id) ?? null)
    expect(await upgrade()).toBeGreaterThan(0)
    expect(await upgrade()).toBe(0)
    await scope.read((tx) => tx.query(`select refill from ${table} where app = $1`, [app.id]))
  })

  test('key and acronym belong to one app of the tenant, and are free in another tenant', async () => {
    const input = anApp()
    await apps.createApp(scope, anActor(scope), input)
    const error = await failure(apps.createApp(scope, anActor(scope), input))
    expect(error.code).toBe('app.key_taken')
    expect(error.details.issues?.map((issue) => issue.path)).toEqual([
      ['body', 'key'],
      ['body', 'acronym'],
    ])
    const other = await installation.aTenant()
    await expect(apps.createApp(other, anActor(other), input)).resolves.toMatchObject({ key: input.key })
  })

  test('of two at the same time with one key, one wins', async () => {
    const input = anApp()
    const results = await Promise.allSettled([
      apps.createApp(scope, anActor(scope), input),
      apps.createApp(scope, anActor(scope), input),
    ])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('every fault of a definition is named at its place', async () => {
    const input = anApp({
      titleField: 'nothing',
      listColumns: ['title', 'title', 'ghost'],
      layout: [{ title: 'A', fields: ['title', 'title', 'ghost'] }],
      fields: [
        { key: 'title', label: 'Title', type: 'text' },
        { key: 'title', label: 'Again', type: 'text' },
        { key: 'created_at', label: 'Created', type: 'datetime' },
        { key: 'n', label: 'N', type: 'number', min: 5, max: 1, default: 'x' },
        {
          key: 's',
          label: 'S',
          type: 'selection',
          default: 'b',
          options: [
            { key: 'a', label: 'A' },
            { key: 'a', label: 'A' },
          ],
        },
      ],
    })
    const error = await failure(apps.createApp(scope, anActor(scope), input))
    expect(error.code).toBe('request.invalid')
    expect(error.details.issues?.map((issue) => `${issue.path.slice(1).join('.')} ${issue.code}`)).toEqual([
      'fields.1.key duplicate',
      'fields.2.key reserved',
      'fields.3.max too_small',
      'fields.3.default invalid_type',
      'fields.4.options.1.key duplicate',
      'fields.4.default unknown_option',
      'titleField unknown_field',
      'listColumns.1 duplicate',
      'listColumns.2 unknown_field',
      'layout.0.fields.1 duplicate',
      'layout.0.fields.2 unknown_field',
    ])
  })

  test.each([
    ['a statement', '"; drop table caseloom.app; --'],
    ['an emoji', '🚨 Ålert 警报'],
    ['NUL and a lone surrogate', 'a\u0000b\ud800c'],
  ])('a label that holds %s is retained as text', async (_what, label) => {
    const base = anApp()
    const app = await apps.createApp(scope, anActor(scope), {
      ...base,
      name: label,
      fields: base.fields.map((field) => ({ ...field, label })),
    })
    const expected = label.replace('\u0000', '\uFFFD').replace('\ud800', '\uFFFD')
    expect((await apps.getApp(scope, anActor(scope), app.id)).name).toBe(expected)
  })

  test('hostile keys and names of 10 kB are refused by the schema', () => {
    for (const over of [
      { key: '"; drop table x; --' },
      { key: '🚨' },
      { key: 'a'.repeat(10_240) },
      { name: 'a'.repeat(10_240) },
      { acronym: 'X";' },
    ])
      expect(AppCreateSchema.safeParse({ ...anApp(), ...over }).success).toBe(false)
  })

  test('an app of 256 fields works, with a bounded number of indexes', async () => {
    const fields = Array.from({ length: 256 }, (_, at) => ({
      key: at === 0 ? 'title' : `f_${at}`,
      label: `Field ${at}`,
      ...(at % 3 === 0 ? { type: 'text' } : at % 3 === 1 ? { type: 'number' } : { type: 'datetime' }),
    }))
    const app = await apps.createApp(scope, anActor(scope), anApp({ fields }))
    expect(app.fields).toHaveLength(256)
    const indexes = await scope.read((tx) =>
      tx.query('select from pg_indexes where schemaname = $1 and tablename = $2', [
        tx.schema,
        `a_${app.id.replaceAll('-', '')}`,
      ]),
    )
    expect(indexes.length).toBeLessThanOrEqual(14)
  })

  test('it needs the right app:build', async () => {
    const error = await failure(apps.createApp(scope, anActor(scope, { may: ['app:read'] }), anApp()))
    expect(error.code).toBe('right.missing')
  })
})

describe('publishing a new revision', () => {
  test('a field is added, a label changed, a field hidden and shown again with the same column', async () => {
    const actor = anActor(scope)
    const app = await apps.createApp(scope, actor, anApp())
    const hidden = await apps.updateApp(
      scope,
      actor,
      edit(app, {
        fields: [
          { ...app.fields[0], label: 'Headline' },
          app.fields[1],
          { key: 'score', label: 'Score', type: 'number' },
        ],
      }),
    )
    expect(hidden.revision).toBe(2)
    expect(hidden.fields.map((field) => field.key)).toEqual(['title', 'source_ref', 'score'])
    const severity = app.fields.find((field) => field.key === 'severity')
    const { id, ...withoutId } = severity ?? { id: '' }
    const shown = await apps.updateApp(scope, actor, edit(hidden, { fields: [...hidden.fields, withoutId] }))
    expect(shown.fields.find((field) => field.key === 'severity')?.id).toBe(id)
    expect((await columnsOf(app.id)).filter((column) => column.name.startsWith('f_'))).toHaveLength(4)
  })

  test('two editors: the second learns what the first changed', async () => {
    const actor = anActor(scope)
    const app = await apps.createApp(scope, actor, anApp())
    await apps.updateApp(scope, actor, edit(app, { name: 'Incident' }))
    const error = await failure(apps.updateApp(scope, actor, edit(app, { name: 'Event' })))
    expect(error.code).toBe('resource.version_conflict')
    expect(error.details.extra).toEqual({
      revision: 2,
      changes: [{ place: 'name', from: 'Alert', to: 'Incident' }],
    })
  })

  test.each([
    ['another key', { key: 'severity_2' }, 'key'],
    ['another type', { type: 'text', multiline: false, maxLength: 10, unique: false }, 'type'],
    ['several values', { multiple: true }, 'multiple'],
  ])('%s of a field is refused at its place', async (_what, over, place) => {
    const actor = anActor(scope)
    const app = await apps.createApp(scope, actor, anApp())
    const fields = app.fields.map((field) => {
      if (field.key !== 'severity') return field
      const { id, key, label } = field
      return 'type' in over ? { id, key, label, ...over } : { ...field, ...over }
    })
    const error = await failure(apps.updateApp(scope, actor, edit(app, { fields })))
    expect(error.code).toBe('app.change_refused')
    expect(error.details.issues?.map((issue) => issue.path)).toEqual([['body', 'fields', 2, place]])
  })

  test('the app of another tenant is not found, by read and by write', async () => {
    const app = await apps.createApp(scope, anActor(scope), anApp())
    const other = await installation.aTenant()
    const mallory = anActor(other)
    expect((await failure(apps.getApp(other, mallory, app.id))).code).toBe('resource.not_found')
    expect((await failure(apps.getApp(other, mallory, app.key))).code).toBe('resource.not_found')
    expect((await failure(apps.updateApp(other, mallory, edit(app)))).code).toBe('resource.not_found')
    expect(await apps.listApps(other, mallory)).toEqual([])
  })
})
