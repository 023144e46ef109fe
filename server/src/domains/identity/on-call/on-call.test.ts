import { OnCallInput } from '@caseloom/contract/identity/on-call'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { somePeople, type TestPeople } from '@caseloom/testkit/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { addAway, removeAway } from './change-away.ts'
import { addOverride, undoOverride } from './change-override.ts'
import { findOnCall } from './find-on-call.ts'
import { listSchedules, readNow, readRange, usesOfSchedule } from './read-schedules.ts'
import { createSchedule, deleteSchedule, saveSchedule } from './save-schedule.ts'
import type { OnCallDeps } from './on-call-deps.ts'

const HOUR = 3_600_000
let people: TestPeople
let scope: TenantScope
let place: { accountId: string; tenantId: string }
let builder: Actor
let ann: Actor
let ben: Actor
let deps: OnCallDeps
let count = 0

async function act(userId: string): Promise<Actor> {
  const actor = await people.identity.actorOf(userId, place.tenantId)
  if (actor === null) throw new Error('No such actor')
  return actor
}

beforeAll(async () => {
  people = await somePeople()
  place = await people.anAccount()
  scope = people.installation.database.tenant(place)
  builder = await act((await people.aUser(place, 'tenantAdministrator')).userId)
  ann = await act((await people.aUser(place)).userId)
  ben = await act((await people.aUser(place)).userId)
})
afterAll(() => people.close())
beforeEach(() => {
  deps = {
    system: people.deps.system,
    uses: async () => ({ items: [], others: 0, blocking: false }),
  }
})

const by = (actor: Actor) => ({ actor, ip: null })
const idOf = ({ id }: Actor) => id ?? ''
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** Ann is first, Ben second; both around the clock. */
function plan(over: object = {}) {
  count += 1
  return OnCallInput.parse({
    key: `soc_${count}`,
    name: 'SOC',
    zone: 'Europe/Berlin',
    layers: [
      { key: 'first', name: 'First line', people: [idOf(ann)] },
      { key: 'second', name: 'Second line', people: [idOf(ben)] },
    ],
    ...over,
  })
}
const aSchedule = (over: object = {}) => createSchedule(deps, scope, by(builder), plan(over))
const whole = { layer: 'first', shift: null, reason: null }
const range = (scheduleId: string, actor = ann) =>
  readRange(deps, scope, actor, { scheduleId, from: inHours(0), to: inHours(24) })
const now = async (schedule: string, layer?: string) =>
  (await findOnCall(people.deps.system, scope, [{ schedule, layer }]))[0]

describe('schedules', () => {
  it('are created, read, changed, and deleted, with entries in the audit log', async () => {
    const made = await aSchedule()
    expect(made).toMatchObject({ revision: 1, can: { edit: true, override: true } })
    const listed = await listSchedules(scope, ann)
    expect(listed.can.create).toBe(false)
    expect(listed.items.find(({ id }) => id === made.id)?.can).toEqual({ edit: false, override: true })
    const { key: _key, ...changed } = plan({ name: 'Night desk' })
    const saving = { scheduleId: made.id, revision: 1, plan: changed }
    expect(await saveSchedule(deps, scope, by(builder), saving)).toMatchObject({
      key: made.key,
      name: 'Night desk',
      revision: 2,
    })
    await expect(saveSchedule(deps, scope, by(builder), saving)).rejects.toMatchObject({
      code: 'resource.version_conflict',
    })
    await deleteSchedule(deps, scope, by(builder), made.id)
    await expect(range(made.id)).rejects.toMatchObject({ code: 'resource.not_found' })
    const Row = z.object({ action: z.string() })
    const audited = await people.deps.system.read((tx) =>
      tx.rows(Row, 'select action from caseloom.audit_entry where object_id = $1 order by at, id', [made.id]),
    )
    expect(audited.map(({ action }) => action)).toEqual([
      'onCall.created',
      'onCall.changed',
      'onCall.deleted',
    ])
  })

  it('have keys of their own, and people who are active in the tenant', async () => {
    const { key } = await aSchedule()
    await expect(aSchedule({ key })).rejects.toMatchObject({ code: 'schedule.key_taken' })
    const stranger = await people.aUser(await people.anAccount())
    const layers = [
      { key: 'first', name: 'First line', people: [idOf(ann)] },
      { key: 'first', name: 'Again', people: [stranger.userId] },
    ]
    await expect(aSchedule({ layers })).rejects.toMatchObject({
      code: 'schedule.invalid',
      issues: [{ code: 'duplicate' }, { code: 'unknown_user' }],
    })
  })

  it('are changed by app builders only, and never seen from another tenant', async () => {
    const { id } = await aSchedule()
    await expect(createSchedule(deps, scope, by(ann), plan())).rejects.toMatchObject({
      code: 'right.missing',
    })
    await expect(deleteSchedule(deps, scope, by(ann), id)).rejects.toMatchObject({ code: 'right.missing' })
    const other = people.installation.database.tenant(await people.anAccount())
    const from = { scheduleId: id, from: inHours(0), to: inHours(1) }
    await expect(readRange(deps, other, builder, from)).rejects.toMatchObject({ code: 'resource.not_found' })
    expect((await listSchedules(other, builder)).items).toEqual([])
  })

  it('that are in use say by what, and stay', async () => {
    const { id } = await aSchedule()
    const items = [{ kind: 'app' as const, id: 'a', name: 'Alert', parts: ['Assignee'] }]
    deps = { ...deps, uses: async () => ({ items, others: 1, blocking: true }) }
    expect(await usesOfSchedule(deps, scope, ann, id)).toEqual({ items, others: 1 })
    await expect(deleteSchedule(deps, scope, by(builder), id)).rejects.toMatchObject({
      code: 'schedule.in_use',
      detail: 'Used by Alert, apps or playbooks that aren’t shared with you',
    })
  })
})

describe('overrides', () => {
  it('put someone else on call, and can be undone', async () => {
    const { id, key } = await aSchedule()
    expect(await now(key)).toBe(ann.id)
    const span = { from: inHours(-1), to: inHours(2) }
    const made = await addOverride(deps, scope, by(ann), {
      ...whole,
      ...span,
      scheduleId: id,
      userId: ben.id as never,
    })
    expect(made).toMatchObject({ userId: ben.id, swapWith: null, can: { undo: true } })
    expect(await now(key)).toBe(ben.id)
    const read = await range(id)
    expect(read.result[0]).toMatchObject({ userId: ben.id, override: made.id, insteadOf: ann.id })
    expect(await readNow(deps, scope, ann, id)).toMatchObject({
      people: [{ layer: 'first', userId: ben.id }, { layer: 'second' }],
      next: { userId: ann.id },
    })
    await undoOverride(scope, by(ben), { scheduleId: id, overrideId: made.id })
    expect(await now(key)).toBe(ann.id)
  })

  it('swap two parts, and lose both halves together', async () => {
    const { id } = await aSchedule()
    const made = await addOverride(deps, scope, by(ann), {
      ...whole,
      scheduleId: id,
      userId: ben.id as never,
      from: inHours(1),
      to: inHours(2),
      swap: { layer: 'second', shift: null, userId: ann.id as never, from: inHours(5), to: inHours(6) },
    })
    const before = await range(id)
    expect(before.overrides.map(({ swapWith }) => swapWith)).toContain(made.id)
    expect(before.overrides).toHaveLength(2)
    await undoOverride(scope, by(ann), { scheduleId: id, overrideId: made.id })
    expect((await range(id)).overrides).toEqual([])
  })

  it.each([
    ['an unknown layer', { layer: 'third' }, 'unknown'],
    ['what has ended', { from: inHours(-4), to: inHours(-2) }, 'in_past'],
    ['more than a year', { to: inHours(400 * 24) }, 'too_long'],
    ['people of other tenants', { userId: '00000000-0000-4000-8000-000000000001' }, 'unknown_user'],
  ])('refuse %s', async (_what, over, code) => {
    const { id } = await aSchedule()
    const input = { ...whole, scheduleId: id, userId: ben.id, from: inHours(1), to: inHours(2), ...over }
    await expect(addOverride(deps, scope, by(ann), input as never)).rejects.toMatchObject({
      code: 'schedule.override_invalid',
      issues: [{ code }],
    })
  })

  it('are made by people of the schedule and app builders only', async () => {
    const { id } = await aSchedule()
    const stranger = await act((await people.aUser(place)).userId)
    const input = {
      ...whole,
      scheduleId: id,
      userId: ben.id as never,
      from: inHours(1),
      to: inHours(2),
    }
    await expect(addOverride(deps, scope, by(stranger), input)).rejects.toMatchObject({
      code: 'right.missing',
    })
    const made = await addOverride(deps, scope, by(builder), input)
    const undo = { scheduleId: id, overrideId: made.id }
    await expect(undoOverride(scope, by(stranger), undo)).rejects.toMatchObject({ code: 'right.missing' })
  })

  it('of a removed layer are deleted with it', async () => {
    const { id, name, zone, layers } = await aSchedule()
    const input = { ...whole, scheduleId: id, userId: ben.id as never, from: inHours(1), to: inHours(2) }
    await addOverride(deps, scope, by(ann), input)
    await addOverride(deps, scope, by(ann), { ...input, layer: 'second', userId: ann.id as never })
    const rest = layers.filter(({ key }) => key === 'second')
    await saveSchedule(deps, scope, by(builder), {
      scheduleId: id,
      revision: 1,
      plan: { name, zone, layers: rest },
    })
    expect((await range(id)).overrides.map(({ layer }) => layer)).toEqual(['second'])
  })
})

describe('people who are not available', () => {
  it('leave a gap while they are away, and the next layer is on call', async () => {
    const { id, key } = await aSchedule()
    const away = await addAway(deps, scope, by(ann), {
      userId: ann.id as never,
      from: inHours(-1),
      to: inHours(3),
      reason: 'Vacation',
    })
    expect(await now(key)).toBe(ben.id)
    expect(await now(key, 'first')).toBeNull()
    const read = await range(id)
    expect(read.gaps).toMatchObject([{ layer: 'first', userId: ann.id, reason: 'away', proposal: null }])
    expect(read.result[0]).toMatchObject({ userId: ben.id, standsIn: { userId: ann.id } })
    await expect(removeAway(scope, by(ben), away.id)).rejects.toMatchObject({ code: 'right.missing' })
    await removeAway(scope, by(ann), away.id)
    expect(await now(key)).toBe(ann.id)
  })

  it('can’t take what others give them, and say only when they themselves are away', async () => {
    const { id } = await aSchedule()
    const span = { from: inHours(1), to: inHours(3) }
    const input = { userId: ben.id as never, ...span, reason: null }
    await expect(addAway(deps, scope, by(ann), input)).rejects.toMatchObject({ code: 'right.missing' })
    const away = await addAway(deps, scope, by(builder), input)
    const override = { ...whole, ...span, scheduleId: id, userId: ben.id as never }
    await expect(addOverride(deps, scope, by(ann), override)).rejects.toMatchObject({
      issues: [{ code: 'away' }],
    })
    await removeAway(scope, by(builder), away.id)
  })

  it('leave a gap once they are disabled', async () => {
    const leaver = (await people.aUser(place)).userId
    const layers = [
      { key: 'first', name: 'First line', people: [leaver] },
      { key: 'second', name: 'Second line', people: [idOf(ben)] },
    ]
    const { id, key } = await aSchedule({ layers })
    await people.identity.setUserStatus(leaver, 'disabled')
    expect(await now(key)).toBe(ben.id)
    expect((await range(id)).gaps).toMatchObject([{ userId: leaver, reason: 'inactive' }])
  })
})

it('answers unknown schedules and layers with undefined', async () => {
  const { key } = await aSchedule()
  const named = [
    { schedule: 'nowhere' },
    { schedule: key, layer: 'third' },
    { schedule: key, layer: 'second' },
  ]
  expect(await findOnCall(people.deps.system, scope, named)).toEqual([undefined, undefined, ben.id])
})
