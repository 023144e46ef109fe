import { AppUpdate } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { Widget, type WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { aRightsWorld, type RightsWorld } from '@caseloom/testkit/rights-world'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { narrowed } from './domains/workspaces/dashboard-filter.ts'
import { widgetData } from './domains/workspaces/widget-data.ts'
import type { WorkspacesDeps } from './domains/workspaces/workspaces-deps.ts'
import { isFailure } from './platform/errors.ts'

/*
 * SLA boards, ATT&CK matrices, and funnels against an oracle that reads the plain rows and decides in memory, by the
 * words of docs and design alone. It shares no code with the product.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261129)
const ROUNDS = 3
const STATES = ['new', 'triage', 'closed']
const TECHNIQUES = [['T1566.001', 'T1566.002'], ['T1059'], ['T1059.001', 'T1566']]
/** All clocks started now and have an hour: by then the target has passed. */
const LATER_MS = 2 * 3_600_000
const KINDS = ['sla', 'attack', 'funnel', 'narrowed'] as const
/** The filter of a dashboard: who can't read the field sees the widget without it. */
const CLOSED = { field: 'state', op: 'eq', value: 'closed' } as const

const PlainApp = z.object({
  id: z.string(),
  sharing: z.array(z.object({ to: z.record(z.string(), z.string()), level: z.string() })).nullable(),
  fields: z.array(z.object({ id: z.string(), key: z.string(), readers: z.array(z.string()).optional() })),
})
const PlainRow = z.looseObject({ id: z.string(), acl: z.array(z.string()).nullable() })
type Plain = z.infer<typeof PlainApp> & { rows: z.infer<typeof PlainRow>[] }
type Kind = (typeof KINDS)[number]
/** What a widget shows, in words that both sides use. */
type Shown = string | Record<string, number> | { over: number; worst: string[] }

let world: RightsWorld
beforeAll(async () => {
  world = await aRightsWorld(SEED, { people: 6, apps: 4, records: 8 })
  const { scope, keeper } = world
  const roles = keeper.principals.filter((id) => id !== keeper.id)
  for (const [at, appId] of world.appIds.entries()) {
    await addFields(appId, at, roles)
    const { items } = await world.records.searchRecords(scope, keeper, { appId, limit: 50 })
    for (const [nth, { id: recordId }] of items.entries()) {
      const state = STATES[(nth + at) % STATES.length] ?? null
      const fields = { state, ttps: TECHNIQUES[nth % TECHNIQUES.length] ?? null }
      await world.records.updateRecord(scope, keeper, { appId, recordId, fields })
    }
  }
}, 120_000)
afterAll(() => world.close())

/** A state, a clock, and techniques. Some apps show one of them to two roles only; a clock never shows more than its state. */
async function addFields(appId: string, at: number, roles: readonly string[]): Promise<void> {
  const { deps, scope, keeper } = world
  const view = await deps.apps.getApp(scope, keeper, appId)
  const {
    key: _key,
    acronym: _acronym,
    can: _can,
    updatedAt: _at,
    id: _id,
    removedFields: _gone,
    ...rest
  } = view
  const closedTo = (...apps: number[]) => (apps.includes(at) ? { readers: roles.slice(0, 2) } : {})
  const options = STATES.map((key) => ({ key, label: key }))
  const clock = {
    start: { any: ['new', 'triage'].map((value) => ({ field: 'state', op: 'eq', value })) },
    stop: { field: 'state', op: 'eq', value: 'closed' },
    target: 3600,
  }
  const fields = [
    ...view.fields,
    { key: 'state', label: 'State', type: 'selection', options, ...closedTo(0) },
    { key: 'due', label: 'Due', type: 'clock', ...clock, ...closedTo(0, 1) },
    { key: 'ttps', label: 'Techniques', type: 'technique', multiple: true, ...closedTo(2) },
  ]
  await deps.apps.updateApp(scope, keeper, { ...AppUpdate.parse({ ...rest, fields }), appId })
}

async function readPlain(): Promise<Plain[]> {
  return world.scope.read(async (tx) => {
    const apps = await tx.query<{ id: string; definition: object }>(
      'select id, definition from caseloom.app where tenant_id = $1',
      [tx.tenantId],
    )
    const found: Plain[] = []
    for (const { id, definition } of apps) {
      const app = PlainApp.parse({ sharing: null, ...definition, id })
      const table = `"${tx.schema}"."a_${id.replaceAll('-', '')}"`
      const rows = await tx.query(`select * from ${table} where deleted_at is null`)
      found.push({ ...app, rows: z.array(PlainRow).parse(rows) })
    }
    return found
  })
}

const FIELD_OF: Record<Kind, string> = {
  sla: 'due',
  attack: 'ttps',
  funnel: 'state',
  narrowed: 'ttps',
}

function wanted(app: Plain, actor: Actor, kind: Kind): Shown {
  const isOneOf = (ids: readonly string[]) => ids.some((id) => actor.principals.includes(id))
  if (!actor.permissions.has('record:read')) return 'right.missing'
  if (app.sharing !== null && !isOneOf(app.sharing.flatMap(({ to }) => Object.values(to))))
    return 'resource.not_found'
  const field = app.fields.find(({ key }) => key === FIELD_OF[kind])
  const state = app.fields.find(({ key }) => key === 'state')
  if (field === undefined || state === undefined) throw new Error('A field is missing')
  if (field.readers !== undefined && !isOneOf(field.readers)) return 'field.unknown'
  const column = ({ id }: { id: string }) => `f_${id.replaceAll('-', '')}`
  const rows = app.rows.filter(({ acl }) => acl === null || isOneOf(acl))
  if (kind === 'sla') {
    const open = rows.filter((row) => row[column(state)] !== 'closed')
    return { over: open.length, worst: open.map(({ id }) => id).toSorted() }
  }
  const counts: Record<string, number> = {}
  const add = (key: string) => {
    counts[key] = (counts[key] ?? 0) + 1
  }
  const isNarrowed = kind === 'narrowed' && (state.readers === undefined || isOneOf(state.readers))
  for (const row of isNarrowed ? rows.filter((one) => one[column(state)] === 'closed') : rows) {
    const value = row[column(field)]
    if (kind === 'funnel') for (const each of STATES.slice(0, STATES.indexOf(String(value)) + 1)) add(each)
    else for (const id of new Set((value as string[]).map((one) => one.slice(0, 5)))) add(id) // a list of IDs
  }
  return counts
}

function aWidget(appId: string, kind: Kind): Widget {
  const own = {
    sla: { kind, clocks: ['due'], limit: 10 },
    attack: { kind, field: 'ttps' },
    funnel: { kind, groupBy: 'state' },
    narrowed: { kind: 'attack', field: 'ttps' },
  }
  return Widget.parse({ id: 'w', title: '', x: 0, y: 0, w: 4, h: 4, app: appId, ...own[kind] })
}

function plainly(data: WidgetData): Shown {
  if (data.kind === 'sla') {
    const [counts] = data.clocks
    return {
      over: counts?.overdue.value ?? 0,
      worst: data.worst.map(({ record }) => String(record.id)).toSorted(),
    }
  }
  const pairs: [string, number][] =
    data.kind === 'attack'
      ? data.tactics.flatMap(({ techniques }) =>
          techniques.map(({ id, value }): [string, number] => [id, value]),
        )
      : data.kind === 'funnel'
        ? data.stages.flatMap(({ key, value }): [string, number][] => (value === 0 ? [] : [[key, value]]))
        : []
  return Object.fromEntries(pairs)
}

/** Compares all widgets of all people; answers how much was shown, and what differs. */
async function compare(deps: WorkspacesDeps): Promise<{ shown: number; withheld: number; faults: string[] }> {
  const { scope, people, keeper } = world
  const now = new Date(Date.now() + LATER_MS)
  const result = { shown: 0, withheld: 0, faults: [] as string[] }
  const plain = await readPlain()
  for (const actor of [...people, keeper])
    for (const app of plain)
      for (const kind of KINDS) {
        const right = wanted(app, actor, kind)
        const look = { scope, actor, range: 'all', zone: 'UTC', now } as const
        const got = await narrowed(deps, look, aWidget(app.id, kind), kind === 'narrowed' ? [CLOSED] : [])
          .then((widget) => widgetData(deps, look, widget))
          .then(plainly, (error: unknown) => (isFailure(error) ? error.code : Promise.reject(error)))
        if (typeof right === 'string') result.withheld += 1
        else result.shown += 1
        if (JSON.stringify(sorted(got)) !== JSON.stringify(sorted(right)))
          result.faults.push(`${kind} of ${actor.name}: ${JSON.stringify(got)}, not ${JSON.stringify(right)}`)
      }
  return result
}

function sorted(shown: Shown): unknown {
  return typeof shown === 'string' ? shown : Object.entries(shown).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

const doors = (): WorkspacesDeps => ({
  apps: world.deps.apps,
  records: world.records,
  people: async () => [],
})

it('shows each reader the clocks, techniques, and stages of what they may see, and nothing else', async () => {
  let [shown, withheld] = [0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = await compare(doors())
    expect(result.faults, `round ${round}, seed ${SEED}`).toEqual([])
    shown += result.shown
    withheld += result.withheld
    await world.shuffle()
  }
  expect([shown > 0, withheld > 0], `seed ${SEED}`).toEqual([true, true])
}, 180_000)

it.each(['aggregateRecords', 'searchRecords'] as const)(
  'finds a hole in %s',
  async (door) => {
    const { records, keeper } = world
    const holed: WorkspacesDeps['records'] = {
      ...records,
      [door]: (scope: Parameters<typeof records.searchRecords>[0], _actor: Actor, command: never) =>
        records[door](scope, keeper, command),
    }
    const { faults } = await compare({ ...doors(), records: holed })
    expect(faults.length).toBeGreaterThan(0)
  },
  180_000,
)
