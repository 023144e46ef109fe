import type { TableTest } from '@caseloom/contract/apps/workflow'
import { AppCreate, AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import type { TableInput, TableView } from '@caseloom/contract/automation/tables'
import { UserId } from '@caseloom/contract/kernel/ids'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { type Actor, type Permission, PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookUpValues } from './domains/apps/changes/look-up-values.ts'
import { type AutomationFixture, createAutomationFixture } from './domains/automation/automation.fixture.ts'
import { usesOfTable } from './domains/automation/tables/list-tables.ts'
import { createTableRow, deleteTableRow } from './domains/automation/tables/save-row.ts'
import { putRows } from './domains/automation/tables/put-rows.store.ts'
import { createTable, deleteTable, lockedTable, saveTable } from './domains/automation/tables/save-table.ts'
import type { RightsDeps } from './domains/records/permissions/permissions-deps.ts'
import { restrictRecord } from './domains/records/permissions/restrict-record.ts'
import { getWorkflowRun } from './domains/records/workflow-runs/get-workflow-run.ts'
import { openForm } from './domains/records/workflow-runs/open-form.ts'
import type { TenantScope } from './platform/database/types.ts'
import { isFailure } from './platform/errors.ts'
import { newId } from './platform/uuid.ts'

let house: AutomationFixture
let scope: TenantScope
let app: AppView
let table: TableView
const ip = '192.0.2.1'

const FIELDS = [
  { key: 'title', label: 'Title', type: 'text' },
  { key: 'domain', label: 'Sender domain', type: 'text' },
  { key: 'copy', label: 'Copy', type: 'text' },
  { key: 'level', label: 'Level', type: 'text' },
  { key: 'secret', label: 'Secret', type: 'text' },
]
const TABLE: TableInput = {
  key: 'own_domains',
  name: 'Own domains',
  description: null,
  columns: [
    { key: 'domain', label: 'Domain', type: 'text' },
    { key: 'alias', label: 'Alias', type: 'text' },
    { key: 'hosts', label: 'Hosts', type: 'number' },
  ],
  caseSensitive: false,
  expireDays: null,
}
const asks = (more: Partial<TableTest> = {}) => ({
  field: 'domain',
  op: 'notInTable',
  table: 'own_domains',
  ...more,
})
const set = (field: string, to: JsonObject) => ({
  do: 'set',
  field,
  to,
  repeat: 'always',
  onlyIfEmpty: false,
})
const rule = (id: string, when: object, ...actions: object[]) => ({
  id,
  when,
  actions: actions.map((action, at) => ({ id: `${id}-${at}`, ...action })),
  branches: [],
})
const workflow = (...rules: object[]) => ({
  stages: [
    {
      id: 'main',
      title: 'Main',
      on: ['new', 'open', 'edit', 'save', 'import', 'api', 'playbook'],
      branches: [{ id: 'b', rules }],
    },
  ],
})
const RULES = [
  rule('foreign', asks(), set('level', { value: 'foreign' })),
  rule('own', asks({ op: 'inTable' }), set('level', { value: 'own' })),
  rule('alias', asks({ op: 'inTable', column: 'alias' }), set('level', { value: 'alias' })),
  rule('show', asks({ op: 'inTable' }), { do: 'message', level: 'info', text: 'Our own domain' }),
  rule('copied', { field: 'domain', op: 'eq', value: 'copy.test' }, set('copy', { value: 'Own.test' })),
  rule('seen', asks({ field: 'copy', op: 'inTable' }), set('secret', { value: 'seen' })),
]

const actor = (over: Parameters<typeof anActor>[1] = {}) => anActor(scope, over)
const without = (...missing: Permission[]) =>
  actor({ permissions: new Set(PERMISSIONS.filter((one) => !missing.includes(one))) })
const deps = () => ({ apps: house.apps })
let count = 0
function anApp(rules: object[], by: Actor = actor()): Promise<AppView> {
  count += 1
  const [key, acronym] = [`mail_${count}`, `ML${String.fromCharCode(64 + count)}`]
  const layout = [{ title: 'All', columns: 1, fields: FIELDS.map((field) => field.key) }]
  const shape = {
    key,
    acronym,
    name: `Mail ${count}`,
    icon: 'mail',
    titleField: 'title',
    listColumns: ['title'],
  }
  const input = AppCreate.parse({ ...shape, layout, fields: FIELDS, workflow: workflow(...rules) })
  return house.apps.createApp(scope, by, input)
}
const make = (fields: JsonObject, by: Actor = actor()) =>
  house.records.createRecord(scope, by, { appId: app.id, fields: { title: 'A mail', ...fields } })
const faultOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!isFailure(error)) throw error
      const { issues = [], detail = '' } = error.details
      return [error.code, ...issues.map(({ code, path }) => `${code} ${path.slice(-2).join('.')}`), detail]
        .filter((part) => part !== '')
        .join(' | ')
    },
  )
/** A row as a run writes it from a record. */
async function writtenByRun(key: string, touches: JsonObject[]): Promise<void> {
  const row = { id: newId(), match: key, cells: { domain: key }, touches, expires: null }
  const by = { name: 'A playbook', runId: null }
  await scope.tx(async (tx) => putRows(tx, await lockedTable(tx, table.id), [row], { by }))
}

beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
  scope = await house.aTenant()
  table = await createTable(scope, { actor: actor(), ip }, TABLE)
  for (const values of [{ domain: 'Own.test', alias: ' Other.Test ' }, { domain: 'second.test' }])
    await createTableRow(house.automation, scope, actor(), { tableId: table.id, values })
  app = await anApp(RULES)
}, 120_000)
afterAll(() => house.close())

test.each<[string | null, string]>([
  ['own.test', 'own'],
  [' OWN.TEST ', 'own'],
  ['foreign.test', 'foreign'],
  ['other.test', 'alias'],
  ['OTHER.TEST', 'alias'],
  [null, 'foreign'],
  ['x'.repeat(9_000), 'foreign'],
  ['own.test\u{d800}', 'foreign'],
])('saving reads the table, case %#', async (domain, level) => {
  expect((await make({ domain })).fields['level']).toBe(level)
})

test('what rules set is asked again, in the same save', async () => {
  expect((await make({ domain: 'copy.test' })).fields).toMatchObject({ copy: 'Own.test', secret: 'seen' })
})

test('a change of the record asks about what it is now, and people without access to tables get the same', async () => {
  const record = await make({ domain: 'own.test' }, without('playbook:read', 'run:data'))
  expect(record.fields['level']).toBe('own')
  const place = { appId: app.id, recordId: record.id }
  const changed = await house.records.updateRecord(scope, actor(), { ...place, fields: { domain: 'x.test' } })
  expect(changed.fields['level']).toBe('foreign')
})

/** How many questions each statement to the tables had while something was done. */
async function counted<T>(work: () => Promise<T>): Promise<{ done: T; asked: number[] }> {
  const { tables } = house.apps
  const asked: number[] = []
  const counting: typeof tables = {
    ...tables,
    find: (...args) => {
      if (args[1].length > 0) asked.push(args[1].length)
      return tables.find(...args)
    },
  }
  Object.assign(house.apps, { tables: counting })
  const done = await work().finally(() => Object.assign(house.apps, { tables }))
  return { done, asked }
}
const imported = (to: AppView, rows: JsonObject[]) => {
  const commands = rows.map((values) => ({ kind: 'create' as const, values }))
  return house.records.changeMany(scope, actor({ via: 'import' }), { appId: to.id, commands })
}

test('an import asks once for each batch', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    title: `Row ${at}`,
    domain: at % 2 === 0 ? 'own.test' : `row-${at}.test`,
  }))
  const { done, asked } = await counted(() => imported(app, rows))
  expect(done).toHaveLength(40)
  expect(asked).toEqual([42])
  const { items } = await house.records.searchRecords(scope, actor(), {
    appId: app.id,
    limit: 100,
    filter: { field: 'title', op: 'startsWith', value: 'Row ' },
  })
  expect(items.filter(({ fields }) => fields['level'] === 'own')).toHaveLength(20)
})

test('an import asks together about what rules set, and again about what follows from the answers', async () => {
  const copy = (from: string) => ({ expression: `record.${from}` })
  const chained = await anApp([
    rule('copy', { field: 'domain', op: 'notEmpty' }, set('copy', copy('domain'))),
    rule('found', asks({ field: 'copy', op: 'inTable' }), set('secret', copy('title'))),
    rule('next', asks({ field: 'secret', op: 'inTable' }), set('level', { value: 'twice' })),
  ])
  const rows = Array.from({ length: 40 }, (_, at) => ({
    title: at < 10 ? 'Second.test' : `row-${at}.test`,
    domain: at < 20 ? 'own.test' : `row-${at}.test`,
  }))
  const { asked } = await counted(() => imported(chained, rows))
  const { items } = await house.records.searchRecords(scope, actor(), { appId: chained.id, limit: 100 })
  expect(items).toHaveLength(40)
  for (const { fields } of items)
    expect(fields['level'] ?? null, String(fields['title'])).toBe(
      fields['title'] === 'Second.test' ? 'twice' : null,
    )
  // The domains; then the titles of those that are found.
  expect(asked).toEqual([21, 11])
})

test('the open form gets answers as far as its user can read them', async () => {
  const ask = async (by: Actor, ...values: string[]) => {
    const lookups = values.map((value) => ({ table: 'own_domains', value }))
    const reply = await openForm(deps(), scope, by, { appId: app.id, lookups })
    return reply.lookups.map(({ found }) => found)
  }
  await writtenByRun('run.test', [])
  expect(await ask(actor(), 'OWN.test', 'no.test', 'run.test')).toEqual([true, false, true])
  expect(await ask(without('run:data'), 'own.test', 'run.test')).toEqual([true, false])
  expect(await ask(without('playbook:read'), 'own.test', 'run.test')).toEqual([null, null])
  const tested = async (by: Actor) => {
    const lookups = ['OWN.test', 'no.test', 'run.test'].map((value) => ({ table: 'own_domains', value }))
    return (await lookUpValues(house.apps.tables, scope, by, lookups)).map(({ found }) => found)
  }
  expect(await tested(actor())).toEqual([true, false, true])
  expect(await tested(without('run:data'))).toEqual([true, false, false])
  expect(await tested(without('playbook:read'))).toEqual([null, null, null])
  expect(await faultOf(tested(without('app:build')))).toMatch(/^right\.missing/)
  const unknown = [
    { table: 'gone', value: 'x' },
    { table: 'own_domains', column: 'hosts', value: '1' },
  ]
  const reply = await openForm(deps(), scope, actor(), { appId: app.id, lookups: unknown })
  expect(reply.lookups.map(({ found }) => found)).toEqual([null, null])
})

test('forms and runs show the outcome only to people who can read the table; a planted hole is found', async () => {
  const record = await make({ domain: 'own.test' })
  const run = { appId: app.id, recordId: record.id, sequence: '1' }
  const people: [Actor, boolean, boolean][] = [
    [actor(), true, true],
    [without('run:data'), true, false],
    [without('playbook:read'), false, false],
    [without('playbook:read', 'run:data'), false, false],
  ]
  const shows = (view: { workflow: unknown; form: unknown }) =>
    ['own_domains', 'Our own domain'].filter((part) =>
      JSON.stringify([view.workflow, view.form]).includes(part),
    )
  const whole = await getWorkflowRun(deps(), scope, actor(), run)
  let holes = 0
  for (const [by, seesForm, seesRun] of people) {
    const form = await openForm(deps(), scope, by, { appId: app.id, record: record.id })
    const view = await getWorkflowRun(deps(), scope, by, run)
    expect(shows(form)).toEqual(seesForm ? ['own_domains', 'Our own domain'] : [])
    expect(shows(view)).toEqual(seesRun ? ['own_domains', 'Our own domain'] : [])
    const hidden = view.rules.filter(({ outcome }) => outcome === 'hidden').map(({ rule: id }) => id)
    expect(hidden).toEqual(seesRun ? [] : ['foreign', 'own', 'alias', 'show', 'seen'])
    const known = await house.apps.getApp(scope, { ...by, permissions: reading(by) }, app.id)
    expect(JSON.stringify(known.workflow).includes('own_domains')).toBe(seesForm)
    if (!seesRun && shows(whole).length > 0) holes += 1
  }
  expect(holes).toBe(3)
  expect(whole.rules.find(({ rule: id }) => id === 'own')).toMatchObject({
    outcome: 'true',
    operands: [{ reads: ['domain'], actual: 'own.test', holds: true }],
  })
})

/** Who builds the app sees its rules; others see what they can read. */
function reading({ permissions }: Actor): ReadonlySet<Permission> {
  return new Set([...permissions].filter((one) => one !== 'app:build'))
}

test('rows that runs made of restricted data count for no one', async () => {
  const open = await make({ domain: 'a.test' })
  const closed = await make({ domain: 'b.test' })
  const touch = (recordId: string) => ({ appId: app.id, recordId, trackingId: '', withheld: [] })
  await writtenByRun('from-open.test', [touch(open.id)])
  await writtenByRun('from-gone.test', [touch(newId())])
  await writtenByRun('from-anything.test', [touch(closed.id), { ...touch(newId()), appId: newId() }])
  expect((await make({ domain: 'from-open.test' })).fields['level']).toBe('own')
  expect((await make({ domain: 'from-gone.test' })).fields['level']).toBe('foreign')
  expect((await make({ domain: 'from-anything.test' })).fields['level']).toBe('foreign')
})

test('a row counts no more while the record that it was made of is restricted, also for those on its list', async () => {
  const source = await make({ domain: 'c.test' })
  const place = { appId: app.id, recordId: source.id }
  await writtenByRun('from-listed.test', [{ ...place, trackingId: '', withheld: [] }])
  const by = actor()
  const restrict = (to: Parameters<typeof restrictRecord>[3]['to']) =>
    restrictRecord({ apps: house.apps, people: onlyUser(by) }, scope, by, { ...place, to, ip: null })
  const values = { domain: 'from-listed.test' }
  const lookups = [{ table: 'own_domains', value: values.domain }]
  const seen = async () => {
    const form = await openForm(deps(), scope, by, { appId: app.id, lookups })
    return [form.lookups[0]?.found, (await make(values, by)).fields['level']]
  }
  expect(await seen()).toEqual([true, 'own'])
  await restrict([{ userId: UserId.parse(by.id) }])
  expect(await seen()).toEqual([false, 'foreign'])
  await restrict(null)
  expect(await seen()).toEqual([true, 'own'])
})

/** The directory of a tenant with one user. */
function onlyUser({ id, name }: Actor): RightsDeps['people'] {
  const users = [{ id: UserId.parse(id), name }]
  return { principals: async () => ({ roles: [], groups: [], users }), actors: async () => [] }
}

test('publishing names unknown tables and columns at their place, and tables that the builder can’t read', async () => {
  const publish = (more: Partial<TableTest>, by?: Actor) => faultOf(anApp([rule('r', asks(more))], by))
  expect(await publish({ table: 'gone' })).toBe('request.invalid | unknown_table when.table')
  expect(await publish({ column: 'gone' })).toBe('request.invalid | unknown_column when.column')
  expect(await publish({ column: 'hosts' })).toBe('request.invalid | not_allowed when.column')
  expect(await publish({}, without('playbook:read'))).toBe('request.invalid | unknown_table when.table')
  const {
    revision,
    name,
    icon,
    titleField,
    listColumns,
    layout,
    fields,
    workflow: logic,
  } = await anApp(RULES)
  const appId = (await house.apps.listApps(scope, actor())).find((one) => one.name === name)?.id ?? ''
  const update = AppUpdate.parse({
    revision,
    name: 'Renamed',
    icon,
    titleField,
    listColumns,
    layout,
    fields,
    workflow: logic,
  })
  expect((await house.apps.updateApp(scope, without('playbook:read'), { ...update, appId })).name).toBe(
    'Renamed',
  )
})

test('who can’t read tables copies an app with the rules that name them, and adds no table to the copy', async () => {
  const other = { ...TABLE, key: 'other_table', name: 'Other' }
  await createTable(scope, { actor: actor(), ip }, other)
  const by = without('playbook:read')
  const names = { appId: app.id, name: 'Copied', key: 'copied', acronym: 'CPD' }
  const copy = await house.apps.lifecycle.copy(scope, by, names)
  expect(copy.workflow).toEqual(app.workflow)
  const fields = { title: 'A mail', domain: 'own.test' }
  const made = await house.records.createRecord(scope, by, { appId: copy.id, fields })
  expect(made.fields['level']).toBe('own')
  const { revision, name, icon, titleField, listColumns, layout } = copy
  const changed = (table: string) => {
    const shape = { revision, name, icon, titleField, listColumns, layout, fields: copy.fields }
    const update = AppUpdate.parse({ ...shape, workflow: workflow(rule('r', asks({ table }))) })
    return faultOf(house.apps.updateApp(scope, by, { ...update, appId: copy.id }))
  }
  expect(await changed('other_table')).toBe('request.invalid | unknown_table when.table')
  expect(await changed('own_domains')).toBe('done')
})

test('publishing runs tests on what the tables say now', async () => {
  const values = { domain: 'tested.test' }
  const row = await createTableRow(house.automation, scope, actor(), { tableId: table.id, values })
  const own = await anApp(RULES)
  const sample = { id: 't', name: 'Own domain', opened: 'edit', at: '2026-11-21T12:00:00.000Z', stored: {} }
  const wanted = { values: { level: 'own' }, messages: [{ level: 'info', text: 'Our own domain' }] }
  const tests = [{ ...sample, given: values, expect: { items: {}, options: {}, ...wanted } }]
  let { revision } = own
  const publish = async (by: Actor) => {
    const { name, icon, titleField, listColumns, layout, fields } = own
    const shape = { revision, name, icon, titleField, listColumns, layout, fields }
    const update = AppUpdate.parse({ ...shape, workflow: { ...workflow(...RULES), tests } })
    const done = house.apps.updateApp(scope, by, { ...update, appId: own.id })
    return faultOf(
      done.then((view) => {
        revision = view.revision
      }),
    )
  }
  expect(await publish(actor())).toBe('done')
  expect(await publish(without('playbook:read'))).toMatch(/^app\.confirm_first \| test_fails/)
  await deleteTableRow(scope, actor(), { tableId: table.id, rowId: row.id })
  expect(await publish(actor())).toMatch(/^app\.confirm_first \| test_fails/)
})

test('a table that form logic uses can’t be deleted, and neither can its key or the columns that are asked', async () => {
  const used = await createTable(scope, { actor: actor(), ip }, { ...TABLE, key: 'used', name: 'Used' })
  const own = await anApp([rule('r', asks({ table: 'used', column: 'alias' }))])
  const uses = await usesOfTable(house.automation, scope, actor(), used.id)
  expect(uses).toEqual({ items: [], logic: [{ kind: 'app', id: own.id, name: own.name }], others: 0 })
  const stranger = without('app:read')
  expect(await usesOfTable(house.automation, scope, stranger, used.id)).toEqual({
    items: [],
    logic: [],
    others: 1,
  })
  const by = { actor: actor(), ip }
  expect(await faultOf(deleteTable(house.automation, scope, by, used.id))).toBe(
    `table.in_use | Used by the form logic of ${own.name}`,
  )
  expect(await faultOf(deleteTable(house.automation, scope, { actor: stranger, ip }, used.id))).toBe(
    'table.in_use | Used by form logic of apps that aren’t shared with you',
  )
  const save = (over: Partial<TableInput>) =>
    faultOf(
      saveTable(house.automation, scope, by, {
        tableId: used.id,
        revision: 1,
        input: { ...TABLE, key: 'used', name: 'Used', ...over },
      }),
    )
  expect(await save({ key: 'other' })).toBe('table.invalid | in_use body.key')
  expect(await save({ columns: TABLE.columns.slice(0, 1) })).toBe('table.invalid | in_use body.columns')
  expect(await save({ columns: TABLE.columns.slice(0, 2) })).toBe('done')
})

test('a row that is deleted counts no more', async () => {
  const values = { domain: 'short.test' }
  const row = await createTableRow(house.automation, scope, actor(), { tableId: table.id, values })
  expect((await make(values)).fields['level']).toBe('own')
  await deleteTableRow(scope, actor(), { tableId: table.id, rowId: row.id })
  expect((await make(values)).fields['level']).toBe('foreign')
})
