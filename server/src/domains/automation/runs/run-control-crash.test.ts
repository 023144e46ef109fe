import type { WorkerChildConfig } from '@caseloom/testkit/automation-worker-child'
import {
  aCall,
  createAutomationFixture,
  aPlaybook,
  type AutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { cancelRun } from './cancel-run.ts'
import { getRun } from './get-run.ts'

const CHILD = fileURLToPath(new URL('../../../../../testkit/src/automation-worker-child.ts', import.meta.url))

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
})
afterAll(() => house.close())

async function aWorker({ tenantId, accountId }: TenantScope): Promise<ChildProcess> {
  const config: WorkerChildConfig = {
    ...house.workerConfig,
    tenants: [{ tenantId, accountId }],
    allow: [],
  }
  const child = spawn(process.execPath, [CHILD], {
    env: { ...process.env, WORKER_CHILD: JSON.stringify(config) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('a wish to stop a run', () => {
  it.each(['alive', 'away'] as const)(
    'outlives the worker that was to fulfil it, with the engine %s',
    async (engine) => {
      const scope = await house.aTenant()
      const pause = { key: 'w', action: 'flow.wait', with: { for: '1h' } }
      const playbook = await house.publish(scope, aPlaybook([pause, aCall('never', 'w')]))
      const worker = await aWorker(scope)
      const raw = Buffer.from('{}')
      const answer = await deliver(house.automation, scope, {
        hookKey: playbook.hooks[0]?.hookKey ?? '',
        raw,
      })
      const { runId } = answer.body as { runId: string } // what a 202 answers
      const look = () => getRun(house.automation, scope, anActor(scope), runId)
      await expect.poll(async () => (await look()).state, { timeout: 15_000 }).toBe('waiting')
      await kill(worker)
      if (engine === 'away') await house.restate.kill()
      const asked = await cancelRun(house.automation, scope, anActor(scope), { runId })
      expect(asked).toMatchObject({ state: 'waiting', cancel: { by: 'Alice Example' } })
      if (engine === 'away') await house.restate.restart()
      await aWorker(scope)
      await expect
        .poll(async () => (await look()).state, { timeout: 40_000, interval: 200 })
        .toBe('cancelled')
      expect((await look()).steps.map((step) => [step.path, step.state])).toEqual([
        ['w', 'cancelled'],
        ['never', 'skipped'],
      ])
    },
    90_000,
  )
})
