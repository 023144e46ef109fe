import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hookCommand } from './hook-command.ts'

const command = (auth: Parameters<typeof hookCommand>[0]['auth'], header?: string) =>
  hookCommand({ address: 'http://localhost/hooks/a/b', auth }, header)

/** A `curl` that prints its arguments. */
const STUB = `curl() { for part in "$@"; do printf '%s\\n' "$part"; done; }\n`

const sent = (auth: Parameters<typeof hookCommand>[0]['auth'], header?: string, secret = 'YOUR-SECRET') =>
  execFileSync('sh', ['-c', STUB + command(auth, header).replaceAll('YOUR-SECRET', secret)])
    .toString()
    .trimEnd()
    .split('\n')

describe('webhook command', () => {
  it('posts JSON to the URL with the required authentication', () => {
    expect(sent('none')).toEqual([
      '-X',
      'POST',
      'http://localhost/hooks/a/b',
      '-H',
      'Content-Type: application/json',
      '-d',
      '{"hello": "world"}',
    ])
    expect(sent('basic')).toContain('YOUR-SECRET')
    expect(sent('secret')).toContain('X-Webhook-Secret: YOUR-SECRET')
    expect(sent('secret', 'X-Token')).toContain('X-Token: YOUR-SECRET')
  })

  it('sends a bearer token', () => {
    expect(sent('bearer')).toContain('Authorization: Bearer YOUR-SECRET')
  })

  const headerOf = (parts: string[], name: string) =>
    parts.find((part) => part.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
  const digest = (key: string | Buffer, text: string, form: 'hex' | 'base64') =>
    createHmac('sha256', key).update(text).digest(form)
  const bytes = Buffer.from('a key of sixteen', 'utf8')
  const coded = bytes.toString('base64')

  it('signs as Slack, Stripe, PagerDuty, Zendesk, Teams, and Standard Webhooks do', () => {
    const slack = sent('slack')
    const at = headerOf(slack, 'X-Slack-Request-Timestamp')
    expect(Number(at)).toBeGreaterThan(1_700_000_000)
    const body = slack.at(-1) ?? ''
    expect(headerOf(slack, 'X-Slack-Signature')).toBe(
      `v0=${digest('YOUR-SECRET', `v0:${at}:${body}`, 'hex')}`,
    )
    const [stripeAt = '', stripe] = headerOf(sent('stripe'), 'Stripe-Signature')
      .replace('t=', '')
      .split(',v1=')
    expect(stripe).toBe(digest('YOUR-SECRET', `${stripeAt}.${body}`, 'hex'))
    expect(headerOf(sent('pagerduty'), 'X-PagerDuty-Signature')).toBe(
      `v1=${digest('YOUR-SECRET', body, 'hex')}`,
    )
    const zendesk = sent('zendesk')
    const zendeskAt = headerOf(zendesk, 'X-Zendesk-Webhook-Signature-Timestamp')
    expect(headerOf(zendesk, 'X-Zendesk-Webhook-Signature')).toBe(
      digest('YOUR-SECRET', `${zendeskAt}${body}`, 'base64'),
    )
    const teams = sent('teams', undefined, coded)
    expect(headerOf(teams, 'Authorization')).toBe(`HMAC ${digest(bytes, body, 'base64')}`)
    const standard = sent('standard-webhooks', undefined, `whsec_${coded}`)
    const signed = `msg_test.${headerOf(standard, 'webhook-timestamp')}.${body}`
    expect(headerOf(standard, 'webhook-signature')).toBe(`v1,${digest(bytes, signed, 'base64')}`)
  })

  it('signs the payload', () => {
    const parts = sent('hmac-sha256')
    const body = parts.at(-1) ?? ''
    const signature = createHmac('sha256', 'YOUR-SECRET').update(body).digest('hex')
    expect(parts).toContain(`X-Hub-Signature-256: sha256=${signature}`)
  })
})
