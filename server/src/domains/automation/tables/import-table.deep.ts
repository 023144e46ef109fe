import type { TableInput } from '@caseloom/contract/automation/tables'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import { workbookBytes } from '../../records/table-writing.door.ts'
import { type AutomationFixture, createAutomationFixture } from '../automation.fixture.ts'
import { importTable } from './import-table.ts'
import { rowCounts } from './table-row.store.ts'
import { createTable } from './save-table.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
}, 120_000)
afterAll(() => house.close())

const ROWS = 100_000
const MB = 1024 * 1024
const RANGES: TableInput = {
  key: 'ranges',
  name: 'Ranges',
  description: null,
  columns: [
    { key: 'range', label: 'Range', type: 'network' },
    { key: 'site', label: 'Site', type: 'text' },
    { key: 'kind', label: 'Kind', type: 'selection', options: ['Office', 'VPN'] },
  ],
  caseSensitive: false,
  expireDays: null,
}
const address = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
const site = (n: number) => `Site ${n} ${'x'.repeat(60)}`

async function aTable() {
  const scope = await house.aTenant()
  const by = { actor: anActor(scope), ip: null }
  const { id: tableId } = await createTable(scope, by, RANGES)
  return {
    load: (bytes: Buffer, dryRun = false) =>
      importTable(house.automation, scope, by, { tableId, bytes, dryRun }),
    count: () => scope.read((tx) => rowCounts(tx, tableId)),
  }
}

/** The most that the heap grew by during the work, in MB. */
async function grownBy(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().heapUsed
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed)
  }, 20)
  await work().finally(() => clearInterval(timer))
  return Math.round((most - before) / MB)
}

function csv(rows: number, fault: (n: number) => boolean = () => false): Buffer {
  const lines = Array.from(
    { length: rows },
    (_, n) => `${address(n)},${site(n)},${fault(n) ? 'Ofice' : 'VPN'}`,
  )
  return Buffer.from(`range,site,kind\n${lines.join('\n')}\n`)
}

it('imports 100,000 rows of a CSV file in bounded memory, and names what they would do first', async () => {
  const { load, count } = await aTable()
  const bytes = csv(ROWS)
  const plan = { rows: ROWS, added: ROWS, changed: 0, unchanged: 0 }
  expect(await load(bytes, true)).toEqual(plan)
  expect(await count()).toEqual({ live: 0, expired: 0 })
  const grown = await grownBy(async () => expect(await load(bytes)).toEqual(plan))
  expect(await count()).toEqual({ live: ROWS, expired: 0 })
  expect(await load(bytes, true)).toEqual({ rows: ROWS, added: 0, changed: 0, unchanged: ROWS })
  process.stdout.write(`tables: import of ${ROWS} CSV rows, heap up to ${grown} MB more\n`)
  expect(grown).toBeLessThan(400)
}, 600_000)

it('imports nothing of a file with faults, and says how many lines have them', async () => {
  const { load, count } = await aTable()
  const error: unknown = await load(csv(ROWS, (n) => n % 100 === 7)).catch((reason: unknown) => reason)
  if (!isFailure(error, 'table.import_invalid')) throw error
  const { issues = [], detail } = error.details
  expect(issues).toHaveLength(100)
  expect(issues[0]).toMatchObject({ path: ['body', 9, 'kind'] })
  expect(detail).toMatch(/^1000 lines of the file have errors/)
  expect(await count()).toEqual({ live: 0, expired: 0 })
}, 600_000)

it('imports a workbook of 100,000 rows, and no row more', async () => {
  const { load, count } = await aTable()
  const book = (rows: number) =>
    workbookBytes(
      Array.from({ length: rows }, (_, at) => ({ at, cells: [address(at), site(at), 'Office'] })),
      {
        header: ['Range', 'Site', 'Kind'],
        width: 3,
        textOf: String,
        onLong: () => {
          throw new Error('Too long')
        },
      },
    )
  const error: unknown = await load(await book(ROWS + 1)).catch((reason: unknown) => reason)
  if (!isFailure(error, 'table.import_invalid')) throw error
  expect(error.details.issues).toMatchObject([
    { path: ['body', ROWS + 2], message: 'A file can have at most 100000 rows' },
  ])
  const bytes = await book(ROWS)
  const grown = await grownBy(() => load(bytes))
  expect(await count()).toEqual({ live: ROWS, expired: 0 })
  process.stdout.write(`tables: import of ${ROWS} XLSX rows, heap up to ${grown} MB more\n`)
  expect(grown).toBeLessThan(400)
}, 600_000)
