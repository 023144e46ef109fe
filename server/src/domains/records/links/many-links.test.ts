import type { AppView } from '@caseloom/contract/apps/apps'
import { LinkedValue } from '@caseloom/contract/records/record-links'
import type { RecordView } from '@caseloom/contract/records/records'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { listLinks } from './list-links.ts'

/** Links of the record that has many, and of the one that has few. */
const MANY = 10_000
const FEW = 10

let house: RecordsFixture
let cases: AppView
let alerts: AppView
let caseIds: string[]
let many: RecordView
let few: RecordView

beforeAll(async () => {
  house = await createRecordsFixture()
  cases = await house.anApp()
  alerts = await house.anApp({
    fields: [
      { key: 'title', label: 'Title', type: 'text' },
      {
        key: 'cases',
        label: 'Cases',
        type: 'reference',
        app: cases.id,
        multiple: true,
        columns: ['severity'],
      },
    ],
  })
  const actor = anActor(house.scope)
  const commands = Array.from({ length: MANY + 50 }, (_, at) => ({
    kind: 'create' as const,
    values: { title: `Case ${at}` },
  }))
  const made = await house.records.changeMany(house.scope, actor, { appId: cases.id, commands })
  caseIds = made.map((answer) => {
    if (isFailure(answer)) throw answer
    return answer.id
  })
  const create = (title: string) =>
    house.records.createRecord(house.scope, actor, { appId: alerts.id, fields: { title } })
  many = await create('many')
  few = await create('few')
  for (let from = 0; from < MANY; from += 1000) await link(many, caseIds.slice(from, from + 1000))
  await link(few, caseIds.slice(0, FEW))
  await house.scope.define('test', (tx) => tx.query(`analyze "${house.scope.schema}".link`))
}, 120_000)
afterAll(() => house.close())

function link(record: RecordView, add: string[], scope = house.scope): Promise<RecordView> {
  const fields = { cases: { add } }
  return house.records.updateRecord(scope, anActor(house.scope), {
    appId: alerts.id,
    recordId: record.id,
    fields,
  })
}

/** The cost of the statements on links: database pages read, and rows scanned. */
interface Cost {
  pages: number
  rows: number
}
interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

function rowsOf(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0)
  return below + plan['Actual Rows'] * plan['Actual Loops']
}

/** A scope that has each statement on links explained while it runs; running one of them twice changes nothing. */
function watched(cost: Cost): TenantScope {
  const { scope } = house
  const watch = (tx: TenantTx): TenantTx =>
    new Proxy(tx, {
      get(target, name) {
        if (name !== 'rows') return Reflect.get(target, name) as unknown
        const rows: TenantTx['rows'] = async (schema, text, values, statement) => {
          if (text.includes('"link"')) {
            const explained = `explain (analyze, buffers, timing off, format json) ${text}`
            const [row] = await target.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained, values)
            const plan = row?.['QUERY PLAN'][0].Plan
            if (plan !== undefined) {
              cost.pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
              cost.rows += rowsOf(plan)
            }
          }
          return target.rows(schema, text, values, statement)
        }
        return rows
      },
    })
  return {
    ...scope,
    tenantId: scope.tenantId,
    accountId: scope.accountId,
    schema: scope.schema,
    tx: (work) => scope.tx((tx) => work(watch(tx))),
    read: (work) => scope.read((tx) => work(watch(tx))),
    define: (lock, work) => scope.define(lock, work),
  }
}

async function costOf(work: (scope: TenantScope) => Promise<unknown>): Promise<Cost> {
  const cost = { pages: 0, rows: 0 }
  await work(watched(cost))
  return cost
}

const place = (record: RecordView) => ({ appId: alerts.id, recordId: record.id })

const WORK: [string, (scope: TenantScope, record: RecordView) => Promise<unknown>][] = [
  [
    'reading the record',
    (scope, record) => house.records.getRecord(scope, anActor(house.scope), place(record)),
  ],
  [
    'a page of the list',
    (scope, record) => {
      const filter = { field: 'tracking_id', op: 'eq' as const, value: record.trackingId }
      return house.records.searchRecords(scope, anActor(house.scope), { appId: alerts.id, filter })
    },
  ],
  [
    'a page of its links',
    (scope, record) => {
      const command = { ...place(record), field: 'cases', limit: 20 }
      return listLinks({ apps: house.apps }, scope, anActor(house.scope), command)
    },
  ],
  ['adding a link', (scope, record) => link(record, [caseIds.at(-1) ?? ''], scope)],
  [
    'removing a link',
    (scope, record) => {
      const fields = { cases: { remove: [caseIds.at(-1) ?? ''] } }
      return house.records.updateRecord(scope, anActor(house.scope), { ...place(record), fields })
    },
  ],
]

/** The first 100 are counted: each of them is looked up once, by an index of three levels at most. */
const COUNTING = { pages: 450, rows: 700 }

test.each(WORK)('%s costs with 10,000 links what it costs with few', async (what, work) => {
  const [one, other] = [await costOf((scope) => work(scope, few)), await costOf((scope) => work(scope, many))]
  process.stdout.write(
    `${what}: ${one.pages} pages and ${one.rows} rows with 10 links, ${other.pages} and ${other.rows} with 10,000\n`,
  )
  expect(one.pages).toBeGreaterThan(0)
  expect(other.pages).toBeLessThan(one.pages + COUNTING.pages)
  expect(other.rows).toBeLessThan(one.rows + COUNTING.rows)
})

test('counts say where they stop', async () => {
  const read = async (record: RecordView) =>
    LinkedValue.parse(
      (await house.records.getRecord(house.scope, anActor(house.scope), place(record))).fields['cases'],
    )
  expect(await read(few)).toMatchObject({ total: FEW })
  expect(await read(many)).toMatchObject({ total: 100, capped: true })
  expect((await read(many)).items.map((item) => item.id)).toEqual(caseIds.slice(0, 20))
})

test('all links are read page by page, each once', async () => {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const command = { ...place(many), field: 'cases', limit: 200, cursor }
    const page = await listLinks({ apps: house.apps }, house.scope, anActor(house.scope), command)
    seen.push(...page.items.map((item) => item.id))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(caseIds.slice(0, MANY))
}, 30_000)
