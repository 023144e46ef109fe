import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { placeIn, readTrail, type Trail, withoutStop, withPage, writeTrail } from './trail.ts'

const stop = (number: number) => ({ id: `r${number}`, trackingId: `ALR-${number}` })
const trail: Trail = {
  appId: 'alerts',
  name: 'Queue',
  back: '/search/alerts?q=mail',
  search: { text: 'mail', sort: [{ field: 'severity', direction: 'desc' }] },
  stops: [stop(1), stop(2), stop(3)],
  next: 'cursor',
  total: { value: 41, capped: false },
  at: 'r1',
}

const owner = { tenantId: 'one', userId: 'alice' }

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the way through a list', () => {
  test('survives a reload, for its person and tenant alone', () => {
    writeTrail(owner, trail)
    expect(readTrail(owner)).toEqual(trail)
    expect(readTrail({ ...owner, tenantId: 'other' })).toBeNull()
    expect(readTrail({ ...owner, userId: 'someone-else' })).toBeNull()
  })

  test('is none when the browser refuses to store it, or stored something else', () => {
    writeTrail(owner, trail)
    for (const name of stored.keys()) stored.set(name, '{"stops":[]}')
    expect(readTrail(owner)).toBeNull()
    vi.stubGlobal('sessionStorage', undefined)
    expect(() => writeTrail(owner, trail)).not.toThrow()
    expect(readTrail(owner)).toBeNull()
  })

  test('knows the records beside one, and whether more have to be loaded', () => {
    expect(placeIn(trail, 'alerts', 'r1')).toEqual({
      position: 1,
      previous: null,
      next: stop(2),
      isOpen: false,
    })
    expect(placeIn(trail, 'alerts', 'r3')).toEqual({
      position: 3,
      previous: stop(2),
      next: null,
      isOpen: true,
    })
    expect(placeIn({ ...trail, next: null }, 'alerts', 'r3')?.isOpen).toBe(false)
  })

  test('doesn’t lead to records of another app, or from records that weren’t in the list', () => {
    expect(placeIn(trail, 'cases', 'r1')).toBeNull()
    expect(placeIn(trail, 'alerts', 'r9')).toBeNull()
    expect(placeIn(null, 'alerts', 'r1')).toBeNull()
  })

  test('continues with the next page, without records that moved into it', () => {
    const longer = withPage(trail, { items: [stop(3), stop(4)], next: null })
    expect(longer.stops).toEqual([stop(1), stop(2), stop(3), stop(4)])
    expect(longer.next).toBeNull()
  })

  test('passes over a record that is deleted, which no longer counts', () => {
    const shorter = withoutStop(trail, 'r2')
    expect(shorter.stops).toEqual([stop(1), stop(3)])
    expect(shorter.total).toEqual({ value: 40, capped: false })
    expect(placeIn(shorter, 'alerts', 'r1')?.next).toEqual(stop(3))
    expect(withoutStop(shorter, 'r2')).toBe(shorter)
    const capped = { value: 10_000, capped: true }
    expect(withoutStop({ ...trail, total: capped }, 'r1').total).toBe(capped)
  })
})
