import { AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bareHex } from '../../../platform/database/names.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { LARGE_BYTES, recordsTable } from './app-table.store.ts'

let house: RecordsFixture

beforeAll(async () => {
  house = await createRecordsFixture()
})
afterAll(() => house.close())

/** Records of a page each: their number costs time, the table's size is what counts. */
const RECORDS = 2_100

/** An app with a table beyond the size up to which indexes are made immediately. */
async function aLargeApp(): Promise<AppView> {
  const app = await house.anApp()
  const table = recordsTable(house.scope, app.id)
  await house.scope.define('fill', async (tx) => {
    await tx.query(`alter table ${table} alter created_by set storage plain`)
    await tx.query(
      `insert into ${table} (id, seq, version, created_at, created_by, updated_at, updated_by)
       select gen_random_uuid(), n, 1, now(), jsonb_build_object('name', repeat(md5(n::text), 225)), now(), '{}'
         from generate_series(1, $1::int) n`,
      [RECORDS],
    )
    const [found] = await tx.query<{ bytes: number }>('select pg_relation_size($1)::int as bytes', [table])
    expect(found?.bytes).toBeGreaterThan(LARGE_BYTES)
  })
  return app
}

async function publish(app: AppView, field: object): Promise<AppView> {
  const { id: appId, revision, name, icon, titleField, listColumns, layout } = app
  const shape = { revision, name, icon, titleField, listColumns, layout }
  const update = AppUpdate.parse({ ...shape, fields: [...app.fields, field] })
  return house.apps.updateApp(house.scope, anActor(house.scope), { ...update, appId })
}

const LEVEL = { key: 'level', label: 'Level', type: 'selection', options: [{ key: 'one', label: 'One' }] }

function indexOf(app: AppView, key: string): string {
  const field = app.fields.find((one) => one.key === key)
  return `x_${bareHex(app.id).slice(0, 20)}_${bareHex(field?.id ?? '')}`
}

/** Whether the index serves; null when there is none. */
function validOf(name: string): Promise<boolean | null> {
  return house.scope.read(async (tx) => {
    const rows = await tx.query<{ valid: boolean }>(
      'select x.indisvalid as valid from pg_index x join pg_class i on i.oid = x.indexrelid where i.relname = $1',
      [name],
    )
    return rows[0]?.valid ?? null
  })
}

function structureOf(app: AppView): Promise<number | undefined> {
  return house.scope.read(async (tx) => {
    const rows = await tx.query<{ structure: number }>('select structure from caseloom.app where id = $1', [
      app.id,
    ])
    return rows[0]?.structure
  })
}

describe('an index of a large app', () => {
  it('is made after the definition is published, and the app is marked until it is there', async () => {
    const app = await publish(await aLargeApp(), LEVEL)
    await expect.poll(() => validOf(indexOf(app, 'level')), { timeout: 20_000 }).toBe(true)
    await expect.poll(() => structureOf(app), { timeout: 20_000 }).toBeGreaterThan(0)
    expect(await house.apps.reworks.reconcile(house.scope)).toBe(0)
  })

  it('is made again at the next occasion when its making ended half-way', async () => {
    const app = await publish(await aLargeApp(), LEVEL)
    const name = indexOf(app, 'level')
    await expect.poll(() => validOf(name), { timeout: 20_000 }).toBe(true)
    const table = recordsTable(house.scope, app.id)
    await house.scope.outside('break', async (run) => {
      await run(`drop index "${house.scope.schema}"."${name}"`)
      // All values are the same, so that PostgreSQL gives up and leaves an index that serves no one.
      await run(`create unique index concurrently "${name}" on ${table} (version)`).catch(() => undefined)
    })
    expect(await validOf(name)).toBe(false)
    expect(await house.apps.reworks.reconcile(house.scope)).toBe(1)
    expect(await validOf(name)).toBe(true)
  })

  it('is not made by two processes at the same time', async () => {
    const inner = await house.scope.outside('one', () => house.scope.outside('one', async () => 'both'))
    expect(inner).toBeNull()
    expect(await house.scope.outside('one', async () => 'free again')).toBe('free again')
  })
})

/** A large app whose field `code` counts its records; `shared` of them hold the same. */
async function aCodedApp(shared: number, over: object = {}): Promise<AppView> {
  const app = await publish(await aLargeApp(), { key: 'code', label: 'Code', type: 'number', ...over })
  const code = app.fields.find((field) => field.key === 'code')
  await house.scope.define('fill', (tx) =>
    tx.query(
      `update ${recordsTable(tx, app.id)} set "f_${bareHex(code?.id ?? '')}" = greatest(seq, $1::int)`,
      [shared],
    ),
  )
  return app
}

/** Publishes `code` as unique; `seen` is called after each statement outside of transactions. */
function makeUnique(
  app: AppView,
  seen: (text: string) => Promise<void> | void,
  actor = anActor(house.scope),
): Promise<AppView> {
  const { id: appId, revision, name, icon, titleField, listColumns, layout } = app
  const fields = app.fields.map((field) => (field.key === 'code' ? { ...field, unique: true } : field))
  const update = AppUpdate.parse({ revision, name, icon, titleField, listColumns, layout, fields })
  const scope: TenantScope = {
    ...house.scope,
    outside: (lock, work) =>
      house.scope.outside(lock, (run) =>
        work(async (text, values) => {
          const rows = await run(text, values)
          await seen(text)
          return rows
        }),
      ),
  }
  return house.apps.updateApp(scope, actor, { ...update, appId })
}

const uniqueIndexOf = (app: AppView) => indexOf(app, 'code').replace(/^x_/, 'u_')
const isMaking = (text: string) => text.startsWith('create unique index concurrently')

describe('a field of a large app that becomes unique', () => {
  it('gets its index before the definition is published, while others write', async () => {
    const app = await aCodedApp(1)
    let made = 0
    const after = await makeUnique(app, async (text) => {
      if (!isMaking(text)) return
      made += 1
      const { revision } = await house.apps.getApp(house.scope, anActor(house.scope), app.id)
      expect(revision).toBe(app.revision)
    })
    expect([made, after.revision]).toEqual([1, app.revision + 1])
    expect(await validOf(uniqueIndexOf(app))).toBe(true)
    await expect.poll(() => structureOf(app), { timeout: 20_000 }).toBeGreaterThan(0)
    expect(await house.apps.reworks.reconcile(house.scope)).toBe(0)
  })

  it('is refused at its place when records share a value, and nothing is left behind', async () => {
    const app = await aCodedApp(2)
    const refused = await makeUnique(app, () => undefined).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 'app.change_refused',
      details: { issues: [{ path: ['body', 'fields', expect.any(Number), 'unique'], code: 'not_unique' }] },
    })
    expect(await validOf(uniqueIndexOf(app))).toBeNull()
    await expect.poll(() => structureOf(app), { timeout: 20_000 }).toBeGreaterThan(0)
  })

  it('is refused to someone who can’t read it before any value is compared', async () => {
    const app = await aCodedApp(2, { readers: [newId()] })
    const made: string[] = []
    const refused = makeUnique(app, (text) => void made.push(text), anActor(house.scope, { principals: [] }))
    await expect(refused).rejects.toMatchObject({ details: { issues: [{ code: 'not_reader' }] } })
    expect(made).toEqual([])
  })

  it('stays as it was when someone published meanwhile: the index goes again', async () => {
    const app = await aCodedApp(1)
    const publishing = makeUnique(app, async (text) => {
      if (isMaking(text)) await publish(app, LEVEL)
    })
    await expect(publishing).rejects.toMatchObject({ code: 'resource.version_conflict' })
    expect(await validOf(uniqueIndexOf(app))).toBeNull()
  })
})
