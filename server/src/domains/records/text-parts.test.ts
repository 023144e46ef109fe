import type { AppView } from '@caseloom/contract/apps/apps'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let house: RecordsFixture
let app: AppView

const LONG = `${'lorem ipsum '.repeat(30)}needle at the END`
const TEXTS = [
  'Plain Host-17',
  'host-17.example.test',
  'Ünder HOST',
  'e\u0301clair',
  '\u212Aelvin',
  '\uFB01le-host',
  `${'x'.repeat(99)}host`,
  `${'e\u0301'.repeat(120)}host-17`,
  LONG,
  '100 % sure_thing',
  'back\\slash',
]

beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp()
  const commands = TEXTS.map((source_ref, n) => ({
    kind: 'create' as const,
    values: { title: `t ${n}`, source_ref },
  }))
  await house.records.changeMany(house.scope, anActor(house.scope), { appId: app.id, commands })
})
afterAll(() => house.close())

async function found(op: 'contains' | 'startsWith' | 'endsWith', value: string): Promise<string[]> {
  const command = { appId: app.id, filter: { field: 'source_ref', op, value }, limit: 200 }
  const page = await house.records.searchRecords(house.scope, anActor(house.scope), command)
  return page.items.map((item) => String(item.fields['source_ref'])).sort()
}

const stored = TEXTS.map((text) => text.normalize('NFC'))

describe('a part of a text', () => {
  const parts = [
    'host',
    'HOST-17',
    'needle',
    'the end',
    'e',
    'K',
    'fi',
    '%',
    'sure_',
    '\\',
    'é',
    'nowhere',
    'x',
  ]
  it.each(parts)('%j is found where the lowered text has it, however long the text is', async (part) => {
    const has = (test: (text: string, part: string) => boolean) =>
      stored.filter((text) => test(text.toLowerCase(), part.toLowerCase())).sort()
    expect(await found('contains', part)).toEqual(has((text, one) => text.includes(one)))
    expect(await found('startsWith', part)).toEqual(has((text, one) => text.startsWith(one)))
    expect(await found('endsWith', part)).toEqual(has((text, one) => text.endsWith(one)))
  })
})
