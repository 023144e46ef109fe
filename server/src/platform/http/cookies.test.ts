import { expect, it } from 'vitest'
import { deviceCookie, readDevice, readToken, sessionCookie } from './cookies.ts'

const HTTPS = 'https://soc.example.org'
const HTTP = 'http://localhost:4000'

it('cookies belong to this host alone over https, and work over plain http', () => {
  expect(sessionCookie('abc', { publicUrl: HTTPS })).toBe(
    '__Host-caseloom_session=abc; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  expect(sessionCookie('abc', { publicUrl: HTTP })).toBe(
    'caseloom_session=abc; Path=/; HttpOnly; SameSite=Lax',
  )
  expect(deviceCookie('abc', HTTPS)).toMatch(/^__Host-caseloom_device=abc; Path=\/; HttpOnly; .*Secure/)
})

it('a cookie that a neighbor on the same domain planted, or of before the upgrade, is no session over https', () => {
  expect(readToken({ cookie: 'caseloom_session=abc' }, HTTPS)).toBeNull()
  expect(readToken({ cookie: 'caseloom_session=a; __Host-caseloom_session=b' }, HTTPS)?.token).toBe('b')
  expect(readToken({ cookie: 'caseloom_session=abc' }, HTTP)?.token).toBe('abc')
  expect(readDevice(`caseloom_device=${'A'.repeat(43)}`, HTTPS)).toBeNull()
})
