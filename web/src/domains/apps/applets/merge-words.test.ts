import type { MergeItem } from '@caseloom/contract/apps/applets'
import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { appletsEn } from '../model/applets.en.ts'
import { mergeRows } from './merge-words.ts'

startTexts()
addTexts('applets', appletsEn)
const t = i18next.getFixedT(null, 'applets')

const method = { kind: 'field', key: 'method', name: 'Method' } as const
function row(item: Partial<MergeItem>) {
  const whole: MergeItem = {
    id: 'x',
    kind: 'change',
    subject: method,
    property: null,
    base: null,
    here: null,
    next: null,
    result: null,
    ...item,
  }
  const [line] = mergeRows([whole], new Map([['method', 'Method']]), t)
  if (line === undefined) throw new Error('No row')
  return line
}
const options = (...labels: string[]) => labels.map((label) => ({ key: label.toLowerCase(), label }))

describe('the lines of an update', () => {
  it('say what the app calls a field, what the version does, and that the app keeps its own', () => {
    const line = row({ kind: 'conflict', property: 'label', base: 'Notes', here: 'Steps', next: 'Done' })
    expect(line).toMatchObject({ label: 'Method, label', base: 'Notes', here: 'Steps', next: 'Done' })
    expect([line.changedHere, line.changedNext]).toEqual([true, true])
    expect(
      row({ kind: 'keep', property: 'target', base: 14400, here: 7200, next: 14400, result: 7200 }),
    ).toMatchObject({ base: '4 h', here: '2 h', result: '2 h, yours retained' })
  })

  it('count options, and name those that the app added', () => {
    const line = row({
      property: 'options',
      base: options('Block'),
      here: options('Block', 'Sinkhole'),
      next: options('Block', 'Isolate'),
      result: options('Block', 'Isolate', 'Sinkhole'),
    })
    expect(line).toMatchObject({ base: '1', here: '2, + Sinkhole', next: '2', result: '3, yours retained' })
  })

  it.each([
    ['add', { next: { key: 'a' } }, ['–', '–', 'new field', 'added']],
    ['remove', { base: { key: 'a' }, here: { key: 'a' } }, ['field', 'field', '–', 'removed']],
    [
      'conflict',
      { base: { key: 'a' }, here: { label: 'b' } },
      ['field', 'keep as own field', 'removed', 'changed'],
    ],
  ] as const)('say of a field as a whole that it is to %s', (kind, sides, expected) => {
    const { base, here, next, result } = row({ kind, ...sides })
    expect([base, here, next, result]).toEqual(expected)
  })
})
