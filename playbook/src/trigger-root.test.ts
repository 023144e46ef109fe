import { describe, expect, it } from 'vitest'
import { triggerRoot } from './trigger-root.ts'

const at = { receivedAt: Date.parse('2026-11-22T08:00:00Z') }
const receivedAt = '2026-11-22T08:00:00.000Z'

describe('the root trigger', () => {
  it('of a webhook holds body, headers and query', () => {
    const request = { headers: { 'x-github-delivery': 'd1' }, query: { a: '1' }, ...at }
    expect(triggerRoot('webhook', [1], request)).toEqual({
      body: [1],
      headers: { 'x-github-delivery': 'd1' },
      query: { a: '1' },
      receivedAt,
    })
    expect(triggerRoot('webhook', null, at)).toEqual({ body: null, headers: {}, query: {}, receivedAt })
  })

  it.each([
    ['schedule', { scheduledAt: 'x' }, { scheduledAt: 'x' }],
    [
      'record',
      { record: { id: 'r' }, event: 'created' },
      { record: { id: 'r' }, previous: null, changed: [], by: null, event: 'created' },
    ],
    ['button', { record: { id: 'r' }, by: { id: 'u' } }, { record: { id: 'r' }, by: { id: 'u' } }],
    ['form', {}, { by: null }],
    ['mail', { mail: { subject: 's' } }, { mail: { subject: 's' } }],
    ['poll', { item: 1 }, { item: 1, cursor: null }],
    ['failure', { run: { id: 'x' } }, { run: { id: 'x' } }],
    ['component', { by: { id: 'u' } }, { by: { id: 'u' } }],
    ['toString', {}, {}],
    ['poll', [1], { item: null, cursor: null }],
  ])('of %s holds what it brings, and null for what it does not', (kind, payload, root) => {
    expect(triggerRoot(kind, payload, at)).toEqual({ ...root, receivedAt })
  })
})
