import { expect, it } from 'vitest'
import { deliveryReason } from './delivery-reason.ts'

const t = ((key: string) => key) as never
const none = { reason: null, loop: null, runError: null }

it('the reason of a delivery is its own, the loop that stopped it, or why its run failed', () => {
  expect(deliveryReason(t, none)).toBeUndefined()
  expect(deliveryReason(t, { ...none, reason: 'The condition is false' })).toBe('The condition is false')
  const runError = { code: 'http.status', message: 'The server answered 503' }
  expect(deliveryReason(t, { ...none, runError })).toBe('The server answered 503')
  const loop = { code: 'loop.stopped' as const, rule: 'repeats' as const, members: ['Enrich', null] }
  expect(deliveryReason(t, { ...none, reason: 'Stopped', loop })).toBe('Stopped: Enrich → loop.hidden')
})
