import type { AppView } from '@caseloom/contract/apps/apps'
import { Email } from '@caseloom/contract/identity/identity'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { codePoint } from '@caseloom/testkit/code-points'
import { anActor } from '@caseloom/testkit/installation'
import { runs } from '@caseloom/testkit/runs'
import {
  createRecordsFixture,
  BASE_FIELDS,
  MORE_FIELDS,
  type RecordsFixture,
  SECRET_ROLE,
} from '@caseloom/testkit/records-fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFailure } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'

let house: RecordsFixture
let app: AppView
beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp({ fields: [...BASE_FIELDS, ...MORE_FIELDS] })
})
afterAll(() => house.close())

const text = fc.string({ unit: codePoint, maxLength: 60 })
const users = [newId(), newId(), newId()]
const TECHNIQUES = ['T1059', 'T1059.001', 'T1566', 'T1566.001']
const json = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }) as fc.Arbitrary<JsonValue>
const values: fc.Arbitrary<Record<string, JsonValue>> = fc.record(
  {
    title: fc
      .oneof(text, fc.constantFrom('\u0000', '\ud800', 'e\u0301', '\\', '"', '{}', 'null'))
      .map((t) => `t${t}`),
    score: fc.oneof(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.bigInt({ min: 0n, max: 10n ** 28n }).map((n) => `${n}.125`),
    ),
    seen_at: fc
      .date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('9999-01-01') })
      .map((date) => date.toISOString()),
    severity: fc.constantFrom('low', 'medium', 'high'),
    tags: fc.subarray(['a', 'b', 'c']),
    owner: fc.constantFrom(...users),
    watchers: fc.subarray(users),
    raw: json,
    link: fc.webUrl(),
    secret: text,
    day: fc
      .date({ noInvalidDate: true, min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31') })
      .map((date) => date.toISOString().slice(0, 10)),
    clock: fc.integer({ min: 0, max: 86_399 }).map((s) => new Date(s * 1000).toISOString().slice(11, 19)),
    span: fc.integer({ min: 0, max: 315_576_000_000 }),
    mail: fc.emailAddress().filter((mail) => Email.safeParse(mail.toLowerCase()).success),
    address: fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.tuple(fc.ipV6(), fc.nat(128)).map((parts) => parts.join('/')),
    ),
    phone: fc.integer({ min: 100, max: 1e14 }).map((n) => `+${n}`),
    digest: fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 64, maxLength: 64 }),
    items: fc.array(
      text.filter((item) => item.trim() !== ''),
      { maxLength: 8 },
    ),
    figures: fc.array(
      fc.oneof(
        fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1000),
        fc.integer(),
      ),
      {
        maxLength: 8,
      },
    ),
    team: fc.constantFrom(...users),
    technique: fc.constantFrom(...TECHNIQUES),
    techniques: fc.subarray(TECHNIQUES),
    teams: fc.subarray(users),
  },
  { requiredKeys: ['title'] },
)

describe('any values', () => {
  test('are answered, read again, listed and replayed alike, through changes and changes back', async () => {
    const { records, scope } = house
    const actor = anActor(scope, { principals: [SECRET_ROLE] })
    await fc.assert(
      fc.asyncProperty(values, values, async (first, second) => {
        const created = await records.createRecord(scope, actor, { appId: app.id, fields: first })
        const place = { appId: app.id, recordId: created.id }
        expect(await records.getRecord(scope, actor, place)).toEqual(created)
        const updated = await records.updateRecord(scope, actor, { ...place, fields: second })
        expect(await records.getRecord(scope, actor, place)).toEqual(updated)
        const again = await records
          .updateRecord(scope, actor, { ...place, fields: updated.fields })
          .catch((error: unknown) => {
            // The read-only field is among them.
            if (isFailure(error, 'request.invalid')) return null
            throw error
          })
        expect(again).toBeNull()
        const { state: _readOnly, ...writable } = updated.fields
        const same = await records.updateRecord(scope, actor, { ...place, fields: writable })
        expect(same.version).toBe(updated.version)
        const history = await house.historyOf(app, created.id, actor)
        const state: Record<string, JsonValue> = {}
        for (const { changes } of history.reverse()) for (const { field, to } of changes) state[field] = to
        for (const [key, value] of Object.entries(updated.fields)) expect(state[key] ?? null).toEqual(value)
        await records.searchRecords(scope, actor, { appId: app.id, text: String(first['title']), limit: 1 })
      }),
      { numRuns: runs(40) },
    )
  })
})
