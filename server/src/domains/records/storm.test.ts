import type { RecordView } from '@caseloom/contract/records/records'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError, isFailure } from '../../platform/errors.ts'
import type { RecordsDoor } from './records.door.ts'

let house: RecordsFixture
beforeAll(async () => {
  house = await createRecordsFixture()
})
afterAll(() => house.close())

const REFS = Array.from({ length: 12 }, (_, at) => `ref ${at}`)
const operation = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), ref: fc.constantFrom(...REFS, null), score: fc.nat(99) }),
  fc.record({ kind: fc.constant('upsert' as const), ref: fc.constantFrom(...REFS), score: fc.nat(9) }),
  fc.record({
    kind: fc.constant('steal' as const),
    ref: fc.constantFrom(...REFS),
    to: fc.constantFrom(...REFS),
  }),
  fc.record({ kind: fc.constant('delete' as const), ref: fc.constantFrom(...REFS) }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

describe('many concurrent processes', () => {
  test('leave numbers without gaps, one record per unique value, and histories that lead to the present', {
    timeout: 60_000,
  }, async () => {
    const app = await house.anApp()
    const doors: [RecordsDoor, ...RecordsDoor[]] = [house.records]
    for (let n = 0; n < 3; n += 1) doors.push(house.anotherProcess().records)
    const operations = fc.sample(operation, { numRuns: 600, seed: 7 })
    const known = new Map<string, string>()
    const created = new Map<string, RecordView>()
    const codes = new Map<string, number>()
    let next = 0
    const worker = async (door: RecordsDoor) => {
      for (let at = next++; at < operations.length; at = next++) {
        const done = await perform(door, app.id, operations[at] ?? fail(), { known, at })
        if (done instanceof AppError) codes.set(done.code, (codes.get(done.code) ?? 0) + 1)
        else if (done !== null) created.set(done.id, done)
      }
    }
    await Promise.all(Array.from({ length: 16 }, (_, at) => worker(doors[at % 4] ?? doors[0])))
    const expected = ['record.duplicate_value', 'resource.not_found']
    expect([...codes.keys()].filter((code) => !expected.includes(code))).toEqual([])
    expect(codes.get('record.duplicate_value')).toBeGreaterThan(10)

    const numbers = [...created.values()].map((record) => Number(record.trackingId.slice(4)))
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_number, at) => at + 1))
    const living = await everything(app.id)
    const refs = living.flatMap((record) => record.fields['source_ref'] ?? [])
    expect(new Set(refs).size).toBe(refs.length)
    expect(living.length).toBeGreaterThan(10)
    for (const record of living) {
      const history = (await house.historyOf(app, record.id)).reverse()
      expect(history.map((entry) => entry.version)).toEqual(history.map((_entry, at) => at + 1))
      expect(history.at(-1)?.version).toBe(record.version)
      const state: Record<string, unknown> = {}
      for (const { changes } of history) for (const { field, to } of changes) state[field] = to
      expect(state['score'] ?? null).toEqual(record.fields['score'])
      expect(state['source_ref'] ?? null).toEqual(record.fields['source_ref'])
    }
  })
})

function fail(): never {
  throw new Error('unreachable')
}

async function everything(appId: string): Promise<RecordView[]> {
  const actor = anActor(house.scope)
  const items: RecordView[] = []
  let cursor: string | undefined
  do {
    const page = await house.records.searchRecords(house.scope, actor, {
      appId,
      limit: 200,
      ...(cursor && { cursor }),
    })
    items.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return items
}

async function perform(
  records: RecordsDoor,
  appId: string,
  wanted: Operation,
  { known, at }: { known: Map<string, string>; at: number },
): Promise<RecordView | AppError | null> {
  const { scope } = house
  const actor = anActor(scope)
  const operationKey = `storm/${at}`
  try {
    if (wanted.kind === 'create') {
      const fields = { title: 'x', source_ref: wanted.ref, score: wanted.score }
      return await records.createRecord(scope, actor, { appId, fields, operationKey })
    }
    if (wanted.kind === 'upsert') {
      const set = { title: 'x', score: wanted.score }
      const match = { source_ref: wanted.ref }
      const record = await records.upsertRecord(scope, actor, { appId, match, set, operationKey })
      known.set(wanted.ref, record.id)
      return record
    }
    const recordId = known.get(wanted.ref)
    if (recordId === undefined) return null
    if (wanted.kind === 'delete') {
      await records.deleteRecord(scope, actor, { appId, recordId })
      return null
    }
    const fields = { source_ref: wanted.to }
    return await records.updateRecord(scope, actor, { appId, recordId, fields, operationKey })
  } catch (error) {
    if (isFailure(error)) return error
    throw error
  }
}
