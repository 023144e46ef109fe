import { expect, test } from 'vitest'
import { differencesOf } from './differences.rules.ts'

test('names places by keys and IDs, whatever the order of members and lists', () => {
  const here = {
    app: {
      name: 'A',
      fields: [
        { key: 'x', label: 'X' },
        { key: 'y', label: 'Y' },
      ],
    },
  }
  const next = {
    app: {
      fields: [
        { label: 'Why', key: 'y' },
        { label: 'X', key: 'x' },
      ],
      name: 'A',
    },
  }
  expect(differencesOf(here, next).differences).toEqual([
    { place: 'app.fields.y.label', here: 'Y', next: 'Why' },
  ])
  const stages = (on: string[]) => ({ stages: [{ id: 'one', on }] })
  expect(differencesOf(stages(['save']), stages(['open'])).differences).toEqual([
    { place: 'stages.one.on', here: ['save'], next: ['open'] },
  ])
})

test('shows everything of what is not there, and the first hundred of many', () => {
  expect(differencesOf(null, { a: 1 })).toEqual({
    differences: [{ place: 'a', here: null, next: 1 }],
    more: false,
  })
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, at]))
  const found = differencesOf({}, many)
  expect([found.differences.length, found.more]).toEqual([100, true])
})
