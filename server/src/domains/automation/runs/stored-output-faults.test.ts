import {
  aCall,
  aPlaybook,
  aTransform,
  type AutomationFixture,
  createAutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { makeScratchFolder, removeScratchFolder } from '@caseloom/testkit/scratch-folder'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalFileStore } from '../../../platform/files/file-store.ts'
import { createValueStore, type ValueStore } from '../../../platform/files/values.ts'
import { listRuns } from './runs.read.ts'

/** What the driver throws while set, instead of a stored value. */
let fault: string | null = null
let refused = 0

function withFaults(values: ValueStore): ValueStore {
  return {
    ...values,
    async get(tx, sha256) {
      if (fault === null) return values.get(tx, sha256)
      refused += 1
      throw Object.assign(new Error('refused for a test'), { code: fault })
    },
  }
}

let house: AutomationFixture
let folder: string
beforeAll(async () => {
  folder = await makeScratchFolder()
  house = await createAutomationFixture({
    values: withFaults(createValueStore(createLocalFileStore(folder))),
  })
})
afterAll(async () => {
  await house.close()
  removeScratchFolder(folder)
})

const LARGE = 'x'.repeat(300_000)

it.each([
  ['has no connection left', '53300'],
  ['is shut down', '57P03'],
  ['can not serialize', '40001'],
])(
  'a run whose stored output is read while the database %s waits, and makes every call once',
  async (_name, code) => {
    const scope = await house.aTenant()
    const length = aTransform('length', '{% $length(steps.large.output.large) %}', 'large')
    const playbook = await house.publish(scope, aPlaybook([aCall('large'), aCall('slow'), length]))
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const echo = house.answer.current
    house.answer.current = async (input, key) => {
      if (key.includes('/large')) return { ok: true, output: { large: LARGE } }
      await gate
      return echo(input, key)
    }
    const before = house.performed.length
    refused = 0
    fault = code
    try {
      const sent = await deliver(house.automation, scope, {
        hookKey: playbook.hooks[0]?.hookKey ?? '',
        raw: Buffer.from('{}'),
      })
      expect(sent.status).toBe(202)
      // Twice: the output was asked for again, while the other call is still in progress.
      await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThan(1)
    } finally {
      fault = null
      open()
      house.answer.current = echo
    }
    const states = async () =>
      (await listRuns(scope, { limit: 5, state: undefined })).items.map(({ state }) => state)
    await expect.poll(states, { timeout: 60_000 }).toEqual(['succeeded'])
    const keys = house.performed.slice(before).map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(2)
  },
  120_000,
)
