import type { AppView } from '@caseloom/contract/apps/apps'
import { z } from 'zod'
import type { ProductDoors } from '@caseloom/testkit/product-doors'
import type { Caseloom } from './caseloom.ts'
import { alertFields } from './records-app.ts'

/** As little as is needed: reading the whole answer closely would be measured with it. */
const Page = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })), next: z.string().nullable() })
const One = z.looseObject({ id: z.string(), version: z.number() })

/** One kind of request, and the same work as plain SQL. */
export interface Op {
  name: string
  /** Answers how many records it got. */
  rest(index: number): Promise<number>
  /** Absent where plain SQL would be another work. */
  raw?: RawSql
  runs: number
  goalMs?: number
  peers: string
}
type RawSql = (index: number) => { text: string; values: unknown[] }

export interface Place {
  caseloom: Caseloom
  doors: ProductDoors
  app: AppView
  /** Records in the app. */
  rows: number
}

/** Ids that reads and updates pick from, spread over the whole app. */
interface Sample {
  ids: string[]
  /** The cursor behind nine tenths of the records by time of detection, and the values that it encodes. */
  deep: { cursor: string; value: string; id: string }
}

const FILTER = {
  all: [
    { field: 'severity', op: 'eq', value: 'high' },
    { field: 'status', op: 'eq', value: 'open' },
  ],
}
const SORT = [{ field: 'detected_at', direction: 'desc' }]
const COUNTED = 10_001

/** All requests that are measured, in their order. */
export async function recordOps(place: Place): Promise<Op[]> {
  const sample = await drawSample(place)
  return [
    ...readOps(place, sample),
    ...listOps(place),
    ...pageOps(place, sample),
    ...partOps(place),
    ...groupOps(place),
    ...searchOps(place),
    ...writeOps(place, sample),
  ]
}

function base({ caseloom, app }: Place): string {
  return `/api/tenant/${caseloom.tenantId}/apps/${app.id}/records`
}

/** Quoted names of the app's tables and columns, as the product makes them from ids. */
export function sqlNames({ doors, app }: Pick<Place, 'doors' | 'app'>) {
  const hex = (id: string) => id.replaceAll('-', '')
  const columns = new Map(app.fields.map((field) => [field.key, `f_${hex(field.id)}`]))
  return {
    table: `"${doors.scope.schema}"."a_${hex(app.id)}"`,
    search: `"${doors.scope.schema}"."s_${hex(app.id)}"`,
    state: `"${doors.scope.schema}"."app_state"`,
    column: (key: string) => `"${columns.get(key) ?? ''}"`,
  }
}

async function search(place: Place, body: object): Promise<z.infer<typeof Page>> {
  return Page.parse(await place.caseloom.call('POST', `${base(place)}/search`, body))
}

async function drawSample(place: Place): Promise<Sample> {
  const names = sqlNames(place)
  const { ids, value } = await place.doors.scope.read(async (tx) => {
    const found = await tx.query<{ id: string }>(
      `select id from ${names.table} where seq = any($1::bigint[])`,
      [Array.from({ length: 100 }, (_, n) => Math.max(1, Math.floor((place.rows / 100) * n)))],
    )
    const [at] = await tx.query<{ at: Date }>(
      `select ${names.column('detected_at')} as at from ${names.table}
        order by 1 desc offset ${Math.floor(place.rows * 0.9)} limit 1`,
    )
    return { ids: found.map((row) => row.id), value: at?.at.toISOString() ?? '' }
  })
  // A cursor belongs to an order, not to a filter.
  const filter = { field: 'detected_at', op: 'lte', value }
  const page = await search(place, { filter, sort: SORT, limit: 1 })
  return { ids, deep: { cursor: page.next ?? '', value, id: page.items[0]?.id ?? '' } }
}

function readOps(place: Place, { ids }: Sample): Op[] {
  const { table } = sqlNames(place)
  const id = (index: number) => ids[index % ids.length] ?? ''
  return [
    {
      name: 'get',
      runs: 100,
      peers: '3.5 · 7.1 ms',
      rest: async (index) => {
        One.parse(await place.caseloom.call('GET', `${base(place)}/${id(index)}`))
        return 1
      },
      raw: (index) => ({ text: `select * from ${table} where id = $1`, values: [id(index)] }),
    },
  ]
}

/** The list of a queue with two filters, alone and with the number of all. */
function listOps(place: Place): Op[] {
  const { table, column } = sqlNames(place)
  const two = `deleted_at is null and acl is null and ${column('severity')} = 'high' and ${column('status')} = 'open'`
  const page = `order by ${column('detected_at')} desc, id desc limit 50`
  return [
    {
      name: 'list: 2 filters + sort',
      runs: 60,
      goalMs: 6,
      peers: '227 · 475 ms',
      rest: async () => (await search(place, { filter: FILTER, sort: SORT, limit: 50 })).items.length,
      raw: () => ({ text: `select * from ${table} where ${two} ${page}`, values: [] }),
    },
    {
      name: 'list + capped total',
      runs: 60,
      goalMs: 20,
      peers: '429 · 636 ms',
      rest: async () =>
        (await search(place, { filter: FILTER, sort: SORT, limit: 50, count: 'capped' })).items.length,
      raw: () => ({
        text: `select p.*, (select count(*) from (select from ${table} where ${two} limit ${COUNTED}) c)
                 from (select * from ${table} where ${two} ${page}) p`,
        values: [],
      }),
    },
    {
      name: 'list + exact total',
      runs: 20,
      peers: '–',
      rest: async () =>
        (await search(place, { filter: FILTER, sort: SORT, limit: 50, count: 'exact' })).items.length,
      raw: () => ({ text: `select count(*) from ${table} where ${two}`, values: [] }),
    },
  ]
}

function pageOps(place: Place, { deep }: Sample): Op[] {
  const { table, column } = sqlNames(place)
  const page = `order by ${column('detected_at')} desc, id desc limit 50`
  return [
    {
      name: 'page near 90 %',
      runs: 60,
      goalMs: 10,
      peers: '2,448 · 2,716 ms',
      rest: async () => (await search(place, { sort: SORT, limit: 50, cursor: deep.cursor })).items.length,
      raw: () => ({
        text: `select * from ${table} where deleted_at is null
                  and (${column('detected_at')}, id) < ($1::timestamptz, $2::uuid) ${page}`,
        values: [deep.value, deep.id],
      }),
    },
  ]
}

/** Parts of texts, which no index has. */
function partOps(place: Place): Op[] {
  return [
    {
      name: 'contains on a short text',
      runs: 10,
      peers: '–',
      rest: async (index) =>
        (
          await search(place, {
            filter: { field: 'hostname', op: 'contains', value: `t-${1000 + index}` },
            sort: SORT,
          })
        ).items.length,
    },
    {
      name: 'contains that finds nothing',
      runs: 5,
      peers: '–',
      rest: async (index) =>
        (
          await search(place, {
            filter: { field: 'hostname', op: 'contains', value: `zz${index}` },
            sort: SORT,
          })
        ).items.length,
    },
  ]
}

/** Figures are asked of the door: dashboards ask it for each of their widgets. */
function groupOps(place: Place): Op[] {
  const { doors, app } = place
  const { table, column } = sqlNames(place)
  const by = (field: string): Op => ({
    name: `count by ${field}, by the door`,
    runs: 8,
    peers: field === 'severity' ? '235 · 614 ms' : '–',
    rest: async () => {
      const group = { kind: 'group' as const, field, limit: 10 }
      const command = { appId: app.id, measure: { of: 'count' as const }, by: group }
      return (await doors.records.aggregateRecords(doors.scope, doors.actor, command)).rows.length
    },
    raw: () => ({
      text: `select ${column(field)}, count(*) from ${table} where deleted_at is null group by 1`,
      values: [],
    }),
  })
  return [by('severity'), by('assignee')]
}

function searchOps(place: Place): Op[] {
  const { table, search: words } = sqlNames(place)
  const peers = '3,691 · 4,401 ms'
  const text = (name: string, of: (index: number) => string): Op => ({
    name: `text search: ${name}`,
    runs: 20,
    goalMs: 40,
    peers,
    rest: async (index) => (await search(place, { text: of(index), limit: 50 })).items.length,
    raw: (index) => ({
      text: `with hits as materialized (select record from ${words} where tsv @@ $1::tsquery limit 20000)
        select t.* from hits join ${table} t on t.id = hits.record where t.deleted_at is null
         order by t.created_at desc, t.id desc limit 50`,
      values: [`'${of(index)}'`],
    }),
  })
  return [
    text('200 hits in a million', (index) => `host-${1000 + index}`),
    text('rare word', (index) => wordOf(index)),
    text('common word', () => 'powershell'),
    text('no hit', (index) => `nowhere${index}zz`),
    {
      name: 'text search: two common words',
      runs: 10,
      goalMs: 40,
      peers,
      rest: async () => (await search(place, { text: 'tunnel mailbox ', limit: 50 })).items.length,
    },
    {
      name: 'text search: common word, filter and sort',
      runs: 10,
      goalMs: 40,
      peers,
      rest: async () =>
        (await search(place, { text: 'tunnel ', filter: FILTER, sort: SORT, limit: 50 })).items.length,
    },
  ]
}

/** The last word of a description: one of 1.2 million. */
function wordOf(index: number): string {
  return (
    String(alertFields(index * 37)['description'])
      .split(' ')
      .at(-1) ?? ''
  )
}

function writeOps(place: Place, { ids }: Sample): Op[] {
  const { caseloom } = place
  let next = 0
  return [
    {
      name: 'insert one',
      runs: 100,
      goalMs: 4,
      peers: '16 · 13 ms',
      rest: async () => {
        next += 1
        const fields = alertFields(50_000_000 + place.rows * 10 + next)
        One.parse(await caseloom.call('POST', base(place), { fields }))
        return 1
      },
    },
    {
      name: 'update one, with history',
      runs: 100,
      peers: '8.5 · 13.6 ms',
      rest: async (index) => {
        const at = `${base(place)}/${ids[index % ids.length] ?? ''}`
        const { version } = One.parse(await caseloom.call('GET', at))
        const fields = { status: index % 2 === 0 ? 'closed' : 'new', confidence: index }
        await caseloom.call('PATCH', at, { version, fields })
        return 1
      },
    },
  ]
}
