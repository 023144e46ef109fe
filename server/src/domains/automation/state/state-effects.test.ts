import type { JsonObject } from '@caseloom/contract/kernel/json'
import { createAutomationFixture, aPlaybook, type AutomationFixture } from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { stateEffects } from './state-effects.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

const actions = stateEffects()
async function aPlaybookState() {
  const scope = await house.aTenant()
  const { id: playbookId } = await house.publish(scope, aPlaybook([], { triggers: [] }))
  const runId = newId()
  let steps = 0
  const act = (action: string, input: JsonObject, key = `${runId}/s${(steps += 1)}~1`) =>
    perform(scope, { action, input, key, behalf: { runId, playbookId } })
  return { scope, act }
}
interface Act {
  action: string
  input: JsonObject
  key: string
  behalf: { runId: string; playbookId: string }
}
async function perform(scope: TenantScope, { action, input, key, behalf }: Act) {
  const context = {
    scope,
    actor: { ...anActor(scope), ...behalf },
    idempotencyKey: key,
    timeoutMs: 1_000,
    signal: new AbortController().signal,
  }
  const outcome = await actions.get(action)?.perform(input, context)
  return outcome?.ok === true ? outcome.output : outcome?.error.code
}

describe('the state of a playbook', () => {
  it('keeps values from step to step, each playbook its own', async () => {
    const { act } = await aPlaybookState()
    const other = await aPlaybookState()
    expect(await act('state.get', { key: 'cursor' })).toEqual({ value: null })
    await act('state.set', { key: 'cursor', value: { page: 2 } })
    expect(await act('state.get', { key: 'cursor' })).toEqual({ value: { page: 2 } })
    expect(await other.act('state.get', { key: 'cursor' })).toEqual({ value: null })
    expect(await act('state.delete', { key: 'cursor' })).toEqual({ deleted: true })
    expect(await act('state.delete', { key: 'cursor' })).toEqual({ deleted: false })
    expect(await act('state.get', { key: 'cursor' })).toEqual({ value: null })
  })

  it('is changed once by a step that is repeated', async () => {
    const { act } = await aPlaybookState()
    expect(await act('state.set', { key: 'a', value: 1 }, 'same')).toEqual({ value: 1 })
    await act('state.set', { key: 'a', value: 2 })
    expect(await act('state.set', { key: 'a', value: 1 }, 'same')).toEqual({ value: 1 })
    expect(await act('state.get', { key: 'a' })).toEqual({ value: 2 })
  })

  it('is bounded in size and keys', async () => {
    const { act, scope } = await aPlaybookState()
    expect(await act('state.set', { key: 'big', value: 'x'.repeat(300_000) })).toBe('state.too_big')
    await act('state.set', { key: 'k0', value: 0 })
    await scope.tx((tx) =>
      tx.query(
        `insert into caseloom.playbook_state (tenant_id, playbook_id, key, value, updated_at)
         select tenant_id, playbook_id, 'k' || n, value, updated_at
           from caseloom.playbook_state, generate_series(1, 999) n where tenant_id = $1`,
        [tx.tenantId],
      ),
    )
    expect(await act('state.set', { key: 'one more', value: 0 })).toBe('state.full')
    expect(await act('state.set', { key: 'k7', value: 'new' })).toEqual({ value: 'new' })
  })
})
