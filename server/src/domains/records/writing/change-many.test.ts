import type { AppView } from '@caseloom/contract/apps/apps'
import { anActor } from '@caseloom/testkit/installation'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import type { WriteCommand } from './commands.ts'

let house: RecordsFixture
let app: AppView

beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp()
})
afterAll(() => house.close())

async function change(commands: readonly WriteCommand[]) {
  const answers = await house.records.changeMany(house.scope, anActor(house.scope), {
    appId: app.id,
    commands,
  })
  return answers.map((answer) => {
    if (isFailure(answer) || answer instanceof Error) return answer.message
    return answer
  })
}

const viewOf = (answer: Awaited<ReturnType<typeof change>>[number] | undefined) => {
  if (typeof answer !== 'object') throw new Error(`refused: ${answer}`)
  return answer
}

const numberOf = (trackingId: string) => Number(trackingId.split('-')[1])

describe('many changes', () => {
  it('number records in the order of the commands over several batches, without a gap', async () => {
    const made = await change(
      Array.from({ length: 2_300 }, (_, n) => ({ kind: 'create', values: { title: `row ${n}` } })),
    )
    const first = numberOf(viewOf(made[0]).trackingId)
    expect(made.map((answer) => numberOf(viewOf(answer).trackingId))).toEqual(
      made.map((_answer, n) => first + n),
    )
    expect(made.map((answer) => viewOf(answer).fields['title'])).toEqual(made.map((_answer, n) => `row ${n}`))
  })

  it('let the last of several changes of one record win, whatever batch it is in', async () => {
    const upserts = Array.from({ length: 2_100 }, (_, n) => ({
      kind: 'upsert' as const,
      match: { source_ref: `ref ${n % 700}` },
      set: { title: `seen ${n}` },
    }))
    const answers = await change(upserts)
    expect(answers.map((answer) => viewOf(answer).outcome)).toEqual(
      upserts.map((_command, n) => (n < 700 ? 'created' : 'updated')),
    )
    const filter = { field: 'source_ref', op: 'eq' as const, value: 'ref 5' }
    const found = await house.records.searchRecords(house.scope, anActor(house.scope), {
      appId: app.id,
      filter,
    })
    expect(found.items.map((item) => item.fields['title'])).toEqual(['seen 1405'])
    const history = await house.historyOf(app, found.items[0]?.id ?? '')
    expect(history.map((entry) => entry.version)).toEqual([3, 2, 1])
  })

  it('keep odd texts as they came: quotes, breaks, commas, words that mean nothing elsewhere', async () => {
    const odd = ['NULL', 'a "b" c', 'back\\slash', '{x,y}', 'line\nbreak', '\u001f', 'ж, 日本', 'null']
    const values = Array.from({ length: 80 }, (_, n) => ({
      title: odd[n % odd.length] ?? '',
      score: n % 3 === 0 ? null : n / 8,
      tags: n % 2 === 0 ? ['a', 'c'] : null,
      raw: n % 5 === 0 ? null : { text: odd[n % odd.length] ?? '', list: [1, null] },
    }))
    const made = await change(values.map((one) => ({ kind: 'create', values: one })))
    for (const [n, one] of values.entries()) {
      const place = { appId: app.id, recordId: viewOf(made[n]).id }
      const stored = await house.records.getRecord(house.scope, anActor(house.scope), place)
      expect(stored.fields).toMatchObject(one)
      const [entry] = await house.historyOf(app, stored.id)
      expect(entry?.changes).toContainEqual({ field: 'title', from: null, to: one.title })
    }
    const text = viewOf(made[0]).trackingId
    const found = await house.records.searchRecords(house.scope, anActor(house.scope), {
      appId: app.id,
      text,
    })
    expect(found.items.map((item) => item.id)).toEqual([viewOf(made[0]).id])
  })

  it('answer the faulty ones alone when a value is taken', async () => {
    await change([{ kind: 'create', values: { title: 'first', source_ref: 'taken' } }])
    const answers = await change(
      Array.from({ length: 120 }, (_, n) => ({
        kind: 'create',
        values: { title: `t ${n}`, source_ref: n === 60 ? 'taken' : `free ${n}` },
      })),
    )
    expect(answers.flatMap((answer, n) => (typeof answer === 'string' ? [n] : []))).toEqual([60])
  })
})
