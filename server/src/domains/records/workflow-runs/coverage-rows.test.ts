import type { AppView } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SystemScope } from '../../../platform/database/types.ts'
import { mergeRecords } from '../merge/merge-records.ts'
import { unmergeRecord } from '../merge/unmerge-record.ts'
import { workflowMigrations } from '../workflow/workflow.migrations.ts'
import { changeMany } from '../writing/change-many.ts'
import { restoreMany } from '../writing/restore-many.ts'
import { listTakingRecords, workflowCoverage } from './workflow-coverage.ts'

const DAY_MS = 86_400_000
const rule = (id: string, when: JsonObject) => ({
  id,
  when,
  actions: [{ id: `${id}-0`, do: 'read_only', items: [{ field: 'note' }] }],
  branches: [],
})
const SHAPE = {
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'severity', label: 'Severity', type: 'number' },
    { key: 'note', label: 'Note', type: 'text' },
  ],
  workflow: {
    stages: [
      {
        id: 'main',
        title: 'Main',
        on: ['new', 'open', 'edit', 'save', 'import', 'api', 'playbook'],
        branches: [
          { id: 'loud', rules: [rule('loud', { field: 'severity', op: 'gte', value: 8 })] },
          { id: 'even', rules: [rule('even', { field: 'severity', op: 'in', value: [0, 2, 4, 6, 8] })] },
        ],
      },
    ],
  },
}

let house: RecordsFixture
let app: AppView
beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp(SHAPE)
})
afterAll(() => house.close())

const deps = () => ({ apps: house.apps })
const actor = () => anActor(house.scope)
const create = (severity: number) =>
  house.records.createRecord(house.scope, actor(), { appId: app.id, fields: { title: 'One', severity } })
const set = (recordId: string, severity: number) =>
  house.records.updateRecord(house.scope, actor(), { appId: app.id, recordId, fields: { severity } })
const remove = (recordId: string) =>
  house.records.deleteRecord(house.scope, actor(), { appId: app.id, recordId })
const coverage = () => workflowCoverage(deps(), house.scope, actor(), { appId: app.id })
const run = (text: string, values: unknown[]) => house.scope.tx((tx) => tx.query<JsonObject>(text, values))

/** Rows of coverage that aren’t what the runs of the records say, and those that are missing. */
async function wrongRows(): Promise<JsonObject[]> {
  const table = `"${house.scope.schema}"."a_${app.id.replaceAll('-', '')}"`
  return run(
    `with runs as (
       select record_id, int4send(revision) || set_byte(run, 0, get_byte(run, 0) & 128) as kind, max(at) as at
         from caseloom.workflow_run w join ${table} t on t.id = w.record_id and t.deleted_at is null
        where app_id = $1 and at >= now() - interval '90 days' group by 1, 2),
     wanted as (select record_id, max(at)::text as newest, array_agg(kind order by kind)::text as kinds,
                       array_agg(at order by kind)::timestamptz[]::text as ats from runs group by 1),
     stored as (select record_id, newest::text, kinds::text, ats::text from caseloom.workflow_coverage where app_id = $1)
     (table wanted except table stored) union all (table stored except table wanted)`,
    [app.id],
  )
}

const kinds = async (recordId: string) => {
  const rows = await run(
    'select cardinality(kinds) as n from caseloom.workflow_coverage where record_id = $1',
    [recordId],
  )
  return rows.map(({ n }) => n)
}

/** Puts the runs of a record, and what coverage knows of them, into the past. */
async function age(recordId: string, days: number): Promise<void> {
  await run(`update caseloom.workflow_run set at = at - make_interval(days => $2) where record_id = $1`, [
    recordId,
    days,
  ])
  await run(
    `update caseloom.workflow_coverage set newest = newest - make_interval(days => $2),
        ats = array(select at - make_interval(days => $2) from unnest(ats) with ordinality as u(at, place) order by place)
      where record_id = $1`,
    [recordId, days],
  )
}

/** Housekeeping as of a day to come. */
async function keep(days: number): Promise<void> {
  const { system } = house.installation.database
  const now = new Date(Date.now() + days * DAY_MS)
  const then: SystemScope = {
    ...system,
    owner: (work) => system.owner((tx) => work({ ...tx, now })),
    tx: (work) => system.tx((tx) => work({ ...tx, now })),
  }
  await house.records.keep(then)
}

it('has one row for a record, with the newest run of each kind, however it is saved', async () => {
  const one = await create(9)
  for (const severity of [8, 9, 1, 9]) await set(one.id, severity)
  expect(await kinds(one.id)).toEqual([3])
  const values = (severity: number) => ({ title: 'Many', severity })
  const many = await changeMany(deps(), house.scope, actor(), {
    appId: app.id,
    commands: [
      ...Array.from({ length: 60 }, (_, at) => ({ kind: 'create' as const, values: values(at % 10) })),
      { kind: 'update' as const, id: one.id, values: { severity: 4 } },
      { kind: 'update' as const, id: one.id, values: { severity: 5 } },
    ],
  })
  expect(many.every((answer) => 'outcome' in answer)).toBe(true)
  expect(await kinds(one.id)).toEqual([4])
  expect(await wrongRows()).toEqual([])
  await run(`update caseloom.workflow_coverage set kinds = kinds[1:1], ats = ats[1:1] where record_id = $1`, [
    one.id,
  ])
  expect(await wrongRows()).toHaveLength(2)
  await set(one.id, 9)
  await set(one.id, 8)
  for (const severity of [1, 4]) await set(one.id, severity)
  expect(await wrongRows()).toEqual([])
})

it('goes with the record, and comes back with it', async () => {
  const one = await create(9)
  const { records } = await coverage()
  await remove(one.id)
  expect(await kinds(one.id)).toEqual([])
  expect((await coverage()).records).toBe(records - 1)
  const version = one.version + 1
  await restoreMany(deps(), house.scope, {
    appId: app.id,
    actor: actor(),
    deleted: [{ id: one.id, version }],
  })
  expect(await kinds(one.id)).toEqual([1])
  expect((await coverage()).records).toBe(records)
  expect(await wrongRows()).toEqual([])
})

it('goes with a record that is merged, and comes back when that is undone', async () => {
  const [stays, goes] = [await create(3), await create(9)]
  const { records, rules } = await coverage()
  const place = { appId: app.id, recordId: stays.id, ip: null }
  await mergeRecords(deps(), house.scope, actor(), { ...place, records: [goes.id] })
  expect(await kinds(goes.id)).toEqual([])
  expect(await coverage()).toMatchObject({ records: records - 1, rules: { loud: (rules['loud'] ?? 0) - 1 } })
  await unmergeRecord(deps(), house.scope, actor(), { ...place, record: goes.id })
  expect(await coverage()).toMatchObject({ records, rules })
  expect(await wrongRows()).toEqual([])
})

it('counts no run that is older than ninety days, and forgets its kind with the next save', async () => {
  const one = await create(9)
  await age(one.id, 89)
  const young = await coverage()
  await age(one.id, 2)
  const old = await coverage()
  expect([old.records, old.rules['loud']]).toEqual([young.records - 1, (young.rules['loud'] ?? 0) - 1])
  expect(await kinds(one.id)).toEqual([1])
  await set(one.id, 2)
  expect(await kinds(one.id)).toEqual([1])
  expect(await coverage()).toMatchObject({ records: young.records, rules: { loud: old.rules['loud'] } })
  await age(one.id, 60)
  await set(one.id, 8)
  await age(one.id, 40)
  const straddling = await coverage()
  expect(straddling.records).toBe(young.records)
  expect(straddling.rules).toMatchObject({ loud: young.rules['loud'], even: (old.rules['even'] ?? 0) + 1 })
  expect(await kinds(one.id)).toEqual([2])
})

it('lists records by their newest save that took a rule, whether or not it is their last', async () => {
  const { items } = await listTakingRecords(deps(), house.scope, actor(), {
    appId: app.id,
    rule: 'loud',
    limit: 100,
  })
  const since = items.length
  const made: string[] = []
  for (const [severity, later] of [
    [9, 1],
    [9, null],
    [8, 3],
    [9, 9],
    [1, null],
  ] as const) {
    const { id } = await create(severity)
    if (later !== null) await set(id, later)
    if (severity >= 8) made.unshift(id)
  }
  const listed: string[] = []
  let cursor: string | undefined
  do {
    const page = await listTakingRecords(deps(), house.scope, actor(), {
      appId: app.id,
      rule: 'loud',
      limit: 1,
      ...(cursor === undefined ? {} : { cursor }),
    })
    listed.push(...page.items.map(({ record }) => String(record.id)))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(listed).toHaveLength(since + made.length)
  expect(listed.slice(0, made.length)).toEqual(made)
  expect(listed.slice(made.length)).toEqual(items.map(({ record }) => String(record.id)))
})

it('is built from the runs that an installation has, without those of deleted records', async () => {
  const [stays, restored, deleted, old] = [await create(9), await create(3), await create(9), await create(9)]
  await set(stays.id, 1)
  for (const { id } of [deleted, restored]) await remove(id)
  await restoreMany(deps(), house.scope, {
    appId: app.id,
    actor: actor(),
    deleted: [{ id: restored.id, version: restored.version + 1 }],
  })
  await age(old.id, 91)
  const before = await coverage()
  const migration = workflowMigrations.find(({ name }) => name === '0897-records-workflow-coverage')
  const { system, roles } = house.installation.database
  await system.owner(async (tx) => {
    await tx.query('drop table caseloom.workflow_coverage')
    await migration?.up({
      ...tx,
      tenantTable: async (name) => {
        for (const role of [roles.tenantBase, roles.system])
          await tx.query(`grant select, insert, update, delete on caseloom.${name} to ${role}`)
      },
      systemTable: () => Promise.reject(new Error('It makes a table of tenants')),
    })
  })
  expect(await wrongRows()).toEqual([])
  expect({ ...(await coverage()), since: '' }).toEqual({ ...before, since: '' })
  expect(await kinds(stays.id)).toEqual([2])
})

it('expires with the last run that coverage counts', async () => {
  const { id } = await create(9)
  await keep(89)
  expect(await kinds(id)).toEqual([1])
  await keep(91)
  expect(await kinds(id)).toEqual([])
  const runs = await run('select count(*)::int as n from caseloom.workflow_run where record_id = $1', [id])
  expect(runs).toEqual([{ n: 1 }])
})
