import type { Handshake } from '@caseloom/contract/automation/hook-auth'
import { describe, expect, it } from 'vitest'
import { challengeOf, subscriptionOf, verificationOf } from './handshake.rules.ts'

const posted = (body: unknown, query: Record<string, unknown> = {}) => ({
  body: body === null ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
  query,
})
const slack = { type: 'url_verification', token: 'x', challenge: '3eZbrw1a' }
const grid = [
  {
    eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
    data: { validationCode: '512d38b6', validationUrl: 'https://example.com' },
  },
]

describe('the check of a URL', () => {
  it.each([
    ['slack', posted(slack), '{"challenge":"3eZbrw1a"}', 'application/json'],
    ['event-grid', posted(grid), '{"validationResponse":"512d38b6"}', 'application/json'],
    ['event-grid', posted(grid[0]), '{"validationResponse":"512d38b6"}', 'application/json'],
    ['microsoft-graph', posted(null, { validationToken: 'a <b> c' }), 'a <b> c', 'text/plain'],
  ] satisfies [Handshake, ReturnType<typeof posted>, string, string][])(
    'by %s is answered',
    (kind, check, content, mediaType) => {
      expect(challengeOf(kind, check)).toEqual({ content, mediaType })
    },
  )

  it.each([
    ['an event of Slack', 'slack', posted({ type: 'event_callback', challenge: 'x' })],
    ['a long challenge', 'slack', posted({ ...slack, challenge: 'x'.repeat(2_001) })],
    ['a long body', 'slack', posted({ ...slack, more: 'x'.repeat(20_000) })],
    ['no JSON', 'slack', { body: Buffer.from('{'), query: {} }],
    ['another event of Event Grid', 'event-grid', posted([{ ...grid[0], eventType: 'X' }])],
    ['a notification with a token', 'microsoft-graph', posted({ value: [] }, { validationToken: 'x' })],
    ['two tokens', 'microsoft-graph', posted(null, { validationToken: ['x', 'y'] })],
    ['the check of another sender', 'okta', posted(slack)],
    ['the check of any sender', null, posted(slack)],
  ] satisfies [string, Handshake | null, { body: Buffer; query: Record<string, unknown> }][])(
    'is not seen in %s',
    (_name, kind, delivery) => {
      expect(challengeOf(kind, delivery)).toBeNull()
    },
  )

  it('by GET is that of Okta or of Meta', () => {
    expect(verificationOf('abc')).toEqual({
      mediaType: 'application/json',
      content: '{"verification":"abc"}',
    })
    expect(verificationOf(undefined)).toBeNull()
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 't', 'hub.challenge': '1158201444' }
    expect(subscriptionOf(query)).toEqual({
      token: 't',
      answer: { mediaType: 'text/plain', content: '1158201444' },
    })
    expect(subscriptionOf({ ...query, 'hub.mode': 'unsubscribe' })).toBeNull()
  })
})
