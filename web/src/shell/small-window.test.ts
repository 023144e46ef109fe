import { expect, test } from 'vitest'
import { fitsAnyWindow } from './small-window.ts'

test.each([
  ['/login', true],
  ['/forgot-password', true],
  ['/set-password', true],
  ['/asks/abc', true],
  ['/forms/019a0000-0000-7000-8000-00000000000a/phishing', true],
  ['/', false],
  ['/install', false],
  ['/select-account', false],
  ['/asks', false],
  ['/account/a/tenant/t/forms/x', false],
  ['/account/a/tenant/t/welcome', false],
])('the notice of small windows spares %s: %s', (path, wanted) => {
  expect(fitsAnyWindow(path)).toBe(wanted)
})
