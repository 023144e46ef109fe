import type { ObservableListing, TableInput } from '@caseloom/contract/automation/tables'
import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { type AutomationFixture, createAutomationFixture } from '../automation.fixture.ts'
import { addToList, findOnLists, listObservableLists, removeFromList } from './observable-lists.ts'
import { createTableRow, deleteTableRow } from './save-row.ts'
import { createTable, saveTable } from './save-table.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

const ip = '192.0.2.1'
const EVIL: ObservableName = { kind: 'domain', value: 'evil.example' }
const ADDRESS: ObservableName = { kind: 'ipv4', value: '198.51.100.7' }
const TABLE: TableInput = {
  key: 'blocked',
  name: 'Blocked',
  description: null,
  columns: [
    { key: 'value', label: 'Value', type: 'text' },
    { key: 'also', label: 'Also', type: 'text' },
    { key: 'hits', label: 'Hits', type: 'number' },
  ],
  caseSensitive: false,
  expireDays: null,
}
const LISTING: ObservableListing = {
  purpose: 'block',
  column: 'value',
  kinds: ['ipv4', 'domain', 'url'],
  editors: false,
}

async function aList(over: Partial<ObservableListing> = {}, table: Partial<TableInput> = {}) {
  const scope = await house.aTenant()
  const builder = anActor(scope)
  const input = { ...TABLE, listing: { ...LISTING, ...over }, ...table }
  const view = await createTable(scope, { actor: builder, ip }, input)
  return { scope, builder, view }
}
const holding = (scope: TenantScope, ...permissions: Permission[]): Actor =>
  anActor(scope, { permissions: new Set(permissions) })
const find = (scope: TenantScope, actor: Actor, ...observables: ObservableName[]) =>
  findOnLists(house.automation, scope, actor, observables)
const missing = { code: 'resource.not_found' }

describe('lists of observables', () => {
  it('are tables that say so, and find values in the forms in which people write them', async () => {
    const { scope, builder, view } = await aList()
    await createTable(scope, { actor: builder, ip }, { ...TABLE, key: 'plain', name: 'Plain' })
    for (const value of ['EVIL.example', '198[.]51[.]100[.]7', 'https://evil.example/a'])
      await createTableRow(house.automation, scope, builder, { tableId: view.id, values: { value } })
    expect(await listObservableLists(scope, builder)).toEqual([
      { id: view.id, name: 'Blocked', purpose: 'block', kinds: LISTING.kinds, can: { edit: true } },
    ])
    const md5: ObservableName = { kind: 'md5', value: 'd41d8cd98f00b204e9800998ecf8427e' }
    const found = await find(scope, builder, EVIL, ADDRESS, md5, { kind: 'host', value: 'evil.example' })
    expect(found).toMatchObject([
      { ...EVIL, rows: [{ listId: view.id, by: builder.name, expiresAt: null }] },
      { ...ADDRESS, rows: [{ listId: view.id }] },
    ])
  })

  it('take values by another text column, and forget those that expired', async () => {
    const { scope, builder, view } = await aList({ column: 'also' }, { expireDays: 2 })
    await createTableRow(house.automation, scope, builder, {
      tableId: view.id,
      values: { value: 'ticket 1', also: ' Evil.example ' },
    })
    const [found] = await find(scope, builder, EVIL)
    expect(found?.rows[0]?.expiresAt).not.toBeNull()
    const added = await addToList(house.automation, scope, builder, { listId: view.id, ...ADDRESS })
    expect(await find(scope, builder, ADDRESS)).toMatchObject([{ rows: [{ rowId: added.rowId }] }])
    await scope.tx((tx) =>
      tx.query(`update caseloom.reference_row set written_at = written_at - interval '3 days'`),
    )
    expect(await find(scope, builder, EVIL, ADDRESS)).toEqual([])
  })

  it('take and give back observables, each once', async () => {
    const { scope, builder, view } = await aList({ purpose: 'allow' })
    const add = (one: ObservableName, by = builder) =>
      addToList(house.automation, scope, by, { listId: view.id, ...one })
    const first = await add({ kind: 'domain', value: 'EVIL[.]example' })
    expect(await add(EVIL)).toEqual(first)
    const fault = (path: string) => ({
      code: 'table.row_invalid',
      details: { issues: [{ path: ['body', path] }] },
    })
    await expect(add({ kind: 'md5', value: 'd41d8cd98f00b204e9800998ecf8427e' })).rejects.toMatchObject(
      fault('kind'),
    )
    await expect(add({ kind: 'ipv4', value: 'no address' })).rejects.toMatchObject(fault('value'))
    const remove = (rowId: string) =>
      removeFromList(house.automation, scope, builder, { listId: view.id, rowId })
    await remove(first.rowId)
    expect(await find(scope, builder, EVIL)).toEqual([])
    await expect(remove(first.rowId)).rejects.toMatchObject(missing)
  })

  it('are changed by those who edit tables, and by those who edit records where the list says so', async () => {
    const closed = await aList()
    const open = await aList({ editors: true })
    const attempt = async ({ scope, view }: typeof open, ...held: Permission[]) => {
      const by = holding(scope, ...held)
      const { rowId } = await addToList(house.automation, scope, by, { listId: view.id, ...EVIL })
      await removeFromList(house.automation, scope, by, { listId: view.id, rowId })
      return (await listObservableLists(scope, by))[0]?.can.edit
    }
    const denied = { code: 'right.missing' }
    await expect(attempt(closed, 'playbook:read', 'record:update')).rejects.toMatchObject(denied)
    await expect(attempt(open, 'playbook:read', 'record:read')).rejects.toMatchObject(denied)
    await expect(attempt(open, 'record:update')).rejects.toMatchObject(denied)
    expect(await attempt(open, 'playbook:read', 'record:update')).toBe(true)
    expect(await attempt(closed, 'playbook:read', 'playbook:build')).toBe(true)
    await expect(find(open.scope, holding(open.scope, 'record:read'), EVIL)).rejects.toMatchObject(denied)
  })

  it('show no other tenant’s values, and no plain table takes them', async () => {
    const { scope, builder, view } = await aList()
    await addToList(house.automation, scope, builder, { listId: view.id, ...EVIL })
    const elsewhere = await house.aTenant()
    const mallory = anActor(elsewhere)
    expect(await find(elsewhere, mallory, EVIL)).toEqual([])
    expect(await listObservableLists(elsewhere, mallory)).toEqual([])
    const foreign = { listId: view.id, ...ADDRESS }
    await expect(addToList(house.automation, elsewhere, mallory, foreign)).rejects.toMatchObject(missing)
    const plain = await createTable(scope, { actor: builder, ip }, { ...TABLE, key: 'plain', name: 'Plain' })
    const toPlain = { listId: plain.id, ...EVIL }
    await expect(addToList(house.automation, scope, builder, toPlain)).rejects.toMatchObject(missing)
  })

  it('hide rows that a run wrote from data that the reader has no access to', async () => {
    const { scope, builder, view } = await aList({ editors: true })
    const { rowId } = await addToList(house.automation, scope, builder, { listId: view.id, ...EVIL })
    const touches = [{ appId: newId(), recordId: newId(), trackingId: 'X-1', withheld: [] }]
    await scope.tx((tx) =>
      tx.query('update caseloom.reference_row set touches = $2 where id = $1', [
        rowId,
        JSON.stringify(touches),
      ]),
    )
    const reader = holding(scope, 'playbook:read', 'record:read', 'record:update', 'run:data')
    expect(await find(scope, reader, EVIL)).toEqual([])
    const remove = removeFromList(house.automation, scope, reader, { listId: view.id, rowId })
    await expect(remove).rejects.toMatchObject(missing)
    await deleteTableRow(scope, builder, { tableId: view.id, rowId })
  })

  it('stay lists when a program that knows none saves the table, and need a text column', async () => {
    const { scope, builder, view } = await aList()
    const save = (over: Partial<TableInput>, revision: number) =>
      saveTable(
        house.automation,
        scope,
        { actor: builder, ip },
        {
          tableId: view.id,
          revision,
          input: { ...TABLE, ...over },
        },
      )
    expect((await save({ name: 'Renamed' }, 1)).listing).toEqual(LISTING)
    const fault = { code: 'table.invalid', details: { issues: [{ path: ['body', 'listing', 'column'] }] } }
    await expect(save({ listing: { ...LISTING, column: 'hits' } }, 2)).rejects.toMatchObject(fault)
    const [, ...others] = TABLE.columns
    const renamed = [{ key: 'name', label: 'Name', type: 'text' as const }, ...others]
    await expect(save({ columns: renamed }, 2)).rejects.toMatchObject(fault)
    expect((await save({ listing: null }, 2)).listing).toBeNull()
    expect(await listObservableLists(scope, builder)).toEqual([])
  })
})
