import { describe, expect, it } from 'vitest'
import { type BodyLease, createBodyMemory } from './body-memory.ts'

const MB = 1024 * 1024
const tenant = (tenantId: string) => ({ tenantId, stranger: true })

/** Takes megabytes until refused; returns how many it got. */
function fill(lease: BodyLease): number {
  for (let taken = 0; ; taken += 1) {
    try {
      lease.take(MB)
    } catch (error) {
      expect(error).toMatchObject({ code: 'request.too_many', details: { retryAfter: 5 } })
      return taken
    }
  }
}

describe('memory for request bodies', () => {
  it('gives a flooding tenant half of what is free, and the next tenants still get some', () => {
    const memory = createBodyMemory(60 * MB)
    const first = memory.lease(tenant('a'))
    expect(fill(first)).toBe(30)
    const second = memory.lease(tenant('b'))
    expect(fill(second)).toBe(15)
    expect(fill(memory.lease(tenant('c')))).toBe(8)
  })

  it('counts all requests of a tenant together', () => {
    const memory = createBodyMemory(60 * MB)
    expect(fill(memory.lease(tenant('a')))).toBe(30)
    expect(fill(memory.lease(tenant('a')))).toBe(0)
  })

  it('keeps strangers within an eighth, so that people who are signed in have room', () => {
    const memory = createBodyMemory(64 * MB)
    expect(fill(memory.lease({ tenantId: null, stranger: true }))).toBe(8)
    expect(fill(memory.lease({ tenantId: null, stranger: false }))).toBe(28)
  })

  it('is free again when requests end, and releasing twice changes nothing', () => {
    const memory = createBodyMemory(60 * MB)
    const lease = memory.lease(tenant('a'))
    fill(lease)
    expect(memory.bytesInFlight()).toBe(30 * MB)
    lease.release()
    lease.release()
    expect(memory.bytesInFlight()).toBe(0)
    expect(fill(memory.lease(tenant('a')))).toBe(30)
  })
})
