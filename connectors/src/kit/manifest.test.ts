import { describe, expect, test } from 'vitest'
import { Manifest } from './manifest.ts'

const good = {
  key: 'demo',
  title: 'Demo',
  description: 'A service.',
  vendor: 'Demo Ltd',
  categories: ['Chat'],
  icon: 'plug',
  version: '1.0.0',
  settings: { type: 'object', properties: { baseUrl: { type: 'string' } } },
  base: '{settings.baseUrl}',
  auth: [{ kind: 'bearer' }],
  actions: [
    {
      name: 'demo.send',
      title: 'Send',
      input: { type: 'object', properties: { to: { type: 'string' } } },
      request: { method: 'POST', path: '/to/{to}', body: { value: { q: 'query { me { id } }' } } },
    },
  ],
}
const [action] = good.actions

describe('a manifest', () => {
  test('is filled up with defaults', () => {
    const [parsed] = Manifest.parse(good).actions
    expect(parsed).toMatchObject({
      idempotent: false,
      timeoutMs: 30_000,
      request: { lists: 'repeat', body: { type: 'json' } },
    })
  })

  test.each([
    ['a name of another connector', { ...action, name: 'other.send' }],
    ['a template that names nothing', { ...action, request: { method: 'GET', path: '/{who}' } }],
    ['a setting that there is not', { ...action, request: { method: 'GET', path: '/{settings.no}' } }],
    ['a body with GET', { ...action, request: { method: 'GET', path: '/', body: {} } }],
    ['a path with a query', { ...action, request: { method: 'GET', path: '/x?a=1' } }],
    ['a path without its slash', { ...action, request: { method: 'GET', path: 'x' } }],
  ])('with %s is refused', (_name, wrong) => {
    expect(Manifest.safeParse({ ...good, actions: [wrong] }).success).toBe(false)
  })

  test('with one name twice is refused', () => {
    expect(Manifest.safeParse({ ...good, actions: [action, action] }).success).toBe(false)
  })
})
