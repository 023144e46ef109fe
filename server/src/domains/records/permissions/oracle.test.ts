import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import { LinkedValue } from '@caseloom/contract/records/record-links'
import type { RecordView } from '@caseloom/contract/records/records'
import { FileId } from '@caseloom/contract/kernel/ids'
import { addBeside, FILE_NAME } from './oracle-beside.fixture.ts'
import { facetSizes, groupSizes } from './oracle-counts.fixture.ts'
import { type OracleJobs, oracleJobs } from './oracle-jobs.fixture.ts'
import { outcome } from '@caseloom/testkit/outcome'
import { ADDRESSES, aRightsWorld, CONDITIONS, type RightsWorld, VIEW } from '@caseloom/testkit/rights-world'
import { runs } from '@caseloom/testkit/runs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as streamText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Announcement } from '../../../platform/database/types.ts'
import { parseAnnouncement } from '../../../platform/hubs/announcement.ts'
import { newId } from '../../../platform/uuid.ts'
import { Audience } from '../../../platform/hubs/audience.ts'
import { findObservables, similarRecords } from '../case/find-observables.ts'
import { listTasks } from '../case/list-tasks.ts'
import { listComments } from '../comments/list-comments.ts'
import { listRecordFiles } from '../files/record-files.ts'
import { recordChanges } from '../feed/record-changes.ts'
import { startBulk, startExport, startImport } from '../jobs/start-job.ts'
import { listBackReferences, listLinks } from '../links/list-links.ts'
import { listRelated } from '../links/list-related.ts'
import { searchEverywhere } from '../search/search-everywhere.ts'
import { recordViewers } from './record-viewers.ts'
import { getRestriction } from './restrict-record.ts'
import { explainAccess } from './explain-access.ts'

/*
 * Every surface against an oracle that reads the plain rows and decides in memory, one record after another, by the
 * words of docs and design alone. It shares no code with the product.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261122)
const SIZE = { people: 6, apps: 4, records: Math.min(10, runs(6)) }
const ROUNDS = 2

interface PlainApp {
  id: string
  titleField: string
  fields: Field[]
  sharing: { to: Record<string, string>; level: string }[] | null
}
interface PlainRecord {
  id: string
  seq: string
  acl: string[] | null
  lock: { by: { id: string } } | null
  version: number
  /** By field key. */
  values: Record<string, unknown>
}
interface Plain {
  apps: Map<string, PlainApp>
  records: Map<string, PlainRecord[]>
  links: { field: string; source: string; target: string }[]
}

let world: RightsWorld
const COMMENTS = () => ({ system: world.installation.database.system, notifyOfComment: async () => {} })
let plain: Plain
let compared = 0
const bySurface = new Map<string, number>()

beforeAll(async () => {
  world = await aRightsWorld(SEED, SIZE)
}, 120_000)
const folder = mkdtempSync(join(tmpdir(), 'caseloom-oracle-'))
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

async function readPlain(): Promise<Plain> {
  return world.scope.read(async (tx) => {
    const apps = new Map<string, PlainApp>()
    const records = new Map<string, PlainRecord[]>()
    const rows = await tx.query<{ id: string; definition: Omit<PlainApp, 'id'> }>(
      'select id, definition from caseloom.app where tenant_id = $1',
      [tx.tenantId],
    )
    for (const { id, definition } of rows) {
      apps.set(id, { ...definition, id, sharing: definition.sharing ?? null })
      const table = `"${tx.schema}"."a_${id.replaceAll('-', '')}"`
      const found = await tx.query<Record<string, unknown>>(
        `select * from ${table} where deleted_at is null order by id`,
      )
      records.set(
        id,
        found.map((row) => ({
          id: String(row['id']),
          seq: String(row['seq']),
          acl: row['acl'] as string[] | null, // columns of the app's table, by their types
          lock: row['lock'] as PlainRecord['lock'],
          version: Number(row['version']),
          values: Object.fromEntries(
            definition.fields.map((field) => [field.key, row[`f_${field.id.replaceAll('-', '')}`]]),
          ),
        })),
      )
    }
    const links = await tx.query<Plain['links'][number]>(
      `select field, source, target from "${tx.schema}".link order by field, source, target`,
    )
    return { apps, records, links }
  })
}

// --- the oracle -----------------------------------------------------------------------------------------------------

function holds(actor: Actor, permission: Permission): boolean {
  return actor.permissions.has(permission)
}

function circle(app: PlainApp, actor: Actor, levels: readonly string[]): boolean {
  if (app.sharing === null) return true
  return app.sharing.some(
    (grant) =>
      levels.includes(grant.level) && Object.values(grant.to).some((id) => actor.principals.includes(id)),
  )
}

function seesApp(app: PlainApp, actor: Actor): boolean {
  return holds(actor, 'record:read') && circle(app, actor, ['read', 'use', 'manage'])
}

function sees(app: PlainApp, actor: Actor, record: PlainRecord): boolean {
  return (
    seesApp(app, actor) && (record.acl === null || record.acl.some((id) => actor.principals.includes(id)))
  )
}

function may(app: PlainApp, actor: Actor, record: PlainRecord, permission: Permission): boolean {
  if (!sees(app, actor, record) || !holds(actor, permission)) return false
  if (!circle(app, actor, ['use', 'manage'])) return false
  return record.lock === null || record.lock.by.id === actor.id
}

function reads(actor: Actor, field: Field): boolean {
  return field.readers === undefined || field.readers.some((id) => actor.principals.includes(id))
}

function shown(app: PlainApp, actor: Actor): PlainRecord[] {
  return (plain.records.get(app.id) ?? []).filter((record) => sees(app, actor, record))
}

function fieldOf(app: PlainApp, key: string): Field {
  const field = app.fields.find((one) => one.key === key)
  if (field === undefined) throw new Error(`No field ${key}`)
  return field
}

function targets(actor: Actor, field: Field, source: string): string[] {
  if (field.type !== 'reference') return []
  const far = plain.apps.get(field.app)
  if (far === undefined) return []
  const visible = new Set(shown(far, actor).map((record) => record.id))
  return plain.links
    .filter((link) => link.field === field.id && link.source === source && visible.has(link.target))
    .map((link) => link.target)
}

// --- comparing ------------------------------------------------------------------------------------------------------

function same(surface: string, actor: Actor, got: unknown, wanted: unknown): void {
  compared += 1
  bySurface.set(surface, (bySurface.get(surface) ?? 0) + 1)
  expect(got, `${surface} of ${actor.name}, seed ${SEED}`).toEqual(wanted)
}

const sorted = (ids: Iterable<string>) => [...ids].toSorted()
async function allPages(
  search: (cursor: string | undefined) => Promise<{ items: RecordView[]; next: string | null }>,
): Promise<RecordView[]> {
  const items: RecordView[] = []
  let cursor: string | undefined
  do {
    const page = await search(cursor)
    items.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return items
}

/** The error code for an actor who can't see the app. */
function shut(app: PlainApp, actor: Actor): string | null {
  if (!holds(actor, 'record:read')) return 'right.missing'
  return seesApp(app, actor) ? null : 'resource.not_found'
}

type Doors = Pick<RightsWorld, 'records'>
async function compareLists({ records }: Doors, app: PlainApp, actor: Actor): Promise<void> {
  const { scope } = world
  const appId = app.id
  const closed = shut(app, actor)
  const find = (command: Record<string, unknown>) =>
    outcome(
      allPages((cursor) =>
        records.searchRecords(scope, actor, {
          appId,
          limit: 5,
          ...command,
          ...(cursor === undefined ? {} : { cursor }),
        }),
      ).then((items) => sorted(items.map((item) => item.id))),
    )
  const ids = (of: readonly PlainRecord[]) => sorted(of.map((record) => record.id))
  const visible = shown(app, actor)
  same('list', actor, await find({}), closed ?? ids(visible))
  same('sort', actor, await find({ sort: [{ field: 'level', direction: 'desc' }] }), closed ?? ids(visible))
  for (const count of ['exact', 'capped'] as const) {
    const page = await outcome(records.searchRecords(scope, actor, { appId, limit: 1, count }))
    same(
      `${count} count`,
      actor,
      typeof page === 'string' ? page : page.total?.value,
      closed ?? visible.length,
    )
  }
  for (const key of ['secret', 'grade', 'score', 'title']) {
    const field = fieldOf(app, key)
    const hidden = closed ?? (reads(actor, field) ? null : 'field.unknown')
    const filter = { field: key, op: 'notEmpty' }
    same('filter', actor, await find({ filter }), hidden ?? ids(visible))
    same(
      'sort by a field',
      actor,
      await find({ sort: [{ field: key, direction: 'asc' }] }),
      hidden ?? ids(visible),
    )
    same('column', actor, await find({ columns: [key] }), hidden ?? ids(visible))
  }
  const high = visible.filter((record) => record.values['level'] === 'high')
  same(
    'filter',
    actor,
    await find({ filter: { field: 'level', op: 'eq', value: 'high' } }),
    closed ?? ids(high),
  )
  const isReader = reads(actor, fieldOf(app, 'secret'))
  same(
    'text in a hidden field',
    actor,
    await find({ text: 'hush' }),
    closed ?? (isReader ? ids(visible) : []),
  )
  const isTitled = reads(actor, fieldOf(app, 'title'))
  same('text', actor, await find({ text: 'common' }), closed ?? (isTitled ? ids(visible) : []))
  same(
    'text of both',
    actor,
    await find({ text: 'common hush' }),
    closed ?? (isReader && isTitled ? ids(visible) : []),
  )
}

async function compareFigures({ records }: Doors, app: PlainApp, actor: Actor): Promise<void> {
  const { scope, deps } = world
  const appId = app.id
  const closed = shut(app, actor)
  const visible = shown(app, actor)
  const facets = { apps: deps.apps, names: async () => new Map<string, string>() }
  for (const key of ['level', 'grade']) {
    const hidden = closed ?? (reads(actor, fieldOf(app, key)) ? null : 'field.unknown')
    const counts = new Map<string, number>()
    for (const { values } of visible)
      counts.set(String(values[key]), (counts.get(String(values[key])) ?? 0) + 1)
    const wanted = Object.fromEntries(counts)
    const group = { kind: 'group' as const, field: key, limit: 20 }
    const figure = await outcome(
      records.aggregateRecords(scope, actor, { appId, measure: { of: 'count' }, by: group }),
    )
    const groups =
      typeof figure === 'string' ? figure : Object.fromEntries(figure.rows.map((row) => [row.key, row.value]))
    same('figure by value', actor, groups, hidden ?? wanted)
    const of = { appId, key }
    same('facet', actor, await outcome(facetSizes(facets, scope, actor, of)), hidden ?? wanted)
    const sized = { sizes: wanted, total: visible.length }
    same('groups of a list', actor, await outcome(groupSizes(facets, scope, actor, of)), hidden ?? sized)
  }
  const hidden = closed ?? (reads(actor, fieldOf(app, 'score')) ? null : 'field.unknown')
  const measure = { of: 'sum' as const, field: 'score' }
  const sum = await outcome(records.aggregateRecords(scope, actor, { appId, measure, by: { kind: 'all' } }))
  const total =
    visible.length === 0 ? null : visible.reduce((all, { values }) => all + Number(values['score']), 0)
  same('sum', actor, typeof sum === 'string' ? sum : sum.rows[0]?.value, hidden ?? total)
}

async function compareRecord(
  { records }: Doors,
  app: PlainApp,
  actor: Actor,
  record: PlainRecord,
): Promise<void> {
  const { scope, deps } = world
  const place = { appId: app.id, recordId: record.id }
  const isSeen = sees(app, actor, record)
  const closed = shut(app, actor) ?? (isSeen ? null : 'resource.not_found')
  const readable = app.fields.filter((field) => reads(actor, field))
  const view = await outcome(records.getRecord(scope, actor, place))
  const keys = (fields: Record<string, JsonValue>) => sorted(Object.keys(fields))
  same(
    'get',
    actor,
    typeof view === 'string' ? view : keys(view.fields),
    closed ?? sorted(readable.map(({ key }) => key)),
  )
  if (typeof view !== 'string') {
    const able = (permission: Permission) => may(app, actor, record, permission)
    const isFree = record.lock === null
    const isOwn = record.lock?.by.id === actor.id
    const unlocks = !isFree && holds(actor, 'record:update') && circle(app, actor, ['use', 'manage'])
    same('can', actor, view.can, {
      update: able('record:update'),
      delete: able('record:delete'),
      restrict: able('record:restrict'),
      lock: isFree && able('record:update'),
      unlock: unlocks && (isOwn || holds(actor, 'record:unlock')),
    })
    same('marks', actor, [view.restricted, view.lock !== null], [record.acl !== null, !isFree])
    for (const field of readable.filter((one) => one.type === 'reference')) {
      const wanted = targets(actor, field, record.id)
      const value = LinkedValue.parse(view.fields[field.key])
      same('reference', actor, sorted(value.items.map(({ id }) => id)), sorted(wanted))
      same('reference total', actor, value.total, wanted.length)
    }
  }
  const history = await outcome(records.recordHistory(scope, actor, { ...place, limit: 100 }))
  const exposed =
    typeof history === 'string'
      ? history
      : sorted(new Set(history.items.flatMap((one) => one.changes.map((change) => change.field))))
  const filled = readable.filter(({ key, type }) =>
    type === 'reference'
      ? targets(actor, fieldOf(app, key), record.id).length > 0
      : record.values[key] !== null,
  )
  same('history', actor, exposed, closed ?? sorted(filled.map(({ key }) => key)))
  const named =
    typeof history === 'string'
      ? history
      : history.items.flatMap(({ action, detail }) => (action === 'file_added' ? [detail] : []))
  same('files in the history', actor, named, closed ?? [FILE_NAME])
  const comments = await outcome(
    listComments({ ...deps, ...COMMENTS() }, scope, actor, { ...place, limit: 10 }),
  )
  same('comments', actor, typeof comments === 'string' ? comments : comments.total, closed ?? 1)
  const files = await outcome(listRecordFiles(deps, scope, actor, place))
  same('files', actor, typeof files === 'string' ? files : files.items.length, closed ?? 1)
  same(
    'restriction',
    actor,
    typeof (await outcome(getRestriction(deps, scope, actor, place))),
    closed === null ? 'object' : 'string',
  )
  for (const action of ['read', 'update', 'delete', 'restrict'] as const) {
    const why = await outcome(explainAccess(deps, scope, actor, { ...place, action }))
    const allowed = action === 'read' ? isSeen : may(app, actor, record, `record:${action}`)
    same('why', actor, typeof why === 'string' ? why : why.allowed, closed ?? allowed)
  }
  await compareViewers(app, actor, record, closed)
  await compareLinks(app, actor, record, closed)
}

async function compareViewers(
  app: PlainApp,
  actor: Actor,
  record: PlainRecord,
  closed: string | null,
): Promise<void> {
  const place = { appId: app.id, recordId: record.id }
  const viewers = await outcome(recordViewers(world.deps, world.scope, actor, place))
  const mayAsk = holds(actor, 'record:restrict') && circle(app, actor, ['use', 'manage'])
  const readers = [world.keeper, ...world.people].filter((one) => sees(app, one, record))
  same(
    'viewers',
    actor,
    typeof viewers === 'string' ? viewers : sorted(viewers.items.map(({ id }) => id)),
    closed ?? (mayAsk ? sorted(readers.map((one) => String(one.id))) : 'right.missing'),
  )
}

async function compareLinks(
  app: PlainApp,
  actor: Actor,
  record: PlainRecord,
  closed: string | null,
): Promise<void> {
  const { deps, scope } = world
  const place = { appId: app.id, recordId: record.id }
  const related: string[] = []
  for (const field of app.fields.filter((one) => one.type === 'reference')) {
    const hidden = closed ?? (reads(actor, field) ? null : 'field.unknown')
    const out = sorted(targets(actor, field, record.id))
    const links = await outcome(listLinks(deps, scope, actor, { ...place, field: field.key, limit: 50 }))
    same(
      'links',
      actor,
      typeof links === 'string' ? links : sorted(links.items.map(({ id }) => id)),
      hidden ?? out,
    )
    if (hidden === null && out.length > 0) related.push(`out ${field.key} ${out.length}`)
  }
  for (const other of plain.apps.values()) {
    for (const field of other.fields) {
      if (field.type !== 'reference' || field.app !== app.id) continue
      const isOpen = seesApp(other, actor) && reads(actor, field)
      const sources = shown(other, actor)
        .filter(({ id }) =>
          plain.links.some((one) => one.field === field.id && one.source === id && one.target === record.id),
        )
        .map(({ id }) => id)
      const command = { ...place, fromAppId: other.id, field: field.key, limit: 50 }
      const back = await outcome(listBackReferences(deps, scope, actor, command))
      const got = typeof back === 'string' ? back : sorted(back.items.map(({ id }) => id))
      same('back references', actor, got, closed ?? (isOpen ? sorted(sources) : 'field.unknown'))
      if (isOpen && sources.length > 0) related.push(`in ${field.key} ${sources.length}`)
    }
  }
  const groups = await outcome(listRelated(deps, scope, actor, place))
  const exposed =
    typeof groups === 'string'
      ? groups
      : groups.groups.map((one) => `${one.direction} ${one.field.key} ${one.total}`)
  same('related', actor, typeof exposed === 'string' ? exposed : sorted(exposed), closed ?? sorted(related))
}

async function compareAcross({ records }: Doors, actor: Actor): Promise<void> {
  const { scope, deps } = world
  const places = [...plain.records].flatMap(([appId, rows]) =>
    rows.map(({ id }) => ({ appId, recordId: id })),
  )
  const all = [...plain.apps.values()].flatMap((app) => shown(app, actor).map(({ id }) => id))
  same('readable', actor, sorted(await records.touches.readable(scope, actor, places)), sorted(all))
  const titled = [...plain.apps.values()].filter(
    (app) => holds(actor, 'app:read') && reads(actor, fieldOf(app, 'title')),
  )
  const found = await outcome(
    allPages(async (cursor) => {
      const page = await searchEverywhere(deps, scope, actor, { text: 'common', limit: 9, cursor })
      return { items: page.items.map(({ record }) => record), next: page.next }
    }),
  )
  const wanted = titled.flatMap((app) => shown(app, actor).map(({ id }) => id))
  same(
    'search across apps',
    actor,
    typeof found === 'string' ? found : sorted(found.map(({ id }) => id)),
    holds(actor, 'record:read') ? sorted(wanted) : 'right.missing',
  )
  const listed = await outcome(deps.apps.listApps(scope, actor))
  const open = [...plain.apps.values()].filter((app) => circle(app, actor, ['read', 'use', 'manage']))
  same(
    'apps',
    actor,
    typeof listed === 'string' ? listed : sorted(listed.map(({ id }) => id)),
    holds(actor, 'app:read') ? sorted(open.map(({ id }) => id)) : 'right.missing',
  )
}

/** Values that records hold in a field, as far as the actor may read that. */
function held(app: PlainApp, actor: Actor, key: string, record: PlainRecord): Record<string, unknown>[] {
  const value = record.values[key]
  return reads(actor, fieldOf(app, key)) && Array.isArray(value) ? value : []
}

async function compareCases(actor: Actor): Promise<void> {
  const { scope, deps } = world
  const closed = holds(actor, 'record:read') ? null : 'right.missing'
  const visible = [...plain.apps.values()].flatMap((app) =>
    shown(app, actor).map((record) => ({ app, record })),
  )
  for (const text of ADDRESSES) {
    const found = await outcome(findObservables(deps, scope, actor, { text, limit: 200 }))
    const wanted = visible.filter(({ app, record }) =>
      held(app, actor, 'marks', record).some(({ value }) => value === text),
    )
    const got =
      typeof found === 'string' ? found : [found.records, sorted(found.items.map((item) => item.record.id))]
    same('observables', actor, got, closed ?? [wanted.length, sorted(wanted.map(({ record }) => record.id))])
  }
  const tasks = await outcome(listTasks(deps, scope, actor, { assignee: 'me', limit: 200 }))
  const mine = visible.flatMap(({ app, record }) =>
    held(app, actor, 'work', record).filter((task) => task['assignee'] === actor.id),
  )
  same(
    'tasks',
    actor,
    typeof tasks === 'string' ? tasks : sorted(tasks.items.map(({ task }) => task.id)),
    closed ?? sorted(mine.map((task) => String(task['id']))),
  )
  for (const { app, record } of visible) {
    const place = { appId: app.id, recordId: record.id }
    const like = await outcome(similarRecords(deps, scope, actor, { ...place, limit: 200 }))
    const own = new Set(held(app, actor, 'marks', record).map(({ value }) => value))
    const others = visible.filter(
      (other) =>
        other.record.id !== record.id &&
        held(other.app, actor, 'marks', other.record).some(({ value }) => own.has(value)),
    )
    const got = typeof like === 'string' ? like : sorted(like.items.map((item) => item.record.id))
    same('similar', actor, got, sorted(others.map((other) => other.record.id)))
  }
}

/** Follows the feed from its beginning: what is left alive in the end is what one may see. */
async function compareFeed(app: PlainApp, actor: Actor): Promise<void> {
  const alive = new Set<string>()
  let cursor = '0'
  let refused: string | null = null
  for (;;) {
    const page = await outcome(
      recordChanges(world.deps, world.scope, actor, { appId: app.id, limit: 40, cursor, records: 'true' }),
    )
    if (typeof page === 'string') {
      refused = page
      break
    }
    for (const item of page.items) {
      if (item.change === 'deleted') alive.delete(item.id)
      else alive.add(item.id)
    }
    if (page.next === cursor) break
    cursor = page.next
  }
  same(
    'feed',
    actor,
    refused ?? sorted(alive),
    shut(app, actor) ?? sorted(shown(app, actor).map(({ id }) => id)),
  )
}

const Rows = z.array(z.looseObject({ id: z.string() }))

async function compareExports(jobs: OracleJobs): Promise<void> {
  const { scope, people } = world
  for (const actor of people)
    for (const app of plain.apps.values()) {
      const order = { appId: app.id, format: 'json', records: {}, header: 'keys' } as const
      const begun = await outcome(startExport(jobs, scope, actor, { ...order, include: ['comments'] }))
      const closed = shut(app, actor) ?? (holds(actor, 'record:export') ? null : 'right.missing')
      if (typeof begun === 'string' || closed !== null) {
        same('export', actor, begun, closed)
        continue
      }
      await jobs.finish(actor, begun)
      const stream = await jobs.files.open(scope.tenantId, begun.id)
      if (stream === null) throw new Error('The export has no file')
      const rows = Rows.parse(JSON.parse(await streamText(stream)))
      same('export', actor, sorted(rows.map(({ id }) => id)), sorted(shown(app, actor).map(({ id }) => id)))
      const keys = new Set(rows.flatMap((row) => Object.keys(row)))
      const hidden = app.fields.filter((field) => !reads(actor, field) && keys.has(field.key))
      same('columns of an export', actor, hidden, [])
      const said = rows.map((row) => (Array.isArray(row['$comments']) ? row['$comments'].length : -1))
      same(
        'comments of an export',
        actor,
        said,
        rows.map(() => 1),
      )
    }
}

/** Who finds which saved view, what is left of it, what it finds. */
async function compareViews({ records }: Doors, actor: Actor): Promise<void> {
  const { scope, reporting, views } = world
  const listed = await outcome(reporting.listReports(scope, actor))
  if (!holds(actor, 'report:read')) return same('views', actor, listed, 'right.missing')
  if (typeof listed === 'string') return same('views', actor, listed, 'a list')
  const manages = holds(actor, 'workspace:manage')
  const has = (sharing: (typeof views)[number]['sharing'], levels: readonly string[]) =>
    sharing === null ||
    sharing.some(
      ({ to, level }) =>
        levels.includes(level) && Object.values(to).some((id) => actor.principals.includes(id)),
    )
  const open = views.filter(({ appId, sharing }) => {
    const app = plain.apps.get(appId)
    const isShared = sharing === null || sharing.length > 0
    return (
      app !== undefined &&
      holds(actor, 'app:read') &&
      seesApp(app, actor) &&
      (has(sharing, ['read', 'use', 'manage']) || (manages && isShared))
    )
  })
  same('views', actor, sorted(listed.map(({ id }) => id)), sorted(open.map(({ id }) => id)))
  for (const view of listed) {
    const app = plain.apps.get(view.appId)
    const stored = views.find(({ id }) => id === view.id)
    if (app === undefined || stored === undefined) throw new Error('A view of nothing')
    const able = (key: string) => key === 'created_at' || reads(actor, fieldOf(app, key))
    const [secret, grade] = [able('secret'), able('grade')]
    const part = { any: [...(grade ? [CONDITIONS.grade] : []), CONDITIONS.level] }
    const shape = {
      filter: { all: [...(secret ? [CONDITIONS.secret] : []), part] },
      sort: VIEW.sort.filter(({ field }) => able(field)),
      columns: VIEW.columns.filter(({ field }) => able(field)),
      groupBy: able(VIEW.groupBy.field) ? VIEW.groupBy : null,
      show: VIEW.show,
      narrowed: [...VIEW.sort, ...VIEW.columns, VIEW.groupBy].some(({ field }) => !able(field)),
      can: { manage: holds(actor, 'report:build') && (manages || has(stored.sharing, ['manage'])) },
    }
    const { filter, sort, columns, groupBy, show, narrowed, can } = view
    same('definition of a view', actor, { filter, sort, columns, groupBy, show, narrowed, can }, shape)
    const command = { appId: app.id, filter: filter ?? { all: [] }, sort, limit: 200 }
    const found = await outcome(records.searchRecords(scope, actor, command))
    const wanted = shown(app, actor).filter(
      ({ values }) =>
        (!secret || String(values['secret']).includes('whisper1')) &&
        ((grade && values['grade'] === 'high') || values['level'] !== 'low'),
    )
    const got = typeof found === 'string' ? found : sorted(found.items.map(({ id }) => id))
    same('records of a view', actor, got, sorted(wanted.map(({ id }) => id)))
  }
}

/** Ids of the records of an app that differ from before: changed or gone. */
async function changedSince(before: Plain, appId: string): Promise<string[]> {
  plain = await readPlain()
  const now = new Map((plain.records.get(appId) ?? []).map(({ id, version }) => [id, version]))
  return sorted(
    (before.records.get(appId) ?? []).flatMap(({ id, version }) => (now.get(id) === version ? [] : [id])),
  )
}

/** Jobs change and delete what their beginner sees and may change, and nothing else. */
async function compareBulk(
  jobs: OracleJobs,
  app: PlainApp,
  actor: Actor,
  kind: 'edit' | 'delete',
): Promise<void> {
  const before = plain
  const right = kind === 'edit' ? 'record:update' : 'record:delete'
  const to = before.records.get(app.id)?.[0]?.values['level'] === 'low' ? 'high' : 'low'
  const order = {
    appId: app.id,
    records: { filter: { field: 'level', op: 'ne', value: to } } as const,
    change: kind === 'edit' ? { set: { level: to } } : ({ delete: true } as const),
  }
  const lacks = !holds(actor, 'record:bulk') || !holds(actor, right) || !circle(app, actor, ['use', 'manage'])
  const closed = shut(app, actor) ?? (lacks ? 'right.missing' : null)
  const hidden = { ...order, records: { filter: { field: 'secret', op: 'empty' } as const } }
  if (!reads(actor, fieldOf(app, 'secret')))
    same(
      'bulk by a hidden field',
      actor,
      await outcome(startBulk(jobs, world.scope, actor, hidden)),
      closed ?? 'field.unknown',
    )
  const begun = await outcome(startBulk(jobs, world.scope, actor, order))
  if (typeof begun === 'string') same(`bulk ${kind}`, actor, begun, closed)
  else await jobs.finish(actor, begun)
  const concerned = shown(app, actor).filter(({ values }) => values['level'] !== to)
  const wanted = closed === null ? concerned.filter((record) => may(app, actor, record, right)) : []
  same(`bulk ${kind}`, actor, await changedSince(before, app.id), sorted(wanted.map(({ id }) => id)))
}

/** An upsert of every record, seen or not, changes those that its beginner may change and makes none. */
async function compareImports(jobs: OracleJobs, app: PlainApp, actor: Actor): Promise<void> {
  const before = plain
  const all = before.records.get(app.id) ?? []
  const fileId = FileId.parse(newId())
  jobs.uploads.set(
    fileId,
    JSON.stringify(all.map(({ values }) => ({ ref: values['ref'], level: 'medium', secret: 'x' }))),
  )
  const columns = ['ref', 'level'].map((key) => ({ column: key, field: key }))
  const order = {
    appId: app.id,
    fileId,
    match: 'ref',
    existing: 'update',
    missing: 'create',
    dryRun: false,
  } as const
  const isAble = holds(actor, 'record:create') && circle(app, actor, ['use', 'manage'])
  const closed = shut(app, actor) ?? (isAble ? null : 'right.missing')
  const secret = { ...order, columns: [...columns, { column: 'secret', field: 'secret' }] }
  if (!reads(actor, fieldOf(app, 'secret')))
    same(
      'import of a hidden field',
      actor,
      await outcome(startImport(jobs, world.scope, actor, secret)),
      closed ?? 'field.unknown',
    )
  const begun = await outcome(startImport(jobs, world.scope, actor, { ...order, columns }))
  if (typeof begun === 'string') same('import', actor, begun, closed)
  else await jobs.finish(actor, begun)
  const wanted = all.filter(
    (record) =>
      closed === null && record.values['level'] !== 'medium' && may(app, actor, record, 'record:update'),
  )
  same('import', actor, await changedSince(before, app.id), sorted(wanted.map(({ id }) => id)))
  same('records after an import', actor, plain.records.get(app.id)?.length, all.length)
}

/** Subscribes every actor; each record's latest event must reach exactly the rooms of the people who can see it. */
async function compareHubs(): Promise<void> {
  const rows = await world.installation.database.system.read((tx) =>
    tx.query<{ payload: unknown }>('select payload from caseloom.outbox where tenant_id = $1 order by id', [
      world.scope.tenantId,
    ]),
  )
  const latest = new Map<string, Announcement & { topic: 'model' }>()
  for (const { payload } of rows) {
    const fact = parseAnnouncement(payload)
    if (fact?.topic === 'model' && fact.kind === 'records') latest.set(fact.id, fact)
  }
  for (const actor of world.people) {
    const audience = new Audience()
    const rooms = audience.enter(actor)
    for (const app of plain.apps.values())
      for (const record of plain.records.get(app.id) ?? []) {
        const fact = latest.get(record.id)
        if (fact === undefined) throw new Error('No event was published for a record')
        const { reached } = audience.split(world.scope.tenantId, fact)
        same(
          'hub',
          actor,
          reached.some((room) => rooms.includes(room)),
          sees(app, actor, record),
        )
      }
  }
}

/** Apps may have been shared differently since, so touch each record to publish its audience again. */
async function touchAll(): Promise<void> {
  for (const [appId, rows] of plain.records) {
    const isLocked = (record: PlainRecord) => record.lock !== null && record.lock.by.id !== world.keeper.id
    const commands = rows
      .filter((record) => !isLocked(record))
      .map(({ id, values }) => ({
        kind: 'update' as const,
        id,
        values: { level: values['level'] === 'low' ? 'high' : 'low' },
      }))
    await world.records.changeMany(world.scope, world.keeper, { appId, commands })
  }
}

test(`whatever ${SIZE.people} people request of ${SIZE.apps * SIZE.records} records, they get what their permissions grant`, async () => {
  plain = await readPlain()
  for (const [appId, rows] of plain.records)
    for (const { id } of rows) await addBeside(world, world.keeper, { appId, recordId: id })
  const jobs = oracleJobs(world, folder)
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await world.shuffle()
    plain = await readPlain()
    await touchAll()
    plain = await readPlain()
    await compareHubs()
    await compareExports(jobs)
    for (const [at, actor] of world.people.entries()) {
      const doors = at % 2 === 0 ? world : world.others
      await compareAcross(doors, actor)
      await compareViews(doors, actor)
      await compareCases(actor)
      for (const app of plain.apps.values()) {
        await compareLists(doors, app, actor)
        await compareFigures(doors, app, actor)
        await compareFeed(app, actor)
        for (const record of plain.records.get(app.id) ?? []) await compareRecord(doors, app, actor, record)
      }
    }
    // What follows changes and deletes: it comes last.
    if (round < ROUNDS - 1) continue
    for (const actor of world.people)
      for (const app of plain.apps.values()) {
        await compareBulk(jobs, app, actor, 'edit')
        await compareImports(jobs, app, actor)
        await compareBulk(jobs, app, actor, 'delete')
      }
  }
  await jobs.stop()
  const figures = [...bySurface].map((pair) => pair.join(' ')).join(', ')
  process.stdout.write(`permissions oracle, seed ${SEED}: ${compared} comparisons agree (${figures})\n`)
  expect(compared).toBeGreaterThan(500 * SIZE.records)
}, 300_000)
