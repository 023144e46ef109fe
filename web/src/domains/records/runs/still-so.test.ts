import { expect, it } from 'vitest'
import { isStillSo } from './still-so.ts'

const form = { items: { 'field:note': { required: { value: true, by: ['a'] } } } }
const newest = (over: object = {}) =>
  ({ expiredAt: null, form, fields: { team: 'Tier 2' }, ...over }) as never
const effect = (item: string, after: boolean | string | null) => ({ item, before: null, after })

it.each([
  ['required', effect('field:note', true), 'require', newest(), true],
  ['required, now about another item', effect('field:cause', true), 'require', newest(), false],
  ['hidden, which no rule says any more', effect('field:note', false), 'hide', newest(), false],
  ['a value that stayed', effect('field:team', 'Tier 2'), 'set', newest(), true],
  ['a value that changed', effect('field:team', 'Tier 1'), 'set', newest(), false],
  ['a message', effect('field:team', null), 'message', newest({ fields: {} }), false],
  [
    'anything of an expired run',
    effect('field:note', true),
    'require',
    newest({ expiredAt: '2026-11-20' }),
    false,
  ],
] as const)('%s', (...[, changed, verb, run, wanted]) => {
  expect(isStillSo(changed, verb, run)).toBe(wanted)
})
