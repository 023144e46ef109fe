import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { createRecordsDoor, type RecordsDoor } from '../records.door.ts'
import { leastLoaded, nextInTeam, teamOf } from './assignment.rules.ts'

describe('turns', () => {
  test.each([
    ['the first when no one had one', null, 'a'],
    ['the next', 'a', 'b'],
    ['the first after the last', 'c', 'a'],
    ['the first when the one before has left the team', 'x', 'a'],
  ])('go to %s', (_name, last, expected) => {
    expect(nextInTeam(['a', 'b', 'c'], last)).toBe(expected)
  })

  test.each([
    ['the one with the fewest', { a: 2, b: 1, c: 3 }, null, 'b'],
    ['someone without any', { a: 1 }, null, 'b'],
    ['who follows, among equals', { a: 1, b: 1, c: 1 }, 'a', 'b'],
    ['the same person again when the others have more', { a: 0, b: 1, c: 1 }, 'a', 'a'],
  ])('by load go to %s', (_name, load, last, expected) => {
    expect(leastLoaded(['a', 'b', 'c'], new Map(Object.entries(load)), last)).toBe(expected)
  })

  test('an empty team assigns no one', () => {
    expect([nextInTeam([], 'a'), leastLoaded([], new Map(), null)]).toEqual([null, null])
  })

  test('groups stand for their members, each person once', () => {
    const people = ['a', 'b', 'c'].map((id) => ({ id, principals: [id, ...(id === 'a' ? [] : ['team'])] }))
    expect(teamOf(['c', 'team', 'gone'], people)).toEqual(['c', 'b'])
  })
})

let house: RecordsFixture
let scope: TenantScope
let records: RecordsDoor
let doors: ReturnType<typeof doorsOf>
let people: Actor[]
let onCall: Map<string, string>
const GROUP = newId()
const maker = () => anActor(scope, { name: 'Maker' })

beforeAll(async () => {
  house = await createRecordsFixture()
})
afterAll(() => house.close())
beforeEach(async () => {
  scope = await house.installation.aTenant()
  people = ['Ann', 'Ben', 'Cleo'].map((name) => {
    const id = newId()
    return anActor(scope, { id, name, principals: [id, GROUP], may: ['record:read'] })
  })
  onCall = new Map()
  doors = doorsOf()
  records = doors.records
})

function doorsOf() {
  const assigning = {
    schedules: async () => [...onCall.keys()],
    onCall: async (_tx: unknown, keys: readonly string[], isActive: (id: string) => boolean) =>
      new Map(
        keys.flatMap((key): [string, string | null][] => {
          const id = onCall.get(key)
          return id === undefined ? [] : [[key, isActive(id) ? id : null]]
        }),
      ),
    actors: async () => people,
  }
  const apps = anAppsDoor(undefined, undefined, { assigning })
  return { apps, records: createRecordsDoor({ apps }) }
}

const idOf = (name: string) => people.find((one) => one.name === name)?.id ?? ''
const nameOf = (id: unknown) => people.find((one) => one.id === id)?.name ?? null
let count = 0

async function anApp(owner: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<AppView> {
  count += 1
  const input = AppCreate.parse({
    key: `assigned_${count}`,
    acronym: `AS${String.fromCharCode(64 + count)}`,
    name: `Assigned ${count}`,
    icon: 'box',
    titleField: 'title',
    listColumns: ['title'],
    layout: [{ title: 'Main', columns: 1, fields: ['title', 'owner', 'stage'] }],
    fields: [
      { key: 'title', label: 'Title', type: 'text', required: true },
      { key: 'owner', label: 'Owner', type: 'user', ...owner },
      {
        key: 'stage',
        label: 'Stage',
        type: 'selection',
        display: 'state',
        options: [
          { key: 'open', label: 'Open' },
          { key: 'closed', label: 'Closed' },
        ],
      },
    ],
    ...more,
  })
  return doors.apps.createApp(scope, maker(), { ...input, confirmed: true })
}

const create = (
  app: AppView,
  fields: Record<string, never> | Record<string, unknown> = {},
  actor = maker(),
) => records.createRecord(scope, actor, { appId: app.id, fields: { title: 'One', ...fields } as never })
const ownerOf = async (app: AppView, fields: Record<string, unknown> = {}) => {
  const record = await create(app, fields)
  return nameOf(record.fields['owner'])
}
const members = () => people.map(({ id }) => id)

describe('round robin', () => {
  const assign = () => ({ assign: { by: 'roundRobin', members: members() } })

  it('goes through the team, and leaves what is given', async () => {
    const app = await anApp(assign())
    const owners = [await ownerOf(app), await ownerOf(app, { owner: idOf('Ann') }), await ownerOf(app)]
    expect(owners).toEqual(['Ann', 'Ann', 'Ben'])
    expect([await ownerOf(app, { owner: null }), await ownerOf(app)]).toEqual(['Cleo', 'Ann'])
  })

  it('passes over people who left or may not read the record', async () => {
    const app = await anApp(assign())
    people = people.map((one) => (one.name === 'Ann' ? { ...one, permissions: new Set() } : one))
    expect([await ownerOf(app), await ownerOf(app), await ownerOf(app)]).toEqual(['Ben', 'Cleo', 'Ben'])
    people = []
    expect((await create(app)).fields['owner'] ?? null).toBeNull()
  })

  it('takes a group as its members, in a field that offers only them', async () => {
    const app = await anApp({ members: [GROUP], assign: { by: 'roundRobin', members: [GROUP] } })
    expect([await ownerOf(app), await ownerOf(app)]).toEqual(['Ann', 'Ben'])
    const closed = await anApp({ members: [idOf('Cleo')], assign: { by: 'roundRobin', members: [GROUP] } })
    expect([await ownerOf(closed), await ownerOf(closed)]).toEqual(['Cleo', 'Cleo'])
  })

  it('fills a required field, and one of several people', async () => {
    const required = await anApp({ required: true, ...assign() })
    expect(await ownerOf(required)).toBe('Ann')
    const several = await anApp({ multiple: true, ...assign() })
    expect((await create(several)).fields['owner']).toEqual([idOf('Ann')])
  })

  it('takes no turn for a record that is refused', async () => {
    const app = await anApp(assign())
    const refused = await create(app, { title: null }).catch((error: unknown) =>
      isFailure(error, 'request.invalid'),
    )
    expect(refused).toBe(true)
    expect(await ownerOf(app)).toBe('Ann')
  })

  it('gives each of many records at the same time, in two processes, the next turn', async () => {
    const app = await anApp(assign())
    const second = doorsOf().records
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        (at % 2 === 0 ? records : second).createRecord(scope, maker(), {
          appId: app.id,
          fields: { title: `Record ${at}` },
        }),
      ),
    )
    const counts = Map.groupBy(made, (record) => nameOf(record.fields['owner']))
    expect([...counts.values()].map((all) => all.length)).toEqual([10, 10, 10])
  })
})

describe('least loaded', () => {
  it('counts open records of the app, those of the same moment too', async () => {
    const app = await anApp({ assign: { by: 'leastLoaded', members: members() } })
    await create(app, { owner: idOf('Ann'), stage: 'open' })
    await create(app, { owner: idOf('Ben'), stage: 'closed' })
    expect([await ownerOf(app), await ownerOf(app), await ownerOf(app)]).toEqual(['Ben', 'Cleo', 'Ann'])
  })

  it('counts those of several owners', async () => {
    const app = await anApp({ multiple: true, assign: { by: 'leastLoaded', members: members() } })
    await create(app, { owner: [idOf('Ann'), idOf('Ben')] })
    expect((await create(app)).fields['owner']).toEqual([idOf('Cleo')])
  })
})

describe('on call', () => {
  it('assigns the person on call now; no one when no one is, or the schedule is gone', async () => {
    onCall.set('soc', idOf('Ben'))
    const app = await anApp({ assign: { by: 'onCall', schedule: 'soc' } })
    expect(await ownerOf(app)).toBe('Ben')
    onCall.set('soc', newId())
    expect((await create(app)).fields['owner'] ?? null).toBeNull()
    onCall.clear()
    expect((await create(app)).fields['owner'] ?? null).toBeNull()
  })

  it('asks before an app is published whose schedule does not exist', async () => {
    const input = { assign: { by: 'onCall', schedule: 'gone' } }
    const app = await anApp(input)
    const { id, revision, fields, name, icon, titleField, listColumns, layout } = app
    const update = { appId: id, revision, fields, name, icon, titleField, listColumns, layout }
    const asked = await doors.apps.updateApp(scope, maker(), update as never).catch((error: unknown) => error)
    expect(isFailure(asked, 'app.confirm_first') ? asked.details.issues : asked).toMatchObject([
      { code: 'unknown_schedule', about: 'field', id: 'owner', name: 'Owner' },
    ])
    onCall.set('gone', idOf('Ann'))
    await expect(doors.apps.updateApp(scope, maker(), update as never)).resolves.toMatchObject({
      revision: revision + 1,
    })
    expect(await scope.read((tx) => doors.apps.people.assigningBy(tx, 'gone'))).toMatchObject([{ id, name }])
    expect(await scope.read((tx) => doors.apps.people.assigningBy(tx, 'other'))).toEqual([])
  })
})
