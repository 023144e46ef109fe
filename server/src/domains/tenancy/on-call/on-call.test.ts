import { UserId } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { ON_CALL_LIMITS, OnCallScheduleInput } from '@caseloom/contract/tenancy/on-call'
import { anActor, type TestInstallation } from '@caseloom/testkit/installation'
import { aWholeInstallation } from '@caseloom/testkit/whole-installation'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { type AppError, isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { createOnCallDoor } from './on-call.door.ts'
import { exportOnCall } from './export-on-call.ts'
import type { FoundUse, OnCallDeps, OnCallUser } from './on-call-deps.ts'
import { addOverride, removeOnCallOverride, swapTurns } from './overrides.ts'
import { listOnCall, readOnCall, usesOfOnCall } from './read-on-call.ts'
import { createOnCall, deleteOnCall, saveOnCall } from './save-schedule.ts'

let house: TestInstallation
let scope: TenantScope
let lead: Actor
let people: OnCallUser[]
let uses: FoundUse[]
const deps: OnCallDeps = { people: async () => people, uses: async () => uses }
const ip = '192.0.2.1'

beforeAll(async () => {
  house = await aWholeInstallation()
})
afterAll(() => house.close())
beforeEach(async () => {
  scope = await house.aTenant()
  lead = anActor(scope, { name: 'Lena Lead' })
  uses = []
  people = ['Ann', 'Ben', 'Cleo'].map((name) => ({ id: newId(), name, active: true }))
})

const idOf = (name: string) => UserId.parse(people.find((one) => one.name === name)?.id)
/** Weeks from Monday, November 2, 2026: Ann, Ben, Cleo, Ann, … */
const input = (over: Record<string, unknown> = {}) =>
  OnCallScheduleInput.parse({
    key: 'soc',
    name: 'SOC on call',
    zone: 'Europe/Berlin',
    layers: [
      {
        name: 'First line',
        people: people.map(({ id }) => id),
        startsOn: '2026-11-02',
        handoff: '08:00',
        turn: { count: 1, unit: 'week' },
      },
    ],
    ...over,
  })
const create = (over: Record<string, unknown> = {}, actor = lead) =>
  createOnCall(deps, scope, { actor, ip }, input(over))
const day = (date: string) => `2026-${date}T07:00:00.000Z`
const read = (scheduleId: string, from: string, to: string, actor = lead) =>
  readOnCall(deps, scope, actor, { scheduleId, from: day(from), to: day(to) })
const failed = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => Promise.reject(new Error('It went through')),
    (error: unknown) => (isFailure(error) ? error : Promise.reject(error)),
  )
const codeOf = async (work: Promise<unknown>) => (await failed(work)).code
const issuesOf = async (work: Promise<unknown>) => {
  const { details } = await failed(work)
  return (details.issues ?? []).map(({ path, code }) => [path.join('.'), code])
}

describe('a schedule', () => {
  it('says who is on call when, and who follows', async () => {
    const { id, revision, can } = await create()
    expect([revision, can.manage]).toEqual([1, true])
    const { spans, layers, people: named } = await read(id, '11-04', '11-18')
    expect(spans.map(({ person, from, to, layer }) => [person?.name, from, to, layer])).toEqual([
      ['Ann', day('11-04'), day('11-09'), 0],
      ['Ben', day('11-09'), day('11-16'), 0],
      ['Cleo', day('11-16'), day('11-18'), 0],
    ])
    expect(layers[0]?.map(({ person }) => person.name)).toEqual(['Ann', 'Ben', 'Cleo'])
    expect(named.map(({ name, active }) => [name, active])).toEqual([
      ['Ann', true],
      ['Ben', true],
      ['Cleo', true],
    ])
    const { items } = await listOnCall(deps, scope, lead)
    expect(items.map(({ key }) => key)).toEqual(['soc'])
    expect(items[0]?.now.person).not.toBeNull()
    expect(items[0]?.now.next?.person?.name).not.toBe(items[0]?.now.person?.name)
  })

  it('refuses unknown people each at their place, and a key that is in use', async () => {
    const { layers } = input()
    const strangers = [{ ...layers[0], people: [idOf('Ann'), newId(), newId()] }]
    expect(await issuesOf(create({ layers: strangers }))).toEqual([
      ['body.layers.0.people.1', 'unknown_user'],
      ['body.layers.0.people.2', 'unknown_user'],
    ])
    await create()
    const taken = await failed(create({ name: 'Other' }))
    expect([taken.code, taken.details.issues?.[0]?.path]).toEqual(['on_call.key_taken', ['body', 'key']])
  })

  it('is saved only over the revision that was edited, and keeps its key', async () => {
    const { id } = await create()
    const { key: _key, ...rest } = input({ name: 'Night watch' })
    const save = (revision: number) =>
      saveOnCall(deps, scope, { actor: lead, ip }, { scheduleId: id, revision, input: rest })
    const saved = await save(1)
    expect([saved.name, saved.key, saved.revision]).toEqual(['Night watch', 'soc', 2])
    expect(await codeOf(save(1))).toBe('resource.version_conflict')
  })

  it('keeps someone who left until it is changed, and shows their turns as gaps that name them', async () => {
    const { id } = await create()
    people = people.map((one) => (one.name === 'Ben' ? { ...one, active: false } : one))
    const { spans } = await read(id, '11-04', '11-18')
    expect(spans.map(({ person, away }) => [person?.name ?? null, away.map(({ name }) => name)])).toEqual([
      ['Ann', []],
      [null, ['Ben']],
      ['Cleo', []],
    ])
    const { key: _key, ...rest } = input()
    const change = { scheduleId: id, revision: 1, input: rest }
    await expect(saveOnCall(deps, scope, { actor: lead, ip }, change)).resolves.toMatchObject({ revision: 2 })
    expect(await issuesOf(create({ key: 'new' }))).toEqual([['body.layers.0.people.1', 'unknown_user']])
  })

  it('cannot be deleted while something names it; what the actor may not see has no name', async () => {
    const { id } = await create()
    const use = (name: string, isVisible: boolean): FoundUse => {
      return { kind: 'app', id: newId(), name, isVisibleTo: () => isVisible }
    }
    uses = [use('Alert', true), use('Secret app', false)]
    const refused = await failed(deleteOnCall(deps, scope, { actor: lead, ip }, id))
    expect([refused.code, refused.details.detail]).toEqual([
      'on_call.in_use',
      'Used by Alert, 1 that you don’t have access to',
    ])
    const shown = await usesOfOnCall(deps, scope, lead, id)
    expect([shown.items.map(({ name }) => name), shown.others]).toEqual([['Alert'], 1])
    uses = []
    await deleteOnCall(deps, scope, { actor: lead, ip }, id)
    expect((await listOnCall(deps, scope, lead)).items).toEqual([])
  })
})

describe('overrides', () => {
  const add = (scheduleId: string, name: string, from: string, to: string) =>
    addOverride(
      deps,
      scope,
      { actor: lead, ip },
      { scheduleId, userId: idOf(name), from: day(from), to: day(to), note: null },
    )

  it('put someone else on call, and can be removed', async () => {
    const { id } = await create()
    const made = await add(id, 'Cleo', '11-05', '11-06')
    expect([made.person.name, made.createdBy]).toEqual(['Cleo', 'Lena Lead'])
    const { spans, overrides } = await read(id, '11-04', '11-07')
    expect(spans.map(({ person, override }) => [person?.name, override])).toEqual([
      ['Ann', null],
      ['Cleo', made.id],
      ['Ann', null],
    ])
    expect(overrides.map(({ id: one }) => one)).toEqual([made.id])
    const removal = { scheduleId: id, overrideId: made.id }
    await removeOnCallOverride(scope, { actor: lead, ip }, removal)
    expect((await read(id, '11-04', '11-07')).spans).toHaveLength(1)
    expect(await codeOf(removeOnCallOverride(scope, { actor: lead, ip }, removal))).toBe('resource.not_found')
  })

  it('swap two turns together', async () => {
    const { id } = await create()
    const swap = (first: [string, string], second: [string, string]) =>
      swapTurns(
        deps,
        scope,
        { actor: lead, ip },
        {
          scheduleId: id,
          first: { from: day(first[0]), to: day(first[1]) },
          second: { from: day(second[0]), to: day(second[1]) },
        },
      )
    const [one, two] = await swap(['11-03', '11-04'], ['11-10', '11-11'])
    expect([one?.person.name, two?.person.name]).toEqual(['Ben', 'Ann'])
    expect([one?.swappedWith, two?.swappedWith]).toEqual([two?.id, one?.id])
    await removeOnCallOverride(scope, { actor: lead, ip }, { scheduleId: id, overrideId: two?.id ?? '' })
    expect((await read(id, '11-02', '11-20')).overrides).toEqual([])
    expect(await issuesOf(swap(['11-03', '11-04'], ['11-05', '11-06']))).toEqual([
      ['body.second', 'same_person'],
    ])
    expect(await issuesOf(swap(['11-08', '11-10'], ['11-16', '11-17']))).toEqual([['body.first', 'no_one']])
  })

  it('refuse all that is wrong at the same time', async () => {
    const { id } = await create()
    const wrong = { scheduleId: id, userId: newId(), from: day('01-01'), to: day('12-30'), note: null }
    expect(await issuesOf(addOverride(deps, scope, { actor: lead, ip }, wrong))).toEqual([
      ['body.to', 'too_long'],
      ['body.userId', 'unknown_user'],
    ])
    expect(await issuesOf(read(id, '01-01', '12-30'))).toEqual([['query.to', 'too_long']])
    expect(ON_CALL_LIMITS.days).toBe(100)
  })
})

describe('permissions', () => {
  it('reading is for those who read records, changing for those who manage workspaces', async () => {
    const { id } = await create()
    const reader = anActor(scope, { may: ['record:read'] })
    const stranger = anActor(scope, { may: ['workspace:read'] })
    const { items, can } = await listOnCall(deps, scope, reader)
    expect([items[0]?.can.manage, can.manage]).toEqual([false, false])
    expect(await codeOf(listOnCall(deps, scope, stranger))).toBe('right.missing')
    expect(await codeOf(create({ key: 'mine' }, reader))).toBe('right.missing')
    expect(await codeOf(deleteOnCall(deps, scope, { actor: reader, ip }, id))).toBe('right.missing')
    const swap = { scheduleId: id, first: { from: day('11-03'), to: day('11-04') } }
    const second = { from: day('11-10'), to: day('11-11') }
    expect(await codeOf(swapTurns(deps, scope, { actor: reader, ip }, { ...swap, second }))).toBe(
      'right.missing',
    )
  })

  it('another tenant has none of it', async () => {
    const { id } = await create()
    const other = await house.aTenant()
    const outsider = anActor(other)
    const asked = { scheduleId: id, from: day('11-03'), to: day('11-04') }
    expect(await codeOf(readOnCall(deps, other, outsider, asked))).toBe('resource.not_found')
    expect(await codeOf(deleteOnCall(deps, other, { actor: outsider, ip }, id))).toBe('resource.not_found')
    expect((await listOnCall(deps, other, outsider)).items).toEqual([])
    const door = createOnCallDoor(deps)
    expect(await other.read((tx) => door.keys(tx))).toEqual([])
    expect(await other.read((tx) => door.now(tx, ['soc'], () => true))).toEqual(new Map())
  })
})

describe('what other domains ask', () => {
  it('who is on call now by key, among those who can be', async () => {
    const door = createOnCallDoor(deps)
    const { layers } = input()
    await create({ layers: [{ ...layers[0], people: [idOf('Ann')] }] })
    const now = (isActive: (id: string) => boolean) =>
      scope.read((tx) => door.now(tx, ['soc', 'unknown'], isActive))
    expect(await now(() => true)).toEqual(new Map([['soc', idOf('Ann')]]))
    expect(await now(() => false)).toEqual(new Map([['soc', null]]))
  })

  it('an export of the tenant has schedules and overrides', async () => {
    await create()
    const [file] = await exportOnCall(deps)(scope, lead)
    const lines = []
    for await (const line of file?.lines() ?? []) lines.push(line)
    expect(lines).toMatchObject([{ key: 'soc', overrides: [] }])
  })
})
