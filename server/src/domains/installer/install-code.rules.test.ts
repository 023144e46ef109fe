import { describe, expect, it } from 'vitest'
import { isOnlyLocal } from './install-code.rules.ts'

describe('the one-time code', () => {
  it.each([
    ['127.0.0.1', 'http://localhost:4000', true],
    ['::1', 'http://[::1]:4000', true],
    ['127.8.9.1', 'http://127.0.0.1:4000', true],
    ['0.0.0.0', 'http://localhost:4000', false],
    ['127.0.0.1', 'https://caseloom.example', false],
    ['127.evil.example', 'http://localhost:4000', false],
  ])('is not needed only when nobody else can come: %s seen as %s', (host, publicUrl, expected) => {
    expect(isOnlyLocal(host, publicUrl)).toBe(expected)
  })
})
