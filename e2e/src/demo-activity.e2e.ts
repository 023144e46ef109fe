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
    const alerts = playbooks.find(({ key }) => key === 'demo-alerts')
    const triggers = Triggers.parse(
      await callApi(page, 'get', url(listTriggers.path.replace(':playbookId', alerts?.id ?? ''))),
    ).items
    // Not to wait for the half minute.
    await callApi(page, 'post', url(tryTrigger.path.replace(':triggerId', triggers[0]?.id ?? '')), {})
    const runs = async () => Runs.parse(await callApi(page, 'get', `${url(listRuns.path)}?limit=200`)).items
    const hasEnded = (state: string) => ['succeeded', 'failed', 'cancelled'].includes(state)
    // Each of the first alerts is at least checked against what is known, and some wait for people.
    await expect
      .poll(async () => (await runs()).filter(({ state }) => hasEnded(state)).length, { timeout: 60_000 })
      .toBeGreaterThan(14)
    const failed = (await runs()).filter(({ state }) => state === 'failed')
    for (const run of failed) expect(run.playbook.key).toBe('match-asset')
    await page.goto(`${demo.product.address}${demo.place}/orchestration`)
    await page.getByText('Check observables against intel').waitFor()
  })
})
