import { anActor } from '@caseloom/testkit/installation'
import { describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { type AskAssistant, type Asked, askEffect } from './ask-assistant.ts'

const scope = { tenantId: 't', accountId: 'a' } as TenantScope // nothing of it is used
const actor = anActor(scope)
const signal = new AbortController().signal
const step = (ask: AskAssistant, input: object, over = {}) =>
  askEffect(ask).perform(JSON.parse(JSON.stringify(input)), {
    scope,
    actor,
    signal,
    idempotencyKey: 'run/ask~1',
    timeoutMs: 1_000,
    ...over,
  })

describe('a step that asks the assistant', () => {
  it('returns the answer with its model and sources, using the permissions of the run', async () => {
    const asked: Asked[] = []
    const sources = [{ kind: 'record', title: 'ALE-1', to: '/record/1' }]
    const ask: AskAssistant = async (one) => {
      asked.push(one)
      return { text: 'Two alerts.', answeredBy: { kind: 'builtIn', name: 'Hero AI' }, sources }
    }
    const output = { text: 'Two alerts.', answeredBy: { kind: 'builtIn', name: 'Hero AI' }, sources }
    expect(await step(ask, { question: 'How many?' })).toMatchObject({ ok: true, output })
    await step(ask, { question: 'What is this?', context: { host: 'ws-1' } })
    expect(asked.map(({ question }) => question)).toEqual([
      'How many?',
      'What is this?\n\n{\n "host": "ws-1"\n}',
    ])
    expect(asked[0]?.actor).toBe(actor)
  })

  it('fails where it is switched off, and can be tried again when the model did not answer', async () => {
    expect(await step(async () => null, { question: 'x' })).toMatchObject({
      error: { code: 'assistant.off', retryable: false },
    })
    const answeredBy = { kind: 'model', name: 'm' }
    const broken = async () => ({ text: 'No answer came', answeredBy, sources: [], isError: true })
    expect(await step(broken, { question: 'x' })).toMatchObject({
      error: { code: 'assistant.failed', message: 'No answer came', retryable: true },
    })
  })

  it('needs the right to use it, a question, and bounds', async () => {
    const ask: AskAssistant = async () => null
    const without = anActor(scope, { may: ['record:read'] })
    await expect(step(ask, { question: 'x' }, { actor: without })).rejects.toMatchObject({
      code: 'right.missing',
    })
    expect(await step(ask, { question: '' })).toMatchObject({ error: { code: 'step.bad_input' } })
    expect(await step(ask, { question: 'x', context: 'y'.repeat(60_001) })).toMatchObject({
      error: { code: 'step.bad_input' },
    })
  })
})
