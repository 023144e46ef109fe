import type { TableInput } from '@caseloom/contract/automation/tables'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { aPlaybook, type AutomationFixture, createAutomationFixture } from '../automation.fixture.ts'
import type { TenantMember } from '../directory/directory-port.ts'
import { purgeExpiredAutomation } from '../operations/automation-retention.ts'
import { problemsOf } from '../publishing/playbooks.read.ts'
import { tablesPort } from './find-in-tables.ts'
import { importTable } from './import-table.ts'
import { exportTable, getTableRow, listTableRows } from './list-tables.ts'
import { listTableChanges, restoreTableRow } from './restore-row.ts'
import { forgetExpiredRows } from './put-rows.store.ts'
import { createTableRow, deleteTableRow, saveTableRow } from './save-row.ts'
import { createTable, saveTable } from './save-table.ts'
import { tableEffects } from './table-effects.ts'
import type { TableDeps } from './table-people.ts'
import { MARK_OLD_ROWS } from './tables.migrations.ts'

let house: AutomationFixture
const members = new Map<string, TenantMember[]>()
let deps: TableDeps
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
  deps = { ...house.automation, members: async ({ tenantId }) => members.get(tenantId) ?? [] }
})
afterAll(() => house.close())

const ip = '192.0.2.1'
const RANGES: TableInput = {
  key: 'ranges',
  name: 'Ranges',
  description: null,
  columns: [
    { key: 'range', label: 'Range', type: 'network' },
    { key: 'site', label: 'Site', type: 'text' },
    { key: 'gateway', label: 'Gateway', type: 'network' },
    { key: 'kind', label: 'Kind', type: 'choice', options: ['Office', 'VPN'] },
    { key: 'owner', label: 'Owner', type: 'user' },
  ],
  caseSensitive: false,
  expireDays: null,
}

async function aTable(over: Partial<TableInput> = {}) {
  const scope = await house.aTenant()
  const actor = anActor(scope)
  const person = (name: string, service = false): TenantMember => ({
    actor: anActor(scope, { name, id: newId() }),
    email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
    service,
  })
  const people = [person('Alice Adams'), person('Bob Brandt'), person('Deploy Bot', true)]
  members.set(scope.tenantId, people)
  const table = await createTable(scope, { actor, ip }, { ...RANGES, ...over })
  const tableId = table.id
  const list = async (query: { q?: string; state?: 'live' | 'expired' } = {}) =>
    (await listTableRows(deps, scope, actor, { tableId, limit: 50, ...query })).items
  return {
    scope,
    actor,
    table,
    tableId,
    people,
    add: (values: JsonObject, expiresAt?: string) =>
      createTableRow(deps, scope, actor, { tableId, values, expiresAt }),
    load: (bytes: string | Buffer, dryRun = false) =>
      importTable(deps, scope, { actor, ip }, { tableId, bytes: Buffer.from(bytes), dryRun }),
    keys: async (query: { q?: string; state?: 'live' | 'expired' } = {}) =>
      (await list(query)).map(({ values }) => values?.['range']),
    list,
    changes: async (row?: string, by = actor) =>
      (await listTableChanges(deps, scope, by, { tableId, row, limit: 50 })).items,
    act: await actsFor(scope),
  }
}

async function actsFor(scope: TenantScope) {
  const { id: playbookId } = await house.publish(scope, aPlaybook([], { triggers: [] }))
  const runId = newId()
  let steps = 0
  return async (action: string, input: JsonObject): Promise<JsonValue | undefined> => {
    const outcome = await tableEffects(deps)
      .get(action)
      ?.perform(input, {
        scope,
        actor: { ...anActor(scope), runId, playbookId },
        idempotencyKey: `${runId}/s${(steps += 1)}~1`,
        timeoutMs: 1_000,
        signal: new AbortController().signal,
      })
    return outcome?.ok === true ? outcome.output : outcome?.error.message
  }
}

async function faultOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isFailure(error)) throw error ?? new Error('It did not fail')
  return [error.code, ...(error.details.issues ?? []).map(({ path, message }) => [path.join('.'), message])]
}

describe('columns of networks, selections, and users', () => {
  it('report every value that they can’t hold at its place', async () => {
    const { add, people } = await aTable()
    const wrong = { range: '10.0.0.0/99', gateway: 'none', kind: 'Offce', owner: 'Deploy Bot' }
    expect(await faultOf(add(wrong))).toEqual([
      'table.row_invalid',
      ['body.values.range', 'Not an IP address or a network, such as 10.20.0.0/16'],
      ['body.values.gateway', 'Not an IP address or a network, such as 10.20.0.0/16'],
      ['body.values.kind', '"Offce" is not an option; did you mean "Office"?'],
      ['body.values.owner', 'No one in this tenant is called "Deploy Bot"'],
    ])
    const row = await add({ range: '10.20.7.9/16', kind: 'vpn', owner: 'ALICE@example.com' })
    const id = String(people[0]?.actor.id)
    expect(row).toMatchObject({
      values: { range: '10.20.0.0/16', kind: 'VPN', owner: id },
      people: { [id]: 'Alice Adams' },
    })
    expect(await faultOf(add({ range: '10.20.255.0/16' }))).toEqual([
      'table.row_invalid',
      ['body.values.range', 'The table already has a row with this key'],
    ])
  })

  it('let a row keep what they no longer accept', async () => {
    const { add, scope, actor, tableId, table, people } = await aTable()
    const { id: rowId, values } = await add({ range: '10.0.0.0/8', kind: 'VPN', owner: 'Bob Brandt' })
    members.set(scope.tenantId, people.slice(0, 1))
    const columns = RANGES.columns.map((one) => (one.key === 'kind' ? { ...one, options: ['Office'] } : one))
    const input = { ...RANGES, columns }
    await saveTable(house.automation, scope, { actor, ip }, { tableId, revision: table.revision, input })
    const change = { tableId, rowId, revision: 1, values: { ...values, site: 'Berlin' } }
    const saved = await saveTableRow(deps, scope, actor, change)
    expect(saved).toMatchObject({ values: { kind: 'VPN', site: 'Berlin' }, people: {} })
    const again = saveTableRow(deps, scope, actor, { ...change, revision: 2, values: { kind: 'vpn' } })
    expect(await faultOf(again)).toEqual([
      'table.row_invalid',
      ['body.values.kind', '"vpn" is not an option'],
    ])
  })

  it('find the narrowest network that contains an address, by the key and by other columns', async () => {
    const { add, act, keys } = await aTable()
    await add({ range: '10.0.0.0/8', site: 'All', gateway: '192.0.2.0/24' })
    await add({ range: '10.1.0.0/16', site: 'Berlin', gateway: '192.0.2.0/28' })
    await add({ range: '10.1.2.3', site: 'Printer', gateway: '2001:db8::/32' })
    const found = async (key: string, column?: string) => {
      const output = await act('table.lookup', { table: 'ranges', key, ...(column ? { column } : {}) })
      return typeof output === 'object'
        ? ((output as JsonObject)['row'] as JsonObject | null)?.['site']
        : output
    }
    expect(await found('10.1.2.3')).toBe('Printer')
    expect(await found('10[.]1[.]2[.]4')).toBe('Berlin')
    expect(await found('10.1.0.0/12')).toBe('All')
    expect(await found('11.0.0.1')).toBeUndefined()
    expect(await found('192.0.2.9', 'gateway')).toBe('Berlin')
    expect(await found('192.0.2.99', 'gateway')).toBe('All')
    expect(await found('2001:db8::99', 'gateway')).toBe('Printer')
    expect(await found('berlin', 'site')).toBe('Berlin')
    expect(await found('nowhere', 'gateway')).toBe(
      'key: Not an IP address or a network, such as 10.20.0.0/16',
    )
    expect(await found('x', 'sit')).toBe('The table has no column "sit"; did you mean "site"?')
    expect(await keys({ q: '10.1.9.9' })).toEqual(['10.1.0.0/16', '10.0.0.0/8'])
  })

  it('answer form logic by the same rule', async () => {
    const { add, scope } = await aTable()
    await add({ range: '10.1.0.0/16', gateway: '192.0.2.0/28', kind: 'VPN' })
    const ask = async (value: string, column?: string) => {
      const question = { table: 'ranges', value, ...(column === undefined ? {} : { column }) }
      const port = tablesPort(house.automation)
      return (await scope.read((tx) => port.find(tx, [question], { runs: true })))[0]?.found
    }
    expect([await ask('10.1.9.9'), await ask('10.2.9.9')]).toEqual([true, false])
    expect([await ask('192.0.2.3', 'gateway'), await ask('192.0.2.30', 'gateway')]).toEqual([true, false])
    expect([await ask('vpn', 'kind'), await ask('x', 'owner')]).toEqual([true, null])
  })

  it('are checked when a playbook names them', async () => {
    const { scope } = await aTable()
    const problems = async (action: string, input: JsonObject) =>
      (
        await problemsOf(
          house.automation,
          scope,
          aPlaybook([{ key: 'one', action, with: input }], { triggers: [] }),
        )
      ).map(({ path, message }) => [path.join('.'), message])
    expect(await problems('table.lookup', { table: 'ranges', key: 'x', column: 'sit' })).toEqual([
      ['steps.0.with.column', 'The table has no column "sit"; did you mean "site"?'],
    ])
    const values = { kind: 'Offce', gateway: 'x', owner: 'anyone' }
    expect(await problems('table.upsert', { table: 'ranges', key: '10.0.0.1', values })).toEqual([
      ['steps.0.with.values.kind', '"Offce" is not an option; did you mean "Office"?'],
      ['steps.0.with.values.gateway', 'Not an IP address or a network, such as 10.20.0.0/16'],
    ])
  })

  it('are exported as people write them, and imported again', async () => {
    const { add, load, list, scope, actor, tableId } = await aTable()
    await add({ range: '10.0.0.0/8', kind: 'VPN', owner: 'Bob Brandt' }, '2999-01-01T00:00:00Z')
    const { text } = await exportTable(deps, scope, actor, tableId)
    expect(text).toContain('range,site,gateway,kind,owner,expires_at')
    expect(text).toContain('10.0.0.0/8,,,VPN,bob@example.com,2999-01-01T00:00:00.000Z')
    expect(await load(text)).toEqual({ rows: 1, added: 0, changed: 0, unchanged: 1 })
    const [row] = await list()
    expect(row).toMatchObject({ ownExpiresAt: '2999-01-01T00:00:00.000Z', values: { kind: 'VPN' } })
    expect(Object.values(row?.people ?? {})).toEqual(['Bob Brandt'])
    expect(await list({ q: 'brandt' })).toHaveLength(1)
  })

  it('need options for selections, and a key of texts or networks', async () => {
    const [range, site] = RANGES.columns
    if (range === undefined || site === undefined) throw new Error('No columns')
    const columns = [
      { ...site, type: 'user' as const },
      { ...range, type: 'choice' as const },
      { ...site, key: 'a', options: ['x'] },
      { ...site, key: 'b', type: 'choice' as const, options: ['One', 'one'] },
    ]
    expect(await faultOf(aTable({ columns }))).toEqual([
      'table.invalid',
      ['body.columns.0.type', 'The key column must be a text or network column'],
      ['body.columns.1.options', 'A selection needs at least one option'],
      ['body.columns.2.options', 'Only a selection has options'],
      ['body.columns.3.options', 'The option "one" appears twice'],
    ])
  })

  it('are found in rows of before the index of lookups', async () => {
    const { add, act, scope } = await aTable()
    await add({ range: '10.0.0.1', site: ' Berlin ' })
    await scope.tx((tx) =>
      tx.query("update caseloom.reference_row set marks = '{}' where tenant_id = $1", [tx.tenantId]),
    )
    const look = () => act('table.lookup', { table: 'ranges', key: 'berlin', column: 'site' })
    expect(await look()).toMatchObject({ found: false })
    await house.installation.database.system.tx((tx) => tx.query(MARK_OLD_ROWS))
    expect(await look()).toMatchObject({ found: true })
  })
})

describe('the expiry of a row', () => {
  it('ends lookups, is set by people and steps, and can be renewed', async () => {
    const { add, act, list, keys, scope, actor, tableId } = await aTable({ expireDays: 30 })
    const at = { table: 'ranges', key: '10.0.0.1' }
    const row = await add({ range: '10.0.0.1' }, '2026-01-01T00:00:00Z')
    expect(row).toMatchObject({ expired: true, expiresAt: '2026-01-01T00:00:00.000Z' })
    expect(await act('table.lookup', at)).toMatchObject({ found: false })
    expect(await keys({ state: 'live' })).toEqual([])
    const change = { tableId, rowId: row.id, values: {}, revision: row.revision, expiresAt: null }
    const renewed = await saveTableRow(deps, scope, actor, change)
    expect(renewed).toMatchObject({ expired: false, ownExpiresAt: null })
    expect(renewed.expiresAt).not.toBeNull()
    expect(await act('table.lookup', at)).toMatchObject({ found: true })
    await act('table.upsert', { ...at, expiresAt: '2999-01-01' })
    expect(await list()).toMatchObject([{ ownExpiresAt: '2999-01-01T00:00:00.000Z' }])
    await act('table.upsert', { ...at, values: { site: 'Berlin' } })
    expect(await list()).toMatchObject([{ ownExpiresAt: '2999-01-01T00:00:00.000Z' }])
    await act('table.upsert', { ...at, expiresAt: null })
    expect(await list()).toMatchObject([{ ownExpiresAt: null }])
    expect(await act('table.upsert', { ...at, expiresAt: 'soon' })).toBe(
      'expiresAt: Not a date and time, such as 2026-11-21T03:02:15Z',
    )
  })
})

describe('the history of rows', () => {
  it('says who changed what, and restores earlier values and deleted rows', async () => {
    const { add, changes, list, scope, actor, tableId } = await aTable()
    const row = await add({ range: '10.0.0.1', site: 'Berlin' })
    const change = { tableId, rowId: row.id, values: { site: 'Bonn' }, revision: 1 }
    await saveTableRow(deps, scope, actor, change)
    await saveTableRow(deps, scope, actor, { ...change, revision: 2 })
    const [second, first] = await changes(row.id)
    expect(second).toMatchObject({
      kind: 'changed',
      by: { name: actor.name, run: null },
      before: { site: 'Berlin' },
      after: { site: 'Bonn' },
    })
    expect(first).toMatchObject({ kind: 'added', before: null, after: { site: 'Berlin' }, gone: false })
    expect(await changes(row.id)).toHaveLength(2)
    const back = (changeId: string, revision: number | null) =>
      restoreTableRow(deps, scope, actor, { tableId, changeId, revision })
    expect(await faultOf(back(String(first?.id), 1))).toEqual(['resource.version_conflict'])
    expect(await back(String(first?.id), 3)).toMatchObject({ values: { site: 'Berlin' }, revision: 4 })
    await deleteTableRow(scope, actor, { tableId, rowId: row.id })
    const [deleted, restored] = await changes()
    expect(deleted).toMatchObject({ kind: 'deleted', before: { site: 'Berlin' }, after: null, gone: true })
    expect(restored).toMatchObject({ kind: 'restored', before: { site: 'Bonn' } })
    expect(await back(String(deleted?.id), null)).toMatchObject({ id: row.id, values: { site: 'Berlin' } })
    expect(await list()).toHaveLength(1)
    expect((await changes())[0]).toMatchObject({ kind: 'restored', gone: false })
    await deleteTableRow(scope, actor, { tableId, rowId: row.id })
    await add({ range: '10.0.0.1' })
    expect(await faultOf(back(String(deleted?.id), null))).toEqual([
      'table.row_invalid',
      ['body.values.range', 'The table already has a row with this key'],
    ])
  })

  it('is read page by page', async () => {
    const { load, scope, actor, tableId } = await aTable()
    await load(`range\n${Array.from({ length: 7 }, (_, n) => `10.0.0.${n}`).join('\n')}`)
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await listTableChanges(deps, scope, actor, { tableId, limit: 3, cursor })
      seen.push(...page.items.map(({ id }) => id))
      if (page.next === null) break
      cursor = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  })

  it('has rows that were deleted because they expired, and forgets after its retention', async () => {
    const { add, changes, scope, actor, tableId } = await aTable()
    const row = await add({ range: '10.0.0.1', site: 'Berlin' }, '2026-01-01T00:00:00Z')
    await purgeExpiredAutomation(house.installation.database.system)
    const [expired] = await changes()
    expect(expired).toMatchObject({ kind: 'expired', rowId: row.id, before: { site: 'Berlin' }, gone: true })
    const back = { tableId, changeId: String(expired?.id), revision: null }
    expect(await restoreTableRow(deps, scope, actor, back)).toMatchObject({ expired: false, expiresAt: null })
    await scope.tx((tx) =>
      tx.query(
        `update caseloom.reference_change set id = overlay(id::text placing '018f0000' from 1 for 8)::uuid
          where tenant_id = $1 and table_id = $2`,
        [tx.tenantId, tableId],
      ),
    )
    await purgeExpiredAutomation(house.installation.database.system)
    expect(await changes()).toEqual([])
  })

  it('has expired rows of which the table has too many', async () => {
    const { load, keys } = await aTable()
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    await load(`range,expires_at\n10.0.0.1,${ago(3)}\n10.0.0.2,${ago(2)}\n10.0.0.3,${ago(-9)}\n`)
    await house.installation.database.system.tx((tx) => forgetExpiredRows(tx, 10, 1))
    expect(await keys()).toEqual(['10.0.0.3', '10.0.0.2'])
  })

  it('loses the values of columns that are removed', async () => {
    const { add, changes, scope, actor, tableId, table } = await aTable()
    await add({ range: '10.0.0.1', site: 'Berlin' })
    const without = RANGES.columns.filter(({ key }) => key !== 'site')
    const save = (revision: number, columns: TableInput['columns']) =>
      saveTable(house.automation, scope, { actor, ip }, { tableId, revision, input: { ...RANGES, columns } })
    await save(table.revision, without)
    await save(table.revision + 1, RANGES.columns)
    expect(await changes()).toMatchObject([{ after: { range: '10.0.0.1', site: null } }])
  })

  it('shows what runs wrote, and restores it, only to those who can read it', async () => {
    const { act, add, changes, scope, tableId, load, list } = await aTable()
    await act('table.upsert', { table: 'ranges', key: '10.0.0.1', values: { site: 'From a run' } })
    const builder: Actor = {
      ...anActor(scope),
      permissions: new Set<Permission>(['playbook:read', 'playbook:build', 'record:read']),
    }
    const [made] = await changes()
    expect(made).toMatchObject({ kind: 'added', after: { site: 'From a run' } })
    expect(await changes(undefined, builder)).toEqual([])
    const back = { tableId, changeId: String(made?.id), revision: 1 }
    expect(await faultOf(restoreTableRow(deps, scope, builder, back))).toEqual(['resource.not_found'])
    const own = { tableId, bytes: Buffer.from('range,site\n10.0.0.1,By hand\n') }
    await importTable(deps, scope, { actor: builder, ip }, own)
    expect((await changes(undefined, builder)).map(({ before, after }) => [before, after?.['site']])).toEqual(
      [[null, 'By hand']],
    )
    expect((await changes()).map(({ kind }) => kind)).toEqual(['added', 'deleted', 'added'])
    expect([await list(), (await load('range\n10.0.0.1\n')).unchanged]).toMatchObject([
      [{ values: { site: 'By hand' } }],
      1,
    ])
    await add({ range: '10.0.0.2' })
  })

  it('belongs to its tenant', async () => {
    const { add, changes, tableId } = await aTable()
    const { id } = await add({ range: '10.0.0.1' })
    const [change] = await changes()
    const other = await house.aTenant()
    const actor = anActor(other)
    const restore = { tableId, changeId: String(change?.id), revision: 1 }
    for (const work of [
      () => listTableChanges(deps, other, actor, { tableId, limit: 1 }),
      () => getTableRow(deps, other, actor, { tableId, rowId: id }),
      () => restoreTableRow(deps, other, actor, restore),
    ])
      expect(await faultOf(work())).toEqual(['resource.not_found'])
    const own = await aTable()
    const foreign = { tableId: own.tableId, changeId: String(change?.id), revision: null }
    expect(await faultOf(restoreTableRow(deps, own.scope, own.actor, foreign))).toEqual([
      'resource.not_found',
    ])
    expect(await own.changes(id)).toEqual([])
  })
})

describe('imports', () => {
  it('say what they would do without doing it, and read workbooks', async () => {
    const { add, load, keys, list } = await aTable()
    await add({ range: '10.0.0.1', site: 'Berlin' })
    await add({ range: '10.0.0.2', site: 'Bonn' })
    const text = 'range,site\n10.0.0.1,Berlin\n10.0.0.2,Köln\n10.0.0.3,"two\nlines"\n'
    const plan = { rows: 3, added: 1, changed: 1, unchanged: 1 }
    expect(await load(text, true)).toEqual(plan)
    expect(await keys()).toHaveLength(2)
    expect(await load(text)).toEqual(plan)
    expect((await list()).map(({ values }) => values?.['site'])).toEqual(['two\nlines', 'Köln', 'Berlin'])
    expect(await faultOf(load('range,site\n10.0.0.3,"two\nlines"\nx,y\n'))).toEqual([
      'table.import_invalid',
      ['body.4.range', 'Not an IP address or a network, such as 10.20.0.0/16'],
    ])
    const { workbookBytes } = await import('../../records/table-writing.door.ts')
    const book = await workbookBytes([{ at: 0, cells: ['10.0.0.9', 'Ulm'] }], {
      header: ['Range', 'Site'],
      width: 2,
      textOf: String,
      onLong: () => {
        throw new Error('Too long')
      },
    })
    expect(await load(book)).toMatchObject({ rows: 1, added: 1 })
    expect(await keys({ q: 'ulm' })).toEqual(['10.0.0.9'])
    expect(await faultOf(load(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(99)])))).toEqual([
      'table.import_invalid',
      ['body.1', 'The workbook is damaged'],
    ])
    expect(await faultOf(load(Buffer.from([0x72, 0xff, 0x0a])))).toEqual([
      'table.import_invalid',
      ['body.1', 'The file isn’t UTF-8 text'],
    ])
  })
})
