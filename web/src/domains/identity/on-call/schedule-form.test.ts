import { expect, it } from 'vitest'
import { changedAt, keyOfName, movedUp, newLayer, newShift } from './schedule-form.ts'

it.each([
  ['SOC on-call schedule', 'soc_on_call_schedule'],
  ['  24/7 Übergabe  ', 'ubergabe'],
  ['', ''],
  ['A name that is much longer than keys may be', 'a_name_that_is_much_longer_than'],
])('the key of %j is %j', (name, key) => {
  expect(keyOfName(name)).toBe(key)
})

it('gives new layers and shifts keys of their own', () => {
  const first = newLayer([], '2026-11-23')
  const second = newLayer([{ ...first, key: 'layer_2' }], '2026-11-23')
  expect([first.key, second.key]).toEqual(['layer_1', 'layer_3'])
  const shift = newShift(first)
  expect(newShift({ ...first, shifts: [shift] })).toMatchObject({
    key: 'shift_2',
    from: '17:00',
    to: '08:00',
  })
})

it('changes, removes, and moves entries', () => {
  expect(changedAt(['a', 'b'], 1, 'c')).toEqual(['a', 'c'])
  expect(changedAt(['a', 'b'], 0, null)).toEqual(['b'])
  expect(movedUp(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b'])
  expect(movedUp(['a', 'b'], 0)).toEqual(['a', 'b'])
})
