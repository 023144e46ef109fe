import type { TableInput, TableView } from '@caseloom/contract/automation/tables'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { aPlaybook, type AutomationFixture, createAutomationFixture } from '../automation.fixture.ts'
import { purgeExpiredAutomation } from '../operations/automation-retention.ts'
import { problemsOf } from '../publishing/playbooks.read.ts'
import { importTable } from './import-table.ts'
import { exportTable, listTableRows, listTables, usesOfTable } from './list-tables.ts'
import { listTableChanges, restoreTableRow } from './restore-row.ts'
import { createTableRow, deleteTableRow, saveTableRow } from './save-row.ts'
import { createTable, deleteTable, saveTable } from './save-table.ts'
import { tableEffects } from './table-effects.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

const ip = '192.0.2.1'
const DOMAINS: TableInput = {
  key: 'own_domains',
  name: 'Own domains',
  description: null,
  columns: [
    { key: 'domain', label: 'Domain', type: 'text' },
    { key: 'note', label: 'Note', type: 'text' },
    { key: 'hosts', label: 'Hosts', type: 'number' },
    { key: 'hosted', label: 'Hosted', type: 'boolean' },
    { key: 'renewal', label: 'Renewal', type: 'instant' },
  ],
  caseSensitive: false,
  expireDays: null,
}

async function aTable(over: Partial<TableInput> = {}) {
  const scope = await house.aTenant()
  const actor = anActor(scope)
  const by = { actor, ip }
  const table = await createTable(scope, by, { ...DOMAINS, ...over })
  const { automation: deps } = house
  const add = (values: JsonObject) => createTableRow(deps, scope, actor, { tableId: table.id, values })
  const load = (text: string) => importTable(deps, scope, by, { tableId: table.id, bytes: Buffer.from(text) })
  const rows = async (q?: string) =>
    (await listTableRows(deps, scope, actor, { tableId: table.id, limit: 50, q })).items.map(
      ({ values }) => values,
    )
  return { scope, actor, by, table, add, load, rows }
}

/** The code of a failure with its issues by place. */
async function faultOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isFailure(error)) throw error ?? new Error('It did not fail')
  const issues = (error.details.issues ?? []).map(({ path, message }) => [path.join('.'), message])
  return [error.code, ...issues]
}

/** Makes all rows of a table as old as this. */
const age = (scope: TenantScope, { id }: TableView, days: number) =>
  scope.tx((tx) =>
    tx.query(
      `update caseloom.reference_row set written_at = written_at - $3 * interval '1 day'
        where tenant_id = $1 and table_id = $2`,
      [tx.tenantId, id, days],
    ),
  )

describe('reference tables', () => {
  it('hold typed rows, one per key', async () => {
    const { add, rows, scope, actor, table } = await aTable()
    await add({ domain: ' Example.com ', hosts: '3', hosted: 'yes', renewal: '2026-12-31' })
    expect(await rows()).toEqual([
      { domain: 'Example.com', note: null, hosts: 3, hosted: true, renewal: '2026-12-31T00:00:00.000Z' },
    ])
    expect(await faultOf(add({ domain: 'EXAMPLE.com' }))).toEqual([
      'table.row_invalid',
      ['body.values.domain', 'The table already has a row with this key'],
    ])
    const [row] = (await listTableRows(house.automation, scope, actor, { tableId: table.id, limit: 1 })).items
    if (row === undefined) throw new Error('No row')
    const change = { tableId: table.id, rowId: row.id, values: { note: 'Main' }, revision: row.revision }
    expect((await saveTableRow(house.automation, scope, actor, change)).values).toMatchObject({
      domain: 'Example.com',
      note: 'Main',
      hosts: 3,
    })
    expect(await faultOf(saveTableRow(house.automation, scope, actor, change))).toEqual([
      'resource.version_conflict',
    ])
    await deleteTableRow(scope, actor, { tableId: table.id, rowId: row.id })
    expect(await rows()).toEqual([])
  })

  it('report all faults of a row at their places', async () => {
    const { add } = await aTable()
    const values = {
      domain: '',
      hosts: 'many',
      hosted: 'maybe',
      renewal: '2026-02-30',
      nots: 'x',
      note: ['a'],
    }
    expect(await faultOf(add(values))).toEqual([
      'table.row_invalid',
      ['body.values.domain', 'A key is required'],
      ['body.values.hosts', 'Not a number'],
      ['body.values.hosted', 'Not yes or no'],
      ['body.values.renewal', 'Not a date and time, such as 2026-11-21T03:02:15Z'],
      ['body.values.nots', 'The table has no column "nots"; did you mean "note"?'],
      ['body.values.note', 'A cell holds one value, not a list or an object'],
    ])
  })

  it('are found by what rows contain, page by page', async () => {
    const { load, rows, scope, actor, table } = await aTable()
    await load(
      `domain,note\n${Array.from({ length: 7 }, (_, n) => `d${n}.example,${n % 2 ? 'Odd' : 'Even'}`).join('\n')}`,
    )
    expect((await rows('odd')).map((values) => values?.['domain'])).toHaveLength(3)
    const seen: unknown[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await listTableRows(house.automation, scope, actor, {
        tableId: table.id,
        limit: 3,
        cursor,
      })
      seen.push(...page.items.map(({ values }) => values?.['domain']))
      if (page.next === null) break
      cursor = page.next
    }
    expect(new Set(seen).size).toBe(7)
    expect(seen).toHaveLength(7)
  })

  it('import a file whole or not at all, with every fault by line', async () => {
    const { load, rows, add } = await aTable()
    await add({ domain: 'example.com', note: 'Main', hosts: 1 })
    const wrong = 'Domain,Hosts,Renewl\nexample.com,3,\n,4,\nexample.net,x,\nEXAMPLE.NET,5,\n'
    expect(await faultOf(load(wrong))).toEqual([
      'table.import_invalid',
      ['body.1.Renewl', 'The table has no column "Renewl"; did you mean "renewal"?'],
      ['body.3.domain', 'A key is required'],
      ['body.4.hosts', 'Not a number'],
      ['body.5.domain', 'Line 4 has the same key'],
    ])
    expect(await rows()).toMatchObject([{ domain: 'example.com', hosts: 1 }])
    expect(await load('Domain,Hosts\nexample.com,3\nexample.net,5\n')).toEqual({
      rows: 2,
      added: 1,
      changed: 1,
      unchanged: 0,
    })
    expect(await rows()).toMatchObject([
      { domain: 'example.net', note: null, hosts: 5 },
      { domain: 'example.com', note: 'Main', hosts: 3 },
    ])
    expect(await faultOf(load(''))).toEqual(['table.import_invalid', ['body.1', 'The file is empty']])
  })

  it('export what an import reads, without formulas', async () => {
    const { add, load, rows, scope, actor, table } = await aTable()
    await add({ domain: 'example.com', note: '=1+1', hosted: false })
    const { text } = await exportTable(house.automation, scope, actor, table.id)
    expect(text).toContain('domain,note,hosts,hosted,renewal')
    expect(text).not.toMatch(/(^|,)=1/m)
    const before = await rows()
    await load(text)
    expect(await rows()).toEqual(before)
  })

  it('show expired rows for thirty days, and then forget them', async () => {
    const { add, rows, scope, actor, table } = await aTable({ expireDays: 7 })
    await add({ domain: 'old.example' })
    await age(scope, table, 8)
    await add({ domain: 'new.example' })
    expect(await rows()).toMatchObject([{ domain: 'new.example' }, { domain: 'old.example' }])
    const shown = async (state: 'live' | 'expired') =>
      (await listTableRows(house.automation, scope, actor, { tableId: table.id, limit: 5, state })).items
    expect(await shown('live')).toMatchObject([{ values: { domain: 'new.example' }, expired: false }])
    expect(await shown('expired')).toMatchObject([{ values: { domain: 'old.example' }, expired: true }])
    expect((await listTables(scope, actor))[0]).toMatchObject({ rows: 1, expired: 1 })
    expect((await exportTable(house.automation, scope, actor, table.id)).text).not.toContain('old.example')
    await add({ domain: 'old.example', note: 'again' })
    expect(await rows('again')).toMatchObject([{ domain: 'old.example' }])
    await age(scope, table, 36)
    await purgeExpiredAutomation(house.installation.database.system)
    expect(await rows()).toHaveLength(2)
    await age(scope, table, 2)
    await purgeExpiredAutomation(house.installation.database.system)
    const left = await scope.read((tx) =>
      tx.query('select 1 from caseloom.reference_row where table_id = $1', [table.id]),
    )
    expect(left).toHaveLength(0)
  })

  it('keep the types and the key column of rows that exist', async () => {
    const { add, scope, by, table } = await aTable()
    await add({ domain: 'example.com' })
    const [domain, note, ...others] = table.columns
    if (domain === undefined || note === undefined) throw new Error('No columns')
    const save = (over: Partial<TableInput>) =>
      saveTable(house.automation, scope, by, {
        tableId: table.id,
        revision: 1,
        input: { ...DOMAINS, ...over },
      })
    expect(
      await faultOf(save({ columns: [domain, { ...note, type: 'number' }], caseSensitive: true })),
    ).toEqual([
      'table.invalid',
      ['body.caseSensitive', 'This can’t be changed while the table has rows'],
      ['body.columns.1.type', 'The type can’t be changed while the table has rows'],
    ])
    expect((await save({ columns: [domain, ...others] })).columns).toHaveLength(4)
  })

  it('have one key each, and belong to their tenant', async () => {
    const { scope, by, table } = await aTable()
    expect(await faultOf(createTable(scope, by, DOMAINS))).toEqual([
      'table.key_taken',
      ['body.key', 'The key "own_domains" is already in use'],
    ])
    const other = await house.aTenant()
    expect(
      await faultOf(deleteTable(house.automation, other, { actor: anActor(other), ip }, table.id)),
    ).toEqual(['resource.not_found'])
    const query = { tableId: table.id, limit: 1 }
    expect(await faultOf(listTableRows(house.automation, other, anActor(other), query))).toEqual([
      'resource.not_found',
    ])
  })
})

const step = (action: string, input: JsonObject): JsonObject => ({ key: 'one', action, with: input })

describe('playbooks that use tables', () => {
  it('are refused for tables and columns that don’t exist, at their places', async () => {
    const { scope } = await aTable()
    const problems = async (one: JsonObject) =>
      (await problemsOf(house.automation, scope, aPlaybook([one], { triggers: [] }))).map(
        ({ path, message }) => [path.join('.'), message],
      )
    expect(await problems(step('table.lookup', { table: 'own_domain', key: 'x' }))).toEqual([
      ['steps.0.with.table', 'There is no table "own_domain"; did you mean "own_domains"?'],
    ])
    const values = { hosst: 1, hosts: 'many', domain: 'y', note: '{% 1 %}' }
    expect(await problems(step('table.upsert', { table: 'own_domains', key: 'x', values }))).toEqual([
      ['steps.0.with.values.domain', 'The column "domain" holds the key of the row: it is set by "key"'],
      ['steps.0.with.values.hosst', 'The table has no column "hosst"; did you mean "hosts"?'],
      ['steps.0.with.values.hosts', 'Not a number'],
    ])
    expect(await problems(step('table.delete', { table: 'own_domains', key: 'x' }))).toEqual([])
  })

  it('keep the tables and columns that their published versions name', async () => {
    const { scope, by, table } = await aTable()
    const write = step('table.upsert', { table: 'own_domains', key: 'x', values: { note: 'n' } })
    await house.publish(scope, aPlaybook([write], { triggers: [] }))
    expect(await faultOf(deleteTable(house.automation, scope, by, table.id))).toEqual(['table.in_use'])
    const input = { ...DOMAINS, key: 'domains', columns: DOMAINS.columns.slice(0, 1) }
    expect(
      await faultOf(saveTable(house.automation, scope, by, { tableId: table.id, revision: 1, input })),
    ).toEqual([
      'table.invalid',
      ['body.key', 'Published playbooks use this key'],
      ['body.columns', 'Published playbooks write the column "note"'],
    ])
  })

  it('look up, write, and delete rows once per step', async () => {
    const { scope, rows } = await aTable()
    const { id: playbookId } = await house.publish(scope, aPlaybook([], { triggers: [] }))
    const act = actsFor(scope, playbookId)
    const at = { table: 'own_domains', key: 'Example.com' }
    expect(await act('table.lookup', at)).toEqual({ found: false, row: null })
    expect(await act('table.upsert', { ...at, values: { hosts: 2 } }, 'same')).toEqual({ key: 'Example.com' })
    await act('table.upsert', { ...at, values: { note: 'n', hosts: 3 } })
    expect(await act('table.upsert', { ...at, values: { hosts: 2 } }, 'same')).toEqual({ key: 'Example.com' })
    expect(await act('table.lookup', { ...at, key: 'example.COM' })).toEqual({
      found: true,
      row: { domain: 'Example.com', note: 'n', hosts: 3, hosted: null, renewal: null },
    })
    expect(await act('table.upsert', { ...at, values: { hosts: 'x' } })).toBe('table.row_invalid')
    expect(await act('table.lookup', { ...at, table: 'own' })).toBe('table.unknown')
    expect(await act('table.delete', at)).toEqual({ deleted: true })
    expect(await act('table.delete', at)).toEqual({ deleted: false })
    expect(await rows()).toEqual([])
  })
})

function actsFor(scope: TenantScope, playbookId: string) {
  const actions = tableEffects(house.automation)
  const runId = newId()
  let steps = 0
  return async (action: string, input: JsonObject, key = `${runId}/s${(steps += 1)}~1`) => {
    const outcome = await actions.get(action)?.perform(input, {
      scope,
      actor: { ...anActor(scope), runId, playbookId },
      idempotencyKey: key,
      timeoutMs: 1_000,
      signal: new AbortController().signal,
    })
    return outcome?.ok === true ? outcome.output : outcome?.error.code
  }
}

describe('people without permissions', () => {
  const stranger = (scope: TenantScope, ...permissions: Permission[]): Actor => ({
    ...anActor(scope),
    permissions: new Set(permissions),
  })

  it('can read tables with playbook:read, and change them only with playbook:build', async () => {
    const { scope, table, add } = await aTable()
    await add({ domain: 'example.com' })
    const { automation: deps } = house
    const tableId = table.id
    const use = (actor: Actor): Record<string, () => Promise<unknown>> => ({
      listTables: () => listTables(scope, actor),
      usesOfTable: () => usesOfTable(deps, scope, actor, tableId),
      listTableRows: () => listTableRows(deps, scope, actor, { tableId, limit: 1 }),
      exportTable: () => exportTable(deps, scope, actor, tableId),
      listTableChanges: () => listTableChanges(deps, scope, actor, { tableId, limit: 1 }),
      createTable: () => createTable(scope, { actor, ip }, { ...DOMAINS, key: 'other' }),
      saveTable: () => saveTable(deps, scope, { actor, ip }, { tableId, revision: 1, input: DOMAINS }),
      deleteTable: () => deleteTable(deps, scope, { actor, ip }, tableId),
      createTableRow: () => createTableRow(deps, scope, actor, { tableId, values: { domain: 'x' } }),
      saveTableRow: () =>
        saveTableRow(deps, scope, actor, { tableId, rowId: newId(), values: {}, revision: 1 }),
      deleteTableRow: () => deleteTableRow(scope, actor, { tableId, rowId: newId() }),
      restoreTableRow: () =>
        restoreTableRow(deps, scope, actor, { tableId, changeId: newId(), revision: null }),
      importTable: () => importTable(deps, scope, { actor, ip }, { tableId, bytes: Buffer.from('') }),
    })
    for (const [name, call] of Object.entries(use(stranger(scope, 'run:read', 'playbook:build'))).slice(0, 5))
      expect(await faultOf(call()), name).toEqual(['right.missing'])
    const reads = Object.entries(use(stranger(scope, 'playbook:read')))
    for (const [name, call] of reads.slice(0, 5)) await expect(call(), name).resolves.toBeDefined()
    for (const [name, call] of reads.slice(5)) expect(await faultOf(call()), name).toEqual(['right.missing'])
    expect((await listTables(scope, stranger(scope, 'playbook:read')))[0]?.can).toEqual({ build: false })
  })

  it('see what runs wrote only with run:data, and replace it without learning of it', async () => {
    const { scope, table, rows } = await aTable()
    const { id: playbookId } = await house.publish(scope, aPlaybook([], { triggers: [] }))
    const values = { note: 'From a run' }
    await actsFor(scope, playbookId)('table.upsert', { table: 'own_domains', key: 'run.example', values })
    expect(await rows()).toMatchObject([{ domain: 'run.example', note: 'From a run' }])
    const builder = stranger(scope, 'playbook:read', 'playbook:build', 'record:read')
    const look = async (q?: string) =>
      (await listTableRows(house.automation, scope, builder, { tableId: table.id, limit: 5, q })).items
    expect(await look()).toMatchObject([{ values: null }])
    expect(await look('run')).toEqual([])
    const { text } = await exportTable(house.automation, scope, builder, table.id)
    expect(text).not.toContain('run.example')
    const made = { tableId: table.id, values: { domain: 'RUN.example', note: 'By hand' } }
    expect((await createTableRow(house.automation, scope, builder, made)).values).toMatchObject({
      note: 'By hand',
    })
    expect(await rows()).toMatchObject([{ domain: 'RUN.example', note: 'By hand' }])
  })
})
