import { expect, it } from 'vitest'
import { catalogState, type HereNow, type Made } from './catalog-state.rules.ts'

const here = (over: Partial<HereNow> = {}): HereNow => ({ hash: 'a', isDraft: false, isOff: false, ...over })
const came = (hash: string, made: string | null): Made => ({ hash, made })

it.each<[string, HereNow | null, Made[], string]>([
  ['is not there', null, [], 'not_installed'],
  ['was deleted after its import', null, [came('a', 'a')], 'not_installed'],
  ['is the same', here(), [], 'in_use'],
  ['can’t be compared by this reader', here({ hash: null }), [], 'in_use'],
  ['is a draft', here({ isDraft: true }), [], 'draft'],
  ['has its triggers off', here({ isOff: true }), [], 'off'],
  ['came from elsewhere', here({ hash: 'b' }), [], 'changed'],
  ['was changed since its import', here({ hash: 'c' }), [came('a', 'b')], 'changed'],
  ['is as an earlier version made it', here({ hash: 'b' }), [came('old', 'b')], 'update'],
  ['is as this version made it, in another form', here({ hash: 'b' }), [came('a', 'b')], 'in_use'],
  ['is older and off', here({ hash: 'b', isOff: true }), [came('old', 'b')], 'update'],
  ['was left alone by the import', here({ hash: 'b' }), [came('a', null)], 'changed'],
])('an item that %s', (_title, now, made, state) => {
  expect(catalogState('a', now, made)).toBe(state)
})
