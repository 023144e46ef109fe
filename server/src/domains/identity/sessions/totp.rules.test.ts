import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { acceptedStep, totpUri } from './totp.rules.ts'

/** The secret of RFC 6238, appendix B; its codes there have eight digits, of which apps show the last six. */
const SECRET = Secret.fromUTF8('12345678901234567890').base32
const at = (seconds: number) => new Date(seconds * 1000)
const codeAt = (seconds: number) =>
  new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: seconds * 1000 })

describe('a one-time password', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds is the one of RFC 6238', (seconds, code) => {
    expect(acceptedStep(SECRET, code, { now: at(seconds), lastStep: null })).toBe(Math.floor(seconds / 30))
  })

  it.each([
    [-60, false],
    [-31, false],
    [-30, true],
    [0, true],
    [30, true],
    [60, false],
  ])('of a clock that is %i s off: %s', (off, accepted) => {
    const now = 1_800_000_000
    const step = acceptedStep(SECRET, codeAt(now + off), { now: at(now), lastStep: null })
    expect(step !== null).toBe(accepted)
  })

  it('counts once, and none before it counts after it', () => {
    const now = 1_800_000_000
    const first = acceptedStep(SECRET, codeAt(now), { now: at(now), lastStep: null })
    expect(first).not.toBeNull()
    for (const seconds of [now, now - 30]) {
      expect(acceptedStep(SECRET, codeAt(seconds), { now: at(now), lastStep: first })).toBeNull()
    }
    expect(acceptedStep(SECRET, codeAt(now + 30), { now: at(now), lastStep: first })).toBe((first ?? 0) + 1)
  })

  it('may be typed in groups, and is nothing but six digits', () => {
    const now = at(59)
    expect(acceptedStep(SECRET, ' 287 082 ', { now, lastStep: null })).toBe(1)
    for (const code of ['', '28708', '2870820', 'abcdef', '２８７０８２', '287082x'])
      expect(acceptedStep(SECRET, code, { now, lastStep: null })).toBeNull()
  })

  it('is handed to apps with the name of the product and of the person', () => {
    const uri = new URL(totpUri(SECRET, 'zoë@example.com'))
    expect(decodeURIComponent(uri.pathname)).toContain('Caseloom:zoë@example.com')
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: 'Caseloom',
      secret: SECRET,
      digits: '6',
    })
  })
})
