import { expect, it } from 'vitest'
import {
  githubAlertDeliveries,
  githubDeliveries,
  renumberedAlerts,
  signedHeaders,
} from './github-deliveries.ts'

it('knows all 329 example payloads and the 13 alerts among them', () => {
  expect(githubDeliveries()).toHaveLength(329)
  expect(githubAlertDeliveries()).toHaveLength(13)
  expect(new Set(githubDeliveries().map((one) => one.id)).size).toBe(329)
})

it('moves every alert of a round to an identity of its own', () => {
  const numbers = renumberedAlerts(3).map(
    (one) => JSON.parse(one.body).alert.number ?? JSON.parse(one.body).alert.id,
  )
  expect(numbers).toHaveLength(39)
  expect(numbers.every((number) => typeof number === 'number' && number > 1_000_000)).toBe(true)
})

it('signs as the sender does (test vector of its documentation)', () => {
  const delivery = { event: 'ping', id: '1', body: 'Hello, World!' }
  expect(signedHeaders(delivery, "It's a Secret to Everybody")['x-hub-signature-256']).toBe(
    'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  )
})
