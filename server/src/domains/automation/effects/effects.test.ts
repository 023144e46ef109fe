import { anActor } from '@caseloom/testkit/installation'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { type EffectAction, type EffectCommand, performEffect } from './effects.ts'

const log = pino({ level: 'silent' })
const command: EffectCommand = {
  kind: 'effect',
  id: 'call~1',
  path: 'call',
  attempt: 1,
  action: 'http.request',
  input: {},
  inputHash: 'hash',
  timeoutMs: 5_000,
  idempotencyKey: 'run/call~1',
}
// No step here uses it.
const scope = { tenantId: 'tenant', accountId: 'account' } as TenantScope
const context = (over: { signal?: AbortSignal } = {}) => ({
  scope,
  actor: async () => anActor(scope),
  idempotencyKey: command.idempotencyKey,
  timeoutMs: command.timeoutMs,
  signal: new AbortController().signal,
  ...over,
})
/** Something that our database lets fail so many times. */
function failing(times: number) {
  let left = times
  return () => {
    left -= 1
    if (left >= 0) throw fail('dependency.unavailable', { detail: 'The database isn’t responding' })
  }
}
const answering = (before: () => void): EffectAction => ({
  async perform() {
    before()
    return { ok: true, output: 'called' }
  },
})

describe('a step that reaches outside while our own database is away', () => {
  it('waits for what it must know before, and then does its work', async () => {
    const actions = new Map([['http.request', answering(failing(2))]])
    expect(await performEffect({ actions, log }, command, context())).toEqual({ ok: true, output: 'called' })
  })

  it('waits for the connector that its action belongs to', async () => {
    const look = failing(2)
    const connectors = {
      async actionOf() {
        look()
        return answering(() => undefined)
      },
      opener: { forStep: never, open: never, tokenRefused: never },
    }
    const found = await performEffect({ actions: new Map(), connectors, log }, command, context())
    expect(found).toEqual({ ok: true, output: 'called' })
  })

  it('does not wait when its attempt has ended', async () => {
    const actions = new Map([['http.request', answering(failing(1_000))]])
    const over = AbortSignal.abort()
    expect(await performEffect({ actions, log }, command, context({ signal: over }))).toMatchObject({
      ok: false,
      error: { code: 'dependency.unavailable' },
    })
  })
})

async function never(): Promise<never> {
  throw new Error('No one asks for an asset here')
}
