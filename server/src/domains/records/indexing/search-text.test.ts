import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import {
  createRecordsFixture,
  BASE_FIELDS,
  MORE_FIELDS,
  type RecordsFixture,
} from '@caseloom/testkit/records-fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import type { FieldShape } from '../model/record-shape.ts'
import type { RecordsDoor } from '../records.door.ts'
import { classWords } from './search-text.rules.ts'

let house: RecordsFixture
let scope: TenantScope
let records: RecordsDoor
let app: AppView
let actor: Actor

beforeAll(async () => {
  house = await createRecordsFixture()
  scope = house.scope
  records = house.records
  app = await house.anApp()
  actor = anActor(scope)
})
afterAll(() => house.close())

describe('text search', () => {
  test.each([
    ['CVE-2021-44228', 'log4shell is CVE-2021-44228.', 'CVE-2021-4422 and 44228'],
    ['10.0.0.12', 'from 10.0.0.12:443', 'from 10.0.0.1 port 12'],
    ['evil.example', 'see hxxps://login.evil[.]example/x?y', 'evil and example'],
    ['login.evil.example', 'mail to a@login.evil.example', 'mail to a@evil.example'],
    [
      'd41d8cd98f00b204e9800998ecf8427e',
      'hash D41D8CD98F00B204E9800998ECF8427E',
      'd41d8cd98f00b204e9800998ecf8427',
    ],
    ['bob@corp.example', 'written by <Bob@Corp.example>', 'bob at corp.example'],
    ['lodash-es', 'a hole in lodash-es 4', 'a hole in lodash'],
    ['äpfel', 'zwei APFEL', 'zwei Birnen'],
    ['東京都', '本社は東京都にある', '京都東'],
    ['quick bro', 'the quick brown fox', 'quick but not b r o'],
    ['CAFÉ', 'cafe\u0301 closed', 'coffee closed'],
  ])('%s is found whole, and not in parts', async (text, hit, miss) => {
    const [found, missed] = await records.changeMany(scope, actor, {
      appId: app.id,
      commands: [
        { kind: 'create', values: { title: hit } },
        { kind: 'create', values: { title: miss } },
      ],
    })
    if (found === undefined || missed === undefined || isFailure(found) || isFailure(missed))
      throw new Error()
    const page = await records.searchRecords(scope, actor, { appId: app.id, text })
    expect(page.items.map((item) => item.id)).toContain(found.id)
    expect(page.items.map((item) => item.id)).not.toContain(missed.id)
  })

  test('ATT&CK techniques are found by their id, and sub-techniques by that of the technique', async () => {
    const more = await house.anApp({ fields: [...BASE_FIELDS, ...MORE_FIELDS] })
    const add = (values: Record<string, string | string[]>) =>
      records.createRecord(scope, actor, { appId: more.id, fields: { title: 'x', ...values } })
    const [sub, several] = [
      await add({ technique: 'T1059.001' }),
      await add({ techniques: ['T1566', 'T1059'] }),
    ]
    const idsOf = async (text: string) =>
      (await records.searchRecords(scope, actor, { appId: more.id, text })).items.map(({ id }) => id).sort()
    expect(await idsOf('t1059')).toEqual([sub.id, several.id].sort())
    expect(await idsOf('T1059.001')).toEqual([sub.id])
    expect(await idsOf('T1566')).toEqual([several.id])
  })

  test('tracking ids, identifiers inside raw data, and words after an update are found', async () => {
    const record = await records.createRecord(scope, actor, {
      appId: app.id,
      fields: { title: 'old words', raw: { deep: [{ ip: '192.0.2.77', note: 'CVE-2020-0601' }] } },
    })
    const find = async (text: string) =>
      (await records.searchRecords(scope, actor, { appId: app.id, text })).items.map((item) => item.id)
    expect(await find(record.trackingId.toLowerCase())).toEqual([record.id])
    expect(await find('192.0.2.77')).toEqual([record.id])
    expect(await find('cve-2020-0601')).toEqual([record.id])
    await records.updateRecord(scope, actor, {
      appId: app.id,
      recordId: record.id,
      fields: { title: 'renewed phrase' },
    })
    expect(await find('old words')).toEqual([])
    expect(await find('renewed')).toEqual([record.id])
    expect(await find(record.trackingId)).toEqual([record.id])
  })

  test.each(["'", '"', '&|!()', ':*', "a' | 'b", '\\', '   ', '<->', 'x'.repeat(400)])(
    'hostile text %s is searched, not run',
    async (text) => {
      const page = await records.searchRecords(scope, actor, { appId: app.id, text, limit: 200 })
      expect(page.items.length).toBeLessThanOrEqual(200)
    },
  )
})

test('a text of plain letters has the words that it has beside other letters', () => {
  const words = (text: string) => {
    const field = { kind: 'text', readClass: 'open', key: 'text' }
    // classWords reads only these three.
    return new Set(classWords([field] as unknown as readonly FieldShape[], 'open', { text }))
  }
  const characters = fc.constantFrom(...'aZ9_-.:@/+ ,!(')
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 60 }), (text) => {
      // The letter after it is of no other word, and sends the text the long way.
      expect(new Set([...words(text), 'ж'])).toEqual(words(`${text} ж`))
    }),
    { numRuns: 500 },
  )
})
