import {
  aCall,
  anAutomationHouse,
  aPlaybook,
  aTransform,
  type AutomationHouse,
  deliver,
} from '@caseloom/testkit/automation-house'
import type { JsonObject } from '@caseloom/contract/json'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TenantScope } from '../../platform/database/types.ts'
import { listFailureGroups } from './failure-groups.read.ts'
import { listRuns } from './runs.read.ts'

let house: AutomationHouse
let scope: TenantScope
let playbookId: string

/** Runs of one playbook: two fail at "call" in two ways, one ends well; a pure playbook of its own beside it. */
beforeAll(async () => {
  house = await anAutomationHouse()
  house.answer.current = async (input) => {
    const { from } = input['body'] as { from: string } // the body of aCall
    if (from !== 'call') return { ok: true, output: null }
    answered += 1
    if (answered === 3) return { ok: true, output: null }
    const code = answered === 1 ? 'http.timeout' : 'http.status'
    return { ok: false, error: { code, message: `No answer ${answered}`, retryable: false } }
  }
  let answered = 0
  scope = await house.aTenant()
  const published = await house.publish(scope, aPlaybook([aCall('call')]))
  playbookId = published.id
  const hookKey = published.hooks[0]?.hookKey ?? ''
  for (let n = 1; n <= 3; n += 1) {
    await deliver(house.automation, scope, { hookKey, raw: Buffer.from('{}') })
    await vi.waitUntil(async () => (await ended()) === n, { timeout: 20_000 })
  }
  const pure = aPlaybook([aTransform('sum', '{% 1 %}')], { playbook: 'pure', title: 'Pure' })
  const other = await house.publish(scope, pure as JsonObject)
  await deliver(house.automation, scope, { hookKey: other.hooks[0]?.hookKey ?? '', raw: Buffer.from('{}') })
})
afterAll(() => house.close())

const ended = async () =>
  (await listRuns(scope, { limit: 10 })).items.filter((run) => run.endedAt !== null).length
const numbers = async (filter: Partial<Parameters<typeof listRuns>[1]>) =>
  (await listRuns(scope, { limit: 10, ...filter })).items.map((run) => run.number)

describe('the list of runs', () => {
  it('is narrowed by error, step, kind, number and time', async () => {
    expect(await numbers({ errorCode: 'http.timeout' })).toEqual([1])
    expect(await numbers({ errorStep: 'call' })).toEqual([2, 1])
    expect(await numbers({ errorStep: 'elsewhere' })).toEqual([])
    expect(await numbers({ kind: 'webhook' })).toEqual([4, 3, 2, 1])
    expect(await numbers({ kind: 'schedule' })).toEqual([])
    expect(await numbers({ number: 3 })).toEqual([3])
    const [, third] = (await listRuns(scope, { limit: 10 })).items
    const began = Date.parse(third?.startedAt ?? '')
    const hour = (by: number) => new Date(began + by * 3_600_000).toISOString()
    expect(await numbers({ from: hour(-1), to: hour(1) })).toEqual([4, 3, 2, 1])
    expect(await numbers({ to: hour(-1) })).toEqual([])
    expect(await numbers({ from: hour(1) })).toEqual([])
  })
})

describe('what fails', () => {
  it('is told by playbook, step and error, with the newest run of each', async () => {
    const groups = await listFailureGroups(scope, {})
    expect(groups).toHaveLength(2)
    expect(groups.find((group) => group.code === 'http.status')).toMatchObject({
      playbook: { id: playbookId, title: 'Test playbook' },
      step: 'call',
      count: 1,
      message: expect.stringContaining('No answer 2'),
      lastRun: { number: 2 },
    })
    expect(await listFailureGroups(scope, { to: new Date(Date.now() - 3_600_000).toISOString() })).toEqual([])
  })

  it('says nothing of another tenant', async () => {
    expect(await listFailureGroups(await house.aTenant(), {})).toEqual([])
  })
})
