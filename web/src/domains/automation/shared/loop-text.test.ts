import { expect, it } from 'vitest'
import { loopText } from './loop-text.ts'
import type { Translate } from './translate.ts'

// Only the one key is asked for here.
const t = ((key: string) => key) as unknown as Translate

it('names the members of a loop in order, and says where one is hidden', () => {
  expect(loopText(t, { members: ['Enrich', null, 'Enrich'] })).toBe('Enrich → loop.hidden → Enrich')
})
