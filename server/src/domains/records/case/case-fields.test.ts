import { AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import { CLOCK_WORDS, type ClockWord, clockWord, type Task } from '@caseloom/contract/values/case-fields'
import type { Filter } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture, SECRET_ROLE } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { type AppError, isFailure } from '../../../platform/errors.ts'
import { createLog } from '../../../platform/telemetry/log.ts'
import { newId } from '../../../platform/uuid.ts'
import { addTask, changeTask, removeTask } from './change-task.ts'
import { clockIn } from '../case-fields/clock.rules.ts'
import { findObservables, similarRecords } from './find-observables.ts'
import { listTasks } from './list-tasks.ts'
import { tasksIn } from '../case-fields/task.rules.ts'
import type { CaseNote } from './send-due-notifications.ts'
import { processDueClocks } from './due-clock-worker.ts'

const HOUR = 3_600_000
let house: RecordsFixture
let app: AppView
let actor: Actor
const notified: (CaseNote & { to: string })[] = []
const people = new Map<string, Actor>()

const option = (key: string) => ({ key, label: key })
const state = (...values: string[]): Filter => ({ field: 'state', op: 'in', value: values })
const FIELDS = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  {
    key: 'state',
    label: 'State',
    type: 'selection',
    options: ['new', 'waiting', 'closed'].map(option),
    default: 'new',
  },
  { key: 'owner', label: 'Owner', type: 'user' },
  { key: 'seen', label: 'Seen', type: 'observables' },
  { key: 'hidden', label: 'Hidden', type: 'observables', readers: [SECRET_ROLE] },
  { key: 'hashes', label: 'Hashes', type: 'observables', kinds: ['md5', 'sha256'] },
  { key: 'todo', label: 'To do', type: 'tasks' },
  {
    key: 'sla',
    label: 'Resolution',
    type: 'clock',
    start: state('new'),
    pause: state('waiting'),
    stop: state('closed'),
    target: 4 * 3600,
  },
]

beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp({ fields: FIELDS })
  actor = anActor(house.scope)
  if (actor.id !== null) people.set(actor.id, actor)
})
afterAll(() => house.close())

const deps = () => ({ apps: house.apps })
const create = (fields: Record<string, JsonValue>, scope: TenantScope = house.scope) =>
  house.records.createRecord(scope, actor, { appId: app.id, fields: { title: 'A case', ...fields } })
const createAs = (who: Actor, fields: Record<string, JsonValue>) =>
  house.records.createRecord(house.scope, who, { appId: app.id, fields: { title: 'A case', ...fields } })
const update = (recordId: string, fields: Record<string, JsonValue>, scope: TenantScope = house.scope) =>
  house.records.updateRecord(scope, actor, { appId: app.id, recordId, fields })
const read = (recordId: string, who = actor) =>
  house.records.getRecord(house.scope, who, { appId: app.id, recordId })
const find = async (filter: Filter, scope = house.scope, who = actor) =>
  (await house.records.searchRecords(scope, who, { appId: app.id, filter, limit: 200 })).items.map(
    (one) => one.id,
  )

/** The tenant as of an instant. */
function at(now: Date): TenantScope {
  const { scope } = house
  return {
    ...scope,
    tx: (work) => scope.tx((tx) => work({ ...tx, now })),
    read: (work) => scope.read((tx) => work({ ...tx, now })),
  }
}

/** Processes everyone's due times as of an instant, and returns the notices sent. */
function tickAt(
  now: Date,
  tenant: (id: string) => Promise<TenantScope | null> = async (id) =>
    id === house.scope.tenantId ? house.scope : null,
): Promise<void> {
  const { database } = house.installation
  return processDueClocks(
    {
      system: database.system,
      tenant,
      apps: house.apps,
      actorOf: async (id) => people.get(id) ?? null,
      async notify(_tx, note) {
        // The new owner is notified too; tests of assignments cover that.
        if (note.kind === 'assignment') return
        const to = [...people.values()].find((one) => one.personId === note.personId)?.name ?? ''
        notified.push({ ...note, to })
      },
      log: createLog({ level: 'silent', process: 'test' }),
    },
    now,
  )
}

function person(name: string, over: Partial<Actor> = {}): Actor {
  const made = anActor(house.scope, { name, ...over })
  if (made.id !== null) people.set(made.id, made)
  return made
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw error
  return error
}

function restrict(recordId: string, to: readonly string[]): Promise<unknown> {
  const table = `"${house.scope.schema}"."a_${app.id.replaceAll('-', '')}"`
  return house.scope.tx((tx) => tx.query(`update ${table} set acl = $2 where id = $1`, [recordId, to]))
}

describe('observables', () => {
  test('are stored once each in their canonical form, however they were typed', async () => {
    const { fields } = await create({
      seen: [
        'hxxp://Evil[.]example/a',
        { kind: 'ipv4', value: '198[.]51.100.1', ioc: true },
        { kind: 'ipv4', value: '198.51.100.1', tlp: 'red', note: 'twice' },
      ],
    })
    expect(fields['seen']).toMatchObject([
      { kind: 'url', value: 'http://evil.example/a', tlp: 'amber', ioc: false, sighted: false },
      { kind: 'ipv4', value: '198.51.100.1', tlp: 'red', ioc: true, note: 'twice' },
    ])
  })

  test('come out the same when they are written again, so that nothing changes', async () => {
    const seen = ['10.9.8.7', 'evil.example']
    const made = await create({ seen })
    expect((await update(made.id, { seen })).version).toBe(1)
  })

  test('are refused each with its fault', async () => {
    const error = await failure(
      create({
        seen: [
          { kind: 'md5', value: 'xyz' },
          { value: 7 },
          { kind: 'colour', value: 'red' },
          { stranger: 1, value: 'a' },
        ],
        hashes: [{ kind: 'domain', value: 'evil.example' }],
      }),
    )
    expect(error.details.issues?.map(({ path, code }) => `${path.slice(2).join('.')} ${code}`)).toEqual([
      'seen.0.value invalid_observable',
      'seen.1.value invalid_type',
      'seen.2.kind unknown_option',
      'seen.3.stranger unknown_member',
      'hashes.0.kind not_allowed',
    ])
  })

  test('are found by value, of whatever kind and however written, in filters and by words', async () => {
    const { id } = await create({ seen: ['203.0.113.99', 'CVE-2031-12345', 'http://find.example/me'] })
    for (const value of ['203.0.113[.]99', 'cve-2031-12345', 'hxxp://find[.]example/me'])
      expect(await find({ field: 'seen', op: 'contains', value }), value).toEqual([id])
    expect(await find({ field: 'seen', op: 'notContains', value: '203.0.113.99' })).not.toContain(id)
    for (const text of ['203.0.113.99', 'CVE-2031-12345', 'find.example']) {
      const page = await house.records.searchRecords(house.scope, actor, { appId: app.id, text })
      expect(
        page.items.map((one) => one.id),
        text,
      ).toEqual([id])
    }
  })

  test('lead to the records that hold them, as far as the reader may see records and fields', async () => {
    const value = '203.0.113.5'
    const insider = person('Insider', { principals: [newId(), SECRET_ROLE] })
    const [open, secret, hidden, gone] = [
      await create({ seen: [value] }),
      await create({ seen: [value] }),
      await createAs(insider, { hidden: [value] }),
      await create({ seen: [value] }),
    ]
    await restrict(secret.id, insider.principals)
    await house.records.deleteRecord(house.scope, actor, { appId: app.id, recordId: gone.id })
    const search = (who: Actor) =>
      findObservables(deps(), house.scope, who, { text: '203[.]0.113.5', limit: 50 })
    const mine = await search(actor)
    expect(mine.items.map((one) => one.record.id)).toEqual([open.id])
    expect(mine).toMatchObject({ records: 1, next: null })
    const theirs = await search(insider)
    expect(theirs.items.map((one) => one.record.id)).toEqual([hidden.id, secret.id, open.id])
    expect(theirs.items[0]?.field).toEqual({ key: 'hidden', label: 'Hidden' })
    expect(theirs.records).toBe(3)
  })

  test('are read page by page', async () => {
    for (let count = 0; count < 5; count += 1) await create({ seen: ['203.0.113.6'] })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await findObservables(deps(), house.scope, actor, {
        text: '203.0.113.6',
        limit: 2,
        cursor,
      })
      seen.push(...page.items.map((one) => one.record.id))
      expect(page.records).toBe(5)
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(new Set(seen).size).toBe(5)
    expect(seen).toEqual([...seen].sort().reverse())
  })

  test('make records alike, but never through what the reader may not see', async () => {
    const values = ['203.0.113.20', '203.0.113.21', 'alike.example']
    const one = await create({ seen: values })
    const two = await create({ seen: values.slice(0, 2) })
    const three = await create({ seen: values.slice(2) })
    const secret = await create({ seen: values })
    const insider = person('Insider', { principals: [newId(), SECRET_ROLE] })
    const hidden = await createAs(insider, { hidden: values })
    await restrict(secret.id, insider.principals)
    const alike = async (who: Actor) =>
      (await similarRecords(deps(), house.scope, who, { appId: app.id, recordId: one.id, limit: 20 })).items
    expect((await alike(actor)).map(({ record, count, score }) => [record.id, count, score])).toEqual([
      [two.id, 2, 67],
      [three.id, 1, 33],
    ])
    expect((await alike(insider)).map(({ record }) => record.id)).toEqual([
      hidden.id,
      secret.id,
      two.id,
      three.id,
    ])
    await update(two.id, { seen: null })
    expect((await alike(actor)).map(({ record }) => record.id)).toEqual([three.id])
    const foreign = await failure(
      similarRecords(deps(), house.scope, actor, { appId: app.id, recordId: secret.id, limit: 20 }),
    )
    expect(foreign.code).toBe('resource.not_found')
  })
})

describe('tasks', () => {
  const place = (recordId: string) => ({ appId: app.id, recordId, field: 'todo' })
  const titled = (tasks: readonly Task[], title: string) => {
    const found = tasks.find((task) => task.title === title)
    if (found === undefined) throw new Error(`There is no task ${title}`)
    return found
  }

  test('are stamped with who did them and when, and opened again without', async () => {
    const { id } = await create({ todo: ['Call', 'Write'] })
    const call = titled(tasksIn((await read(id)).fields['todo']), 'Call')
    const set = { state: 'done' } as const
    const done = await changeTask(deps(), house.scope, actor, { ...place(id), taskId: call.id, set })
    expect(titled(done.tasks, 'Call')).toMatchObject({ state: 'done', doneBy: actor.id })
    expect(titled(done.tasks, 'Call').doneAt).not.toBeNull()
    const open = await changeTask(deps(), house.scope, actor, {
      ...place(id),
      taskId: call.id,
      set: { state: 'doing' },
    })
    expect(titled(open.tasks, 'Call')).toMatchObject({ doneAt: null, doneBy: null })
    const [entry] = await house.historyOf(app, id)
    expect(entry?.changes.map((change) => change.field)).toEqual(['todo'])
  })

  test('checked off by many people at the same time are all saved', async () => {
    const { id } = await create({ todo: Array.from({ length: 12 }, (_none, n) => `Task ${n}`) })
    const tasks = tasksIn((await read(id)).fields['todo'])
    const others = [house.anotherProcess(), house.anotherProcess()]
    await Promise.all(
      tasks.map((task, n) =>
        changeTask({ apps: others[n % 2]?.apps ?? house.apps }, house.scope, actor, {
          ...place(id),
          taskId: task.id,
          set: { state: 'done' },
        }),
      ),
    )
    const after = await read(id)
    expect(tasksIn(after.fields['todo']).map((task) => task.state)).toEqual(tasks.map(() => 'done'))
    expect(after.version).toBe(13)
  })

  test('cannot wait for each other in a circle, nor for what is not there', async () => {
    const [a, b] = [newId(), newId()]
    const circle = [
      { id: a, title: 'A', dependsOn: [b] },
      { id: b, title: 'B', dependsOn: [a] },
    ]
    expect((await failure(create({ todo: circle }))).details.issues?.[0]).toMatchObject({ code: 'circle' })
    const lonely = [{ id: a, title: 'A', dependsOn: [newId()] }]
    expect((await failure(create({ todo: lonely }))).details.issues?.[0]).toMatchObject({
      code: 'unknown_task',
    })
  })

  test('cannot be done before those that they wait for', async () => {
    const [a, b] = [newId(), newId()]
    const { id } = await create({
      todo: [
        { id: a, title: 'A' },
        { id: b, title: 'B', dependsOn: [a] },
      ],
    })
    const finish = (taskId: string) =>
      changeTask(deps(), house.scope, actor, { ...place(id), taskId, set: { state: 'done' } })
    const error = await failure(finish(b))
    expect(error.details.issues?.[0]).toMatchObject({
      code: 'waits',
      message: '"B" can’t be completed before "A"',
    })
    await finish(a)
    expect(titled((await finish(b)).tasks, 'B').state).toBe('done')
    const left = await removeTask(deps(), house.scope, actor, { ...place(id), taskId: a })
    expect(titled(left.tasks, 'B').dependsOn).toEqual([])
  })

  test('of a field, a record or a right that is not there are refused', async () => {
    const { id } = await create({})
    const add = (who: Actor, over: object) =>
      failure(addTask(deps(), house.scope, who, { ...place(id), task: { title: 'x' }, ...over }))
    expect((await add(actor, { field: 'title' })).code).toBe('field.unknown')
    expect((await add(actor, { field: 'none' })).code).toBe('field.unknown')
    expect((await add(actor, { recordId: newId() })).code).toBe('resource.not_found')
    expect((await add(anActor(house.scope, { may: ['record:read'] }), {})).code).toBe('right.missing')
    await restrict(id, [newId()])
    expect((await add(actor, {})).code).toBe('resource.not_found')
  })

  test('of one’s own are listed by due time over all records, those of hidden records never', async () => {
    const [me, other] = [person('Ana'), person('Bob')]
    const due = (day: number) => `2031-01-0${day}T09:00:00.000Z`
    const mine = (title: string, more: object = {}) => ({ title, assignee: me.id, ...more })
    const first = await create({
      todo: [
        mine('later', { due: due(3) }),
        mine('first', { due: due(1) }),
        mine('never'),
        mine('over', { state: 'done' }),
      ],
    })
    const second = await create({
      todo: [mine('second', { due: due(2) }), { title: 'his', assignee: other.id }],
    })
    const titles = async (who: Actor, assignee: string) => {
      const list: string[] = []
      let cursor: string | undefined
      do {
        const page = await listTasks(deps(), house.scope, who, { assignee, limit: 2, cursor })
        list.push(...page.items.map((one) => one.task.title))
        cursor = page.next ?? undefined
      } while (cursor !== undefined)
      return list
    }
    expect(await titles(me, 'me')).toEqual(['first', 'second', 'later', 'never'])
    expect(await titles(other, me.id ?? '')).toEqual(['first', 'second', 'later', 'never'])
    await restrict(first.id, [me.id ?? ''])
    expect(await titles(other, me.id ?? '')).toEqual(['second'])
    expect(await find({ field: 'todo', op: 'contains', value: 'me' }, house.scope, me)).toEqual([
      second.id,
      first.id,
    ])
    await house.records.deleteRecord(house.scope, actor, { appId: app.id, recordId: second.id })
    expect(await titles(me, 'me')).toEqual(['first', 'later', 'never'])
  })

  test('notify their assignees when assigned, before they are due, and when overdue, once each', async () => {
    const me = person('Carla')
    const now = new Date()
    await tickAt(now)
    notified.length = 0
    const due = new Date(now.getTime() + 48 * HOUR).toISOString()
    const { id } = await create({ title: 'Notified', todo: [{ title: 'Act', assignee: me.id, due }] })
    await tickAt(now)
    expect(notified.map(({ to, kind, title }) => [to, kind, title])).toEqual([
      ['Carla', 'task', `“Act” in ${(await read(id)).trackingId} is assigned to you`],
    ])
    expect(notified[0]?.link).toContain(`/record/${app.id}/${id}`)
    await tickAt(new Date(now.getTime() + 25 * HOUR))
    await tickAt(new Date(now.getTime() + 26 * HOUR))
    expect(notified.slice(1).map((note) => note.title)).toEqual([
      expect.stringContaining('is due within a day'),
    ])
    await Promise.all([1, 2, 3].map(() => tickAt(new Date(now.getTime() + 49 * HOUR))))
    expect(notified.slice(2).map((note) => note.title)).toEqual([expect.stringContaining('is overdue')])
  })

  test('send no notice to people who can no longer see the record or who assigned themselves', async () => {
    const me = person('Dora')
    notified.length = 0
    const { id } = await create({
      todo: [
        { title: 'Act', assignee: me.id },
        { title: 'Own', assignee: actor.id },
      ],
    })
    await restrict(id, [newId()])
    await tickAt(new Date())
    expect(notified).toEqual([])
  })
})

describe('clocks', () => {
  const begin = new Date('2031-06-02T09:00:00.000Z')
  const after = (hours: number) => new Date(begin.getTime() + hours * HOUR)
  const clockOf = async (id: string) => clockIn((await read(id)).fields['sla'])

  test('of a suspended tenant stay as they are, and expire as soon as it is active again', async () => {
    const { id } = await create({}, at(begin))
    const setPaused = (paused: boolean) =>
      house.installation.database.system.tx((tx) =>
        tx.query('update caseloom.scheduled_tenant set paused = $2 where tenant_id = $1', [
          house.scope.tenantId,
          paused,
        ]),
      )
    await setPaused(true)
    await tickAt(after(5), async () => null)
    // The same when it is suspended between the look and the tick.
    await setPaused(false)
    await tickAt(after(5), async () => null)
    expect(await clockOf(id)).toMatchObject({ warnedAt: null, breachedAt: null })
    await tickAt(after(6))
    expect(await clockOf(id)).toMatchObject({ breachedAt: after(4).toISOString() })
  })

  test('start, pause, and stop based on the record’s fields, and can’t be edited directly', async () => {
    const { id } = await create({}, at(begin))
    expect(await clockOf(id)).toMatchObject({ state: 'running', dueAt: after(4).toISOString() })
    await update(id, { state: 'waiting' }, at(after(1)))
    expect(await clockOf(id)).toMatchObject({ state: 'paused', spent: 3600 })
    await update(id, { state: 'new' }, at(after(2)))
    expect(await clockOf(id)).toMatchObject({ state: 'running', dueAt: after(5).toISOString() })
    await update(id, { state: 'closed' }, at(after(3)))
    expect(await clockOf(id)).toMatchObject({ state: 'met', spent: 7200 })
    expect((await failure(update(id, { sla: null }))).details.issues).toBeDefined()
  })

  test('warn and breach once each: history, people, filters', async () => {
    const owner = person('Erik')
    await tickAt(after(2.9))
    notified.length = 0
    const { id } = await create({ owner: owner.id }, at(begin))
    await tickAt(after(2.9))
    expect(notified).toEqual([])
    await Promise.all([1, 2, 3].map(() => tickAt(after(3))))
    expect(notified.map(({ to, title }) => [to, title])).toEqual([
      ['Erik', expect.stringContaining('is close to its target')],
    ])
    await tickAt(after(3.5))
    await tickAt(after(4))
    await tickAt(after(5))
    expect(notified.slice(1).map((note) => note.title)).toEqual([
      expect.stringContaining('has exceeded its target'),
    ])
    const history = await house.historyOf(app, id)
    expect(history.map(({ action, actor: by }) => [action, by.kind])).toEqual([
      ['updated', 'system'],
      ['updated', 'system'],
      ['created', 'user'],
    ])
    expect(await clockOf(id)).toMatchObject({
      warnedAt: after(3).toISOString(),
      breachedAt: after(4).toISOString(),
    })
    await update(id, { state: 'closed' }, at(after(6)))
    expect(await clockOf(id)).toMatchObject({ state: 'missed', spent: 6 * 3600 })
  })

  test('of restricted and locked records keep running, and notify only people who can see the record', async () => {
    const [insider, outsider] = [person('Fay'), person('Gus')]
    await tickAt(after(10))
    notified.length = 0
    const { id } = await create({ owner: insider.id }, at(begin))
    const other = await create({ owner: outsider.id }, at(begin))
    await restrict(id, [insider.id ?? ''])
    await restrict(other.id, [insider.id ?? ''])
    await tickAt(after(10))
    expect(notified.map((note) => note.to)).toEqual(['Fay'])
    expect(clockIn((await read(id, insider)).fields['sla'])?.breachedAt).not.toBeNull()
  })

  test('are found by what they are doing, as the words say, at every instant', async () => {
    const own = await house.anApp({ fields: FIELDS })
    const make = async (steps: [number, string][]) => {
      const [[, first] = [0, 'new'], ...rest] = steps
      const made = await house.records.createRecord(at(begin), actor, {
        appId: own.id,
        fields: { title: 'x', state: first },
      })
      for (const [hours, value] of rest)
        await house.records.updateRecord(at(after(hours)), actor, {
          appId: own.id,
          recordId: made.id,
          fields: { state: value },
        })
    }
    await make([[0, 'new']])
    await make([
      [0, 'new'],
      [1, 'waiting'],
    ])
    await make([
      [0, 'new'],
      [1, 'closed'],
    ])
    await make([
      [0, 'new'],
      [6, 'closed'],
    ])
    await make([[0, 'waiting']])
    await make([
      [0, 'new'],
      [1, 'waiting'],
      [2, 'new'],
    ])
    const search = (filter: Filter | undefined, now: Date, sort: 'asc' | 'desc' = 'asc') =>
      house.records.searchRecords(at(now), actor, {
        appId: own.id,
        ...(filter === undefined ? {} : { filter }),
        sort: [{ field: 'sla', direction: sort }],
      })
    const all = (await search(undefined, begin)).items
    const dues = all.map((one) => clockIn(one.fields['sla'])?.dueAt ?? null)
    expect(dues.slice(0, 2)).toEqual([after(4).toISOString(), after(5).toISOString()])
    expect(dues.slice(2).every((due) => due === null)).toBe(true)
    for (const hours of [0, 2.5, 3, 4, 4.5, 100]) {
      const now = after(hours)
      const words = (one: (typeof all)[number]): ClockWord =>
        clockWord(clockIn(one.fields['sla']), now.getTime())
      for (const word of CLOCK_WORDS) {
        const found = await search({ field: 'sla', op: 'eq', value: word }, now)
        const wanted = all.filter((one) => words(one) === word).map((one) => one.id)
        expect(found.items.map((one) => one.id).sort(), `${word} after ${hours}`).toEqual(wanted.sort())
        const rest = await search({ field: 'sla', op: 'notIn', value: [word] }, now)
        expect(rest.items).toHaveLength(all.length - wanted.length)
      }
    }
    const mean = await house.records.aggregateRecords(house.scope, actor, {
      appId: own.id,
      measure: { of: 'average', field: 'sla' },
      by: { kind: 'all' },
    })
    expect(mean.rows[0]?.value).toBe((1 + 6) * 1800)
    const states = await house.records.aggregateRecords(house.scope, actor, {
      appId: own.id,
      measure: { of: 'count' },
      by: { kind: 'group', field: 'sla', limit: 10 },
    })
    expect(new Map(states.rows.map((row) => [row.key, row.value]))).toEqual(
      new Map<string | null, number>([
        ['running', 2],
        ['met', 1],
        ['missed', 1],
        ['paused', 1],
        [null, 1],
      ]),
    )
  })

  test('agree with changes of many records at a time', async () => {
    const made = await house.records.changeMany(at(begin), actor, {
      appId: app.id,
      commands: Array.from(
        { length: 120 },
        (_none, n) => ({ kind: 'create', values: { title: `bulk ${n}` } }) as const,
      ),
    })
    const ids = made.flatMap((one) => ('id' in one ? [one.id] : []))
    expect(ids).toHaveLength(120)
    await Promise.all([
      tickAt(after(3.2)),
      house.records.changeMany(at(after(3.2)), actor, {
        appId: app.id,
        commands: ids.map((id) => ({ kind: 'update', id, values: { state: 'closed' } }) as const),
      }),
    ])
    for (const id of [ids[0], ids[119]])
      expect(await clockOf(id ?? '')).toMatchObject({ state: 'met', spent: 3.2 * 3600 })
    const left = await house.scope.read((tx) =>
      tx.query('select 1 from caseloom.record_due where record_id = any($1::uuid[])', [ids]),
    )
    expect(left).toEqual([])
  })

  test('are recomputed from the history when their definition changes, even if there were none before', async () => {
    const clock = { target: 4 * 3600, start: state('new'), stop: state('closed') }
    const first = await house.anApp({ fields: FIELDS.filter((field) => field.key !== 'sla') })
    const made = await house.records.createRecord(at(begin), actor, {
      appId: first.id,
      fields: { title: 'notified again' },
    })
    const place = { appId: first.id, recordId: made.id }
    await house.records.updateRecord(at(after(1)), actor, { ...place, fields: { state: 'waiting' } })
    await house.records.updateRecord(at(after(3)), actor, { ...place, fields: { state: 'new' } })
    await tickAt(after(4))
    const publish = async (over: object) => {
      const now = await house.apps.getApp(house.scope, actor, first.id)
      const fields = [
        ...now.fields.filter((field) => field.key !== 'sla'),
        { key: 'sla', label: 'SLA', type: 'clock', ...clock, ...over },
      ]
      const { name, icon, titleField, listColumns, layout, revision } = now
      const update = AppUpdate.parse({ name, icon, titleField, listColumns, layout, revision, fields })
      await house.apps.updateApp(house.scope, actor, { ...update, appId: first.id })
      await tickAt(after(5))
      const record = await house.records.getRecord(house.scope, actor, place)
      return clockIn(record.fields['sla'])
    }
    expect(await publish({})).toMatchObject({
      state: 'running',
      startedAt: begin.toISOString(),
      breachedAt: after(4).toISOString(),
    })
    expect(await publish({ pause: state('waiting') })).toMatchObject({
      state: 'running',
      spent: 3600,
      dueAt: after(6).toISOString(),
      breachedAt: null,
    })
    expect(await publish({ stop: state('waiting') })).toMatchObject({ state: 'running', spent: 3600 })
    const versions = await house.historyOf(first, made.id)
    await tickAt(after(5))
    expect(await house.historyOf(first, made.id)).toEqual(versions)
  })
})
