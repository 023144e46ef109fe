import { AppCreate, AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import { AppId, GroupId, RoleId, UserId } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, type Permission, PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import type { Principal } from '@caseloom/contract/records/record-rights'
import type { Grant, Sharing } from '@caseloom/contract/kernel/sharing'
import type { AppsDoor } from '@caseloom/server/domains/apps/apps.door'
import { anAppsDoor } from './apps-door.ts'
import { createRecordsDoor, type RecordsDoor } from '@caseloom/server/domains/records/records.door'
import { createReportingDoor, type ReportingDoor } from '@caseloom/server/domains/reporting/reporting.door'
import { lockRecord, unlockRecord } from '@caseloom/server/domains/records/permissions/lock-record'
import { restrictRecord } from '@caseloom/server/domains/records/permissions/restrict-record'
import type { RightsDeps } from '@caseloom/server/domains/records/permissions/permissions-deps'
import { aWholeInstallation } from './whole-installation.ts'
import type { TenantScope } from '@caseloom/server/platform/database/types'
import type { ReportInput } from '@caseloom/server/domains/reporting/save-report'
import { newId } from '@caseloom/server/platform/uuid'
import { anActor, type TestInstallation } from './installation.ts'

/** A tenant full of people, roles, groups, shared apps, restricted and locked records, made from a seed. */
export interface RightsWorld {
  installation: TestInstallation
  scope: TenantScope
  deps: RightsDeps
  records: RecordsDoor
  /** The same doors with a memory of their own: what one process changes counts in the other immediately. */
  others: { apps: AppsDoor; records: RecordsDoor }
  /** People whose permissions are compared; their principals change with each round. */
  people: Actor[]
  /** Who makes and restricts everything; on every list. */
  keeper: Actor
  appIds: string[]
  reporting: ReportingDoor
  /** Views of the keeper's that use fields of every kind of reader, as they are shared. */
  views: { id: string; appId: string; sharing: Sharing }[]
  /** Gives people other groups and roles, apps other readers, records other lists and locks. */
  shuffle(): Promise<void>
  close(): Promise<void>
}

/** Numbers below 1 from a seed (mulberry32), the same on every machine. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Values that records share. */
export const ADDRESSES = [1, 2, 3, 4, 5].map((last) => `198.51.100.${last}`)
const LEVELS = ['low', 'medium', 'high']
const options = LEVELS.map((key) => ({ key, label: key }))

class Dice {
  readonly roll: () => number
  constructor(seed: number) {
    this.roll = seeded(seed)
  }
  chance(of: number): boolean {
    return this.roll() < of
  }
  one<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.roll() * items.length)]
    if (item === undefined) throw new Error('Nothing to choose from')
    return item
  }
  /** Never none. */
  several<T>(items: readonly T[]): T[] {
    const some = this.some(items, 0.4)
    return some.length > 0 ? some : [this.one(items)]
  }
  some<T>(items: readonly T[], of: number): T[] {
    return items.filter(() => this.chance(of))
  }
}

/** Over a field that few may read, one that some may, and one that all may. */
export const CONDITIONS = {
  secret: { field: 'secret', op: 'contains', value: 'whisper1' },
  grade: { field: 'grade', op: 'eq', value: 'high' },
  level: { field: 'level', op: 'ne', value: 'low' },
} as const

/** What every saved view of this world holds. */
export const VIEW = {
  filter: { all: [CONDITIONS.secret, { any: [CONDITIONS.grade, CONDITIONS.level] }] },
  sort: [
    { field: 'grade', direction: 'desc' },
    { field: 'level', direction: 'asc' },
  ],
  columns: [{ field: 'title' }, { field: 'secret' }, { field: 'score' }, { field: 'created_at' }],
  groupBy: { field: 'grade' },
  show: 'board',
} satisfies Pick<ReportInput, 'filter' | 'sort' | 'columns' | 'groupBy' | 'show'>

export async function aRightsWorld(
  seed: number,
  size: { people: number; apps: number; records: number },
): Promise<RightsWorld> {
  const dice = new Dice(seed)
  const installation = await aWholeInstallation()
  const scope = await installation.aTenant()
  const roles = Array.from({ length: 4 }, () => RoleId.parse(newId()))
  const groups = Array.from({ length: 4 }, () => GroupId.parse(newId()))
  const keeper = anActor(scope, { name: 'Keeper', principals: [] })
  const keeperId = UserId.parse(keeper.id)
  keeper.principals = [keeperId, ...roles]
  const people = Array.from({ length: size.people }, (_, at) => {
    const id = newId()
    return anActor(scope, { id, name: `Person ${at}`, principals: [id] })
  })
  const apps = anAppsDoor()
  const records = createRecordsDoor({ apps })
  await records.keep(installation.database.system)
  const second = anAppsDoor()
  const others = { apps: second, records: createRecordsDoor({ apps: second }) }
  const deps = rightsDeps(apps, { roles, groups, people: [keeper, ...people] })
  const principal = (): Principal => {
    const kind = dice.roll()
    if (kind < 0.4) return { roleId: dice.one(roles) }
    return kind < 0.8 ? { groupId: dice.one(groups) } : { userId: UserId.parse(dice.one(people).id) }
  }
  const sharing = (): Sharing => {
    if (dice.chance(0.4)) return null
    const level = () => dice.one(['read', 'use', 'manage'] as const)
    return Array.from(
      { length: 1 + Math.floor(dice.roll() * 3) },
      (): Grant => ({ to: principal(), level: level() }),
    )
  }
  const appIds: string[] = []
  for (let at = 0; at < size.apps; at += 1) {
    const input = definition(dice, at, { roles, appIds, sharing: sharing() })
    appIds.push((await apps.createApp(scope, keeper, input)).id)
  }
  const places: { appId: string; recordId: string }[] = []
  for (const appId of appIds) {
    const app = await apps.getApp(scope, keeper, appId)
    for (let at = 0; at < size.records; at += 1) {
      const fields = valuesOf(dice, app, { places, people })
      const { id } = await records.createRecord(scope, keeper, { appId, fields })
      places.push({ appId, recordId: id })
    }
  }
  const reporting = createReportingDoor({ apps, records })
  const views: RightsWorld['views'] = []
  for (const appId of appIds)
    for (const shared of [null, [], sharing() ?? [{ to: principal(), level: 'manage' as const }]]) {
      const name = `View ${views.length}`
      const input = { appId: AppId.parse(appId), name, description: '', text: '', ...VIEW, sharing: shared }
      const { id } = await reporting.createReport(scope, { actor: keeper, ip: null }, input)
      views.push({ id, appId, sharing: shared })
    }
  const world: RightsWorld = {
    reporting,
    views,
    installation,
    scope,
    deps,
    records,
    others,
    people,
    keeper,
    appIds,
    async shuffle() {
      for (const person of people) {
        person.permissions = new Set(permissionsOf(dice))
        person.principals = [String(person.id), ...dice.some(roles, 0.35), ...dice.some(groups, 0.35)]
      }
      for (const appId of appIds) if (dice.chance(0.6)) await share(appId, sharing())
      for (const place of dice.some(places, 0.5)) await mark(place)
    },
    close: () => installation.close(),
  }
  const share = async (appId: string, next: Sharing) => {
    const view = await apps.getApp(scope, keeper, appId)
    await apps.updateApp(scope, keeper, { ...updateOf(view), sharing: next, appId })
  }
  const mark = async (place: { appId: string; recordId: string }) => {
    const asked = { ...place, ip: null }
    await unlockRecord(deps, scope, keeper, asked)
    const to = dice.chance(0.5) ? null : [principal(), principal(), { userId: keeperId }]
    await restrictRecord(deps, scope, keeper, { ...asked, to })
    if (dice.chance(0.3)) await lockRecord(deps, scope, keeper, { ...asked, reason: 'Because' })
  }
  await world.shuffle()
  return world
}

function rightsDeps(
  apps: AppsDoor,
  { roles, groups, people }: { roles: RoleId[]; groups: GroupId[]; people: Actor[] },
): RightsDeps {
  const named = <Id extends string>(ids: readonly Id[], kind: string) =>
    ids.map((id, at) => ({ id, name: `${kind} ${at}` }))
  return {
    apps,
    people: {
      principals: async () => ({
        roles: named(roles, 'Role'),
        groups: named(groups, 'Group'),
        users: people.map(({ id, name }) => ({ id: UserId.parse(id), name })),
      }),
      actors: async (_place, userId) =>
        people
          .filter(({ id }) => userId === undefined || id === userId)
          .map((actor) => ({
            actor,
            roles: actor.principals
              .filter((id) => roles.some((role) => role === id))
              .map((id) => ({ id, permissions: actor.permissions })),
            lastSeenAt: null,
          })),
    },
  }
}

function permissionsOf(dice: Dice): Permission[] {
  if (dice.chance(0.2)) return [...PERMISSIONS]
  const base: Permission[] = dice.chance(0.9) ? ['record:read', 'app:read'] : []
  const more: Permission[] = ['record:create', 'record:update', 'record:delete', 'record:restrict']
  const own = dice.some<Permission>([...more, 'record:export', 'record:unlock'], 0.5)
  const beside: Permission[] = ['report:read', 'report:build', 'workspace:manage', 'record:bulk', 'app:build']
  return [...base, ...own, ...dice.some(beside, 0.6)]
}

function definition(
  dice: Dice,
  at: number,
  { roles, appIds, sharing }: { roles: RoleId[]; appIds: string[]; sharing: Sharing },
): AppCreate {
  const readers = () => (dice.chance(0.5) ? {} : { readers: dice.several(roles) })
  const refer = appIds.at(-1)
  return AppCreate.parse({
    key: `app_${at}`,
    acronym: `A${String.fromCharCode(65 + at)}`,
    name: `App ${at}`,
    titleField: 'title',
    listColumns: [],
    layout: [],
    sharing,
    fields: [
      { key: 'title', label: 'Title', type: 'text', ...(at % 2 === 1 ? readers() : {}) },
      { key: 'ref', label: 'Ref', type: 'text', unique: true },
      { key: 'secret', label: 'Secret', type: 'text', readers: dice.several(roles) },
      { key: 'level', label: 'Level', type: 'selection', options },
      { key: 'grade', label: 'Grade', type: 'selection', options, readers: dice.several(roles) },
      { key: 'score', label: 'Score', type: 'number', ...readers() },
      { key: 'marks', label: 'Marks', type: 'observables', ...readers() },
      { key: 'work', label: 'Work', type: 'tasks', ...readers() },
      ...(refer === undefined
        ? []
        : [
            { key: 'near', label: 'Near', type: 'reference', app: refer, multiple: true },
            { key: 'far', label: 'Far', type: 'reference', app: refer, multiple: true, ...readers() },
          ]),
    ],
  })
}

function valuesOf(
  dice: Dice,
  app: AppView,
  { places, people }: { places: readonly { appId: string; recordId: string }[]; people: readonly Actor[] },
): Record<string, JsonValue> {
  const number = places.length
  const near = (key: string) => {
    const field = app.fields.find((one) => one.key === key)
    if (field?.type !== 'reference') return {}
    const ids = places.filter((place) => place.appId === field.app).map((place) => place.recordId)
    return { [key]: dice.some(ids, 0.08).slice(0, 15) }
  }
  return {
    title: `common word${number}`,
    ref: `R-${number}`,
    secret: `whisper${number} hush`,
    level: dice.one(LEVELS),
    grade: dice.one(LEVELS),
    score: Math.floor(dice.roll() * 100),
    marks: dice.some(ADDRESSES, 0.3).map((value) => ({ value })),
    work: dice.some(people, 0.3).map(({ id, name }) => ({ title: `Ask ${name}`, assignee: id })),
    ...near('near'),
    ...near('far'),
  }
}

/** What one sends to publish an app as it is. */
function updateOf(view: AppView): AppUpdate {
  const {
    key: _key,
    acronym: _acronym,
    can: _can,
    updatedAt: _at,
    id: _id,
    removedFields: _gone,
    ...rest
  } = view
  return AppUpdate.parse(rest)
}
