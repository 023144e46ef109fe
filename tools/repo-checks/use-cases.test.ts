import { describe, expect, test } from 'vitest'
import { useCaseFaults } from './use-cases.ts'

const FOLDER = 'server/src/domains/tenancy'
const TABLE = 'server/src/use-case-permissions.test.ts'
const file = (name: string, text: string) => ({ path: `${FOLDER}/${name}`, text })
const faults = (text: string, { table = '', unguarded = {}, name = 'close-tenant.ts' } = {}) =>
  useCaseFaults([file(name, text), { path: TABLE, text: table }], unguarded).map(
    ({ at, text: why }) => `${at.split('/').at(-1)} ${why}`,
  )

const CHECKED = 'export async function closeTenant(deps: Deps, actor: Actor) { allow(actor, "tenant") }'
const OPEN = 'export async function closeTenant(deps: Deps, actor: Actor) { await deps.system.tx(close) }'
const KEY = `${FOLDER}/close-tenant.ts#closeTenant`

describe('use cases of the administration', () => {
  test('one that checks no permission is found', () => {
    expect(faults(OPEN)).toEqual([
      'close-tenant.ts#closeTenant a use case calls allow(), or gives its reason in unguarded.ts',
    ])
    expect(faults(OPEN.replace('async ', '').replace(')', '): Promise<void>'))).toHaveLength(1)
  })

  test('one that checks is called by the table of tests, too', () => {
    expect(faults(CHECKED)).toEqual([`close-tenant.ts#closeTenant ${TABLE} does not call it`])
    expect(faults(CHECKED, { table: 'closeTenant(deps, able)' })).toEqual([])
  })

  test('a reason excuses one, as long as there is something to excuse', () => {
    expect(faults(OPEN, { unguarded: { [KEY]: 'Housekeeping without an actor.' } })).toEqual([])
    expect(faults(OPEN, { unguarded: { [KEY]: '' } })[0]).toContain('gives no reason')
    const stale = { table: 'closeTenant()', unguarded: { [KEY]: 'Housekeeping without an actor.' } }
    expect(faults(CHECKED, stale)[0]).toContain('remove it from unguarded.ts')
  })

  test('parts of a transaction, pure functions, and files of another role are no use cases', () => {
    expect(faults('export async function closeRows(tx: Tx, id: string) {}')).toEqual([])
    expect(faults('export function nameOf(row: Row): string { return row.name }')).toEqual([])
    expect(faults(OPEN, { name: 'tenant.store.ts' })).toEqual([])
    expect(faults(OPEN, { name: 'close-tenant.test.ts' })).toEqual([])
  })
})
