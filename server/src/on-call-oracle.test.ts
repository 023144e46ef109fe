import type { AppView } from '@caseloom/contract/apps/apps'
import { AppCreate } from '@caseloom/contract/apps/apps'
import { UserId } from '@caseloom/contract/kernel/ids'
import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import { OnCallScheduleInput } from '@caseloom/contract/tenancy/on-call'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor, type TestInstallation } from '@caseloom/testkit/installation'
import { aWholeInstallation } from '@caseloom/testkit/whole-installation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRecordsDoor } from './domains/records/records.door.ts'
import type { OnCallDeps } from './domains/tenancy/on-call/on-call-deps.ts'
import { addOverride, swapTurns } from './domains/tenancy/on-call/overrides.ts'
import { listOnCall, readOnCall, usesOfOnCall } from './domains/tenancy/on-call/read-on-call.ts'
import { createOnCall, deleteOnCall, saveOnCall } from './domains/tenancy/on-call/save-schedule.ts'
import { isFailure } from './platform/errors.ts'
import { scheduleUses } from './services/schedule-uses.ts'
import type { TenantScope } from './platform/database/types.ts'

/*
 * On-call schedules against an oracle that decides in memory, by the words of the help page alone: reading requires
 * record:read, changing workspace:manage, an app or playbook that uses a schedule is named only to those who can see it, and a
 * new record is assigned only to someone who can read it.
 */

const PERMISSIONS: readonly Permission[] = ['record:read', 'workspace:manage', 'app:read', 'playbook:read']
const ip = null

let house: TestInstallation
let scope: TenantScope
let actors: Actor[]
let shared: { app: AppView; with: readonly string[] | null }[]
let scheduleId: string
let deps: OnCallDeps
const playbook = { id: '01890000-0000-7000-8000-00000000000a', name: 'Contain host' }

beforeAll(async () => {
  house = await aWholeInstallation()
  scope = await house.aTenant()
  // Every combination of the four permissions.
  actors = Array.from({ length: 16 }, (_, bits) =>
    anActor(scope, { name: `Person ${bits}`, may: PERMISSIONS.filter((_one, at) => (bits >> at) % 2 === 1) }),
  )
  const keeper = anActor(scope, { name: 'Keeper' })
  const apps = anAppsDoor()
  deps = {
    people: async () => actors.map(({ id, name }) => ({ id: id ?? '', name, active: true })),
    uses: scheduleUses(() => ({ apps, playbooksFinding: async () => [playbook] })),
  }
  const made = await createOnCall(deps, scope, { actor: keeper, ip }, schedule('soc'))
  scheduleId = made.id
  shared = []
  for (const [at, audience] of [null, [0, 3, 5, 15], [5], []].entries()) {
    const principals = audience?.map((bits) => actors[bits]?.id ?? '') ?? null
    const sharing = principals?.map((id) => ({ to: { userId: id }, level: 'read' })) ?? null
    const app = await apps.createApp(scope, keeper, { ...anApp(at, sharing), confirmed: true })
    shared.push({ app, with: principals })
  }
})
afterAll(() => house.close())

function schedule(key: string): OnCallScheduleInput {
  const people = actors.slice(0, 2).map(({ id }) => UserId.parse(id))
  const turn = { count: 1, unit: 'day' }
  const layer = { name: 'First line', people, startsOn: '2026-11-02', handoff: '08:00', turn }
  return OnCallScheduleInput.parse({ key, name: `Schedule ${key}`, zone: 'UTC', layers: [layer] })
}

function anApp(at: number, sharing: unknown): AppCreate {
  return AppCreate.parse({
    key: `app_${at}`,
    acronym: `AP${String.fromCharCode(65 + at)}`,
    name: `App ${at}`,
    icon: 'box',
    titleField: 'title',
    listColumns: ['title'],
    layout: [{ title: 'Main', columns: 1, fields: ['title', 'owner'] }],
    sharing,
    fields: [
      { key: 'title', label: 'Title', type: 'text' },
      { key: 'owner', label: 'Owner', type: 'user', assign: { by: 'onCall', schedule: 'soc' } },
    ],
  })
}

/** `ok`, or the code of the refusal. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'ok'
  } catch (error) {
    if (isFailure(error)) return error.code
    throw error
  }
}

const period = (day: string) => ({ from: `2026-11-${day}T09:00:00Z`, to: `2026-11-${day}T10:00:00Z` })
const has = (actor: Actor, permission: Permission) => actor.permissions.has(permission)

it('schedules are read and changed by those who may, on every surface', async () => {
  for (const [at, actor] of actors.entries()) {
    const by = { actor, ip }
    const reads = has(actor, 'record:read') ? 'ok' : 'right.missing'
    const changes = has(actor, 'workspace:manage') ? 'ok' : 'right.missing'
    const { key: _key, ...input } = schedule('soc')
    const userId = actors[1]?.id ?? ''
    expect(await outcome(listOnCall(deps, scope, actor)), actor.name).toBe(reads)
    expect(await outcome(readOnCall(deps, scope, actor, { scheduleId, ...period('05') }))).toBe(reads)
    expect(await outcome(usesOfOnCall(deps, scope, actor, scheduleId))).toBe(reads)
    expect(await outcome(createOnCall(deps, scope, by, schedule(`key_${at}`)))).toBe(changes)
    const save = saveOnCall(deps, scope, by, { scheduleId, revision: -1, input })
    expect(await outcome(save)).toBe(changes === 'ok' ? 'resource.version_conflict' : changes)
    expect(
      await outcome(addOverride(deps, scope, by, { scheduleId, userId, note: null, ...period('06') })),
    ).toBe(changes)
    const swap = { scheduleId, first: period('07'), second: period('08') }
    expect(await outcome(swapTurns(deps, scope, by, swap))).toBe(changes)
    expect(await outcome(deleteOnCall(deps, scope, by, scheduleId))).toBe(
      changes === 'ok' ? 'on_call.in_use' : changes,
    )
  }
})

/** What the actor may know of: `isHoled` forgets that apps are shared with some alone. */
function visible(actor: Actor, isHoled = false): string[] {
  const apps = shared.filter(
    (one) => has(actor, 'app:read') && (isHoled || one.with === null || one.with.includes(actor.id ?? '')),
  )
  const names = apps.map(({ app }) => app.name)
  return has(actor, 'playbook:read') ? [...names, playbook.name] : names
}

it('apps and playbooks that use a schedule are named to those who can see them, and a planted hole is found', async () => {
  let [found, hidden] = [0, 0]
  for (const actor of actors) {
    const expected = visible(actor)
    const total = shared.length + 1
    if (has(actor, 'record:read')) {
      const { items, others } = await usesOfOnCall(deps, scope, actor, scheduleId)
      expect([items.map(({ name }) => name), others], actor.name).toEqual([expected, total - expected.length])
      if (JSON.stringify(items.map(({ name }) => name)) !== JSON.stringify(visible(actor, true))) found += 1
    }
    if (!has(actor, 'workspace:manage')) continue
    const refusal: unknown = await deleteOnCall(deps, scope, { actor, ip }, scheduleId).catch(
      (error: unknown) => error,
    )
    const words = isFailure(refusal, 'on_call.in_use') ? String(refusal.details.detail) : ''
    for (const { app } of shared) expect(words.includes(app.name), words).toBe(expected.includes(app.name))
    hidden += total - expected.length
  }
  expect(found).toBeGreaterThan(3)
  expect(hidden).toBeGreaterThan(10)
})

it('a record is assigned only to someone who can read it, and a planted hole is found', async () => {
  let found = 0
  for (const chosen of actors) {
    const assigning = {
      schedules: async () => ['soc'],
      onCall: async (_tx: unknown, keys: readonly string[], isActive: (id: string) => boolean) =>
        new Map(keys.map((key) => [key, isActive(chosen.id ?? '') ? chosen.id : null])),
      actors: async () => actors,
    }
    const records = createRecordsDoor({ apps: anAppsDoor(undefined, undefined, { assigning }) })
    for (const { app, with: audience } of shared) {
      const made = await records
        .createRecord(
          scope,
          { ...anActor(scope), principals: audience?.slice() ?? [] },
          {
            appId: app.id,
            fields: { title: 'One' },
          },
        )
        .catch((error: unknown) => {
          if (isFailure(error, 'resource.not_found') || isFailure(error, 'right.missing')) return null
          throw error
        })
      if (made === null) continue
      const reads = has(chosen, 'record:read') && (audience === null || audience.includes(chosen.id ?? ''))
      expect(made.fields['owner'] ?? null, `${app.name} to ${chosen.name}`).toBe(reads ? chosen.id : null)
      if (!reads) found += 1
    }
  }
  expect(found).toBeGreaterThan(3)
})
