import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hookCommand } from './hook-command.ts'

/** A `curl` that prints its arguments. */
const STUB = `curl() { for part in "$@"; do printf '%s\\n' "$part"; done; }\n`

const sent = (auth: Parameters<typeof hookCommand>[0]['auth'], header?: string) =>
  execFileSync('sh', ['-c', STUB + hookCommand({ address: 'http://localhost/hooks/a/b', auth }, header)])
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

  it('signs the payload', () => {
    const parts = sent('hmac-sha256')
    const body = parts.at(-1) ?? ''
    const signature = createHmac('sha256', 'YOUR-SECRET').update(body).digest('hex')
    expect(parts).toContain(`X-Hub-Signature-256: sha256=${signature}`)
  })
})
