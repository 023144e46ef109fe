import {
  listPlaybooks,
  listRuns,
  PlaybookSummary,
  RunSummary,
} from '@caseloom/contract/automation/automation'
import { listTriggers, TriggerOverview, tryTrigger } from '@caseloom/contract/automation/triggers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callApi } from './call-api.ts'
import { type Demo, startDemo } from './demo.ts'

const Playbooks = z.object({ items: z.array(PlaybookSummary) })
const Triggers = z.object({ items: z.array(TriggerOverview) })
const Runs = z.object({ items: z.array(RunSummary) })
let demo: Demo

beforeAll(async () => {
  demo = await startDemo({ CASELOOM_DEMO_ACTIVITY: '1' })
})
afterAll(() => demo.close())

describe('a demo that stays alive', () => {
  const url = (path: string) => demo.product.address + path.replace(':tenantId', demo.tenantId)

  it('creates alerts on a schedule, and its playbooks work on them', async () => {
    const { page } = demo.browser
    const playbooks = Playbooks.parse(await callApi(page, 'get', url(listPlaybooks.path))).items
    // Not to wait for their times.
    for (const key of ['demo-alerts', 'shift-report']) {
      const id = playbooks.find((playbook) => playbook.key === key)?.id ?? ''
      const triggers = await callApi(page, 'get', url(listTriggers.path.replace(':playbookId', id)))
      const [trigger] = Triggers.parse(triggers).items
      await callApi(page, 'post', url(tryTrigger.path.replace(':triggerId', trigger?.id ?? '')), {})
    }
    const runs = async () => Runs.parse(await callApi(page, 'get', `${url(listRuns.path)}?limit=200`)).items
    const hasEnded = (state: string) => ['succeeded', 'failed', 'cancelled'].includes(state)
    // Each of the first alerts is at least checked against what is known, and some wait for people.
    await expect
      .poll(async () => (await runs()).filter(({ state }) => hasEnded(state)).length, { timeout: 60_000 })
      .toBeGreaterThan(14)
    // Half of the kinds of alerts are high or above, and are assigned.
    for (const key of ['assign-high-alerts', 'shift-report'])
      await expect
        .poll(async () => (await runs()).find(({ playbook }) => playbook.key === key)?.state, {
          timeout: 60_000,
        })
        .toBe('succeeded')
    const failed = (await runs()).filter(({ state }) => state === 'failed')
    for (const run of failed) expect(run.playbook.key).toBe('match-asset')
    await page.goto(`${demo.product.address}${demo.place}/orchestration`)
    const grid = page.getByRole('grid', { name: 'Playbooks' })
    await grid.getByText('Check observables against intel').waitFor()
  })
})
