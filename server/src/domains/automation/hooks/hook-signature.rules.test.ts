import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type SignedAuth, signatureHeader, signatureRefusal } from './hook-signature.rules.ts'

const seconds = (at: number) => new Date(at * 1_000)

/** The examples that Slack and Standard Webhooks publish. */
const PUBLISHED = [
  {
    auth: 'slack',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    headers: {
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      'x-slack-request-timestamp': '1531420618',
    },
    now: seconds(1_531_420_618),
    body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  },
  {
    auth: 'standard-webhooks',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    now: seconds(1_614_265_330),
    body: '{"test": 2432232314}',
  },
] as const

const BODY = '{"event":"x"}'
const AT = 1_800_000_000
const mac = (text: string, form: 'hex' | 'base64', key: string | Buffer = 's3cret') =>
  createHmac('sha256', key).update(text).digest(form)

const MADE: { auth: SignedAuth; secret: string; headers: Record<string, string> }[] = [
  { auth: 'hmac-sha256', secret: 's3cret', headers: { 'x-hub-signature-256': `sha256=${mac(BODY, 'hex')}` } },
  {
    auth: 'slack',
    secret: 's3cret',
    headers: {
      'x-slack-signature': `v0=${mac(`v0:${AT}:${BODY}`, 'hex')}`,
      'x-slack-request-timestamp': String(AT),
    },
  },
  {
    auth: 'stripe',
    secret: 's3cret',
    headers: { 'stripe-signature': `t=${AT},v1=${'0'.repeat(64)},v1=${mac(`${AT}.${BODY}`, 'hex')},v0=zz` },
  },
  {
    auth: 'pagerduty',
    secret: 's3cret',
    headers: { 'x-pagerduty-signature': `v1=${'f'.repeat(64)}, v1=${mac(BODY, 'hex')}` },
  },
  {
    auth: 'zendesk',
    secret: 's3cret',
    headers: {
      'x-zendesk-webhook-signature': mac(`${seconds(AT).toISOString()}${BODY}`, 'base64'),
      'x-zendesk-webhook-signature-timestamp': seconds(AT).toISOString(),
    },
  },
  {
    auth: 'teams',
    secret: Buffer.from('a key').toString('base64'),
    headers: { authorization: `HMAC ${mac(BODY, 'base64', Buffer.from('a key'))}` },
  },
  {
    auth: 'standard-webhooks',
    secret: `whsec_${Buffer.from('a key').toString('base64')}`,
    headers: {
      'webhook-id': 'm1',
      'webhook-timestamp': String(AT),
      'webhook-signature': `v1,${'A'.repeat(43)}= v1,${mac(`m1.${AT}.${BODY}`, 'base64', Buffer.from('a key'))}`,
    },
  },
]

const judge = (
  { auth, secret, headers }: { auth: SignedAuth; secret: string; headers: Readonly<Record<string, string>> },
  body: string | null,
  now: Date,
) =>
  signatureRefusal(
    { auth, secret, headers, given: headers[signatureHeader(auth)] ?? '', now },
    body === null ? null : Buffer.from(body),
  )

describe('the signature of a sender', () => {
  it.each(PUBLISHED)('holds for the published example of $auth', async (example) => {
    expect(await judge(example, example.body, example.now)).toBeNull()
    expect(await judge(example, null, example.now)).toBeNull()
    expect(await judge(example, `${example.body} `, example.now)).toMatch(/doesn’t match/)
  })

  it.each(MADE)('of $auth holds, also as one of several', async (sent) => {
    expect(await judge(sent, BODY, seconds(AT))).toBeNull()
    expect(await judge(sent, null, seconds(AT))).toBeNull()
    expect(await judge(sent, `${BODY}.`, seconds(AT))).toMatch(/doesn’t match/)
    expect(await judge({ ...sent, secret: 'other' }, BODY, seconds(AT))).toMatch(/doesn’t match/)
  })

  const timed = MADE.filter(({ auth }) => ['slack', 'stripe', 'zendesk', 'standard-webhooks'].includes(auth))
  it.each(timed)('of $auth is refused as a replay after five minutes, and from the future', async (sent) => {
    expect(await judge(sent, BODY, seconds(AT + 299))).toBeNull()
    for (const off of [-301, 301, 1_000_000])
      expect(await judge(sent, null, seconds(AT + off))).toMatch(/more than five minutes off/)
  })

  it.each(timed)('of $auth is refused without a usable time', async (sent) => {
    const timeless = Object.fromEntries(
      Object.entries(sent.headers).map(([name, value]) => [
        name,
        name.endsWith('timestamp') ? 'soon' : value.replace(/^t=\d+/, 't=soon'),
      ]),
    )
    expect(await judge({ ...sent, headers: timeless }, BODY, seconds(AT))).toMatch(/five minutes off/)
    const without = Object.fromEntries(
      Object.entries(sent.headers)
        .filter(([name]) => !name.endsWith('timestamp'))
        .map(([name, value]) => [name, value.replace(/^t=\d+,/, '')]),
    )
    expect(await judge({ ...sent, headers: without }, BODY, seconds(AT))).toMatch(/is missing/)
  })

  it('is looked for among the first few of a header only', async () => {
    const many = Array.from({ length: 50 }, () => `v1=${'0'.repeat(64)}`)
    const headers = { 'x-pagerduty-signature': [...many, `v1=${mac(BODY, 'hex')}`].join(',') }
    const refusal = await judge({ auth: 'pagerduty', secret: 's3cret', headers }, BODY, seconds(AT))
    expect(refusal).toMatch(/doesn’t match/)
  })
})
