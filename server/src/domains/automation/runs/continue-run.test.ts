import { aCall, createAutomationFixture, aPlaybook, type AutomationFixture } from '../automation.fixture.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TURNS_PER_INVOCATION } from './continue-run.ts'
import { startRun } from './start-run.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture()
})
afterAll(() => house.close())

it('continues in a fresh invocation after many effects, and does each of them once', async () => {
  const scope = await house.aTenant()
  const items = TURNS_PER_INVOCATION + 50
  const each = {
    key: 'each',
    action: 'flow.forEach',
    with: { items: `{% [1..${items}] %}`, concurrency: 50 },
    steps: [aCall('call')],
  }
  const document = aPlaybook([each], { triggers: [], output: '{% $count(steps.each.output) %}' })
  const { id: playbookId } = await house.publish(scope, document)
  const given = { triggerKey: 'test', triggerKind: 'component', payload: {}, inputs: {}, initiator: null }
  const { runId } = await startRun(house.automation, scope, { playbookId, ...given })
  const look = () =>
    scope.read((tx) =>
      tx.query<{ state: string; start_id: string; output: string | null }>(
        'select state, start_id, output from caseloom.run where id = $1',
        [runId],
      ),
    )
  const [first] = await look()
  await expect
    .poll(async () => (await look())[0]?.state, { timeout: 60_000, interval: 200 })
    .toBe('succeeded')
  const [last] = await look()
  expect(last?.output).toBe(`${items}`)
  expect(last?.start_id).not.toBe(first?.start_id)
  const keys = house.performed.map((one) => one.idempotencyKey)
  expect(keys).toHaveLength(items)
  expect(new Set(keys).size).toBe(items)
}, 90_000)
