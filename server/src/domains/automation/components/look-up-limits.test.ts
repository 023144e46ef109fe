import type { JsonObject } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { aPlaybook, createAutomationFixture, type AutomationFixture } from '../automation.fixture.ts'
import { confirmStatement } from '../statements/confirm-statement.fixture.ts'
import { aLookUp, anAppWithMarks, anAssetWith, aReadyLookUp } from './look-ups.fixture.ts'
import { lookUpObservables } from './look-up-observables.ts'
import { runComponent } from './run-component.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture()
})
afterAll(() => house.close())

const ip = (value: string) => ({ kind: 'ipv4' as const, value })
const ONE = ip('192.0.2.1')
const TWO = ip('192.0.2.2')

async function aRecord(scope: TenantScope, appId: string, fields: JsonObject) {
  return house.records.createRecord(scope, anActor(scope), { appId, fields: { title: 'One', ...fields } })
}

interface Asked {
  id: string
  appId: string
  recordId: string
}

const lookUp = (scope: TenantScope, { id, appId, recordId }: Asked, by = anActor(scope)) =>
  lookUpObservables(house.automation, scope, by, {
    playbookId: id,
    appId,
    recordId,
    observables: [ONE, TWO],
    confirmed: true,
  })

const inputsOf = (scope: TenantScope) =>
  scope.read((tx) =>
    tx.query<{ observables: JsonObject[]; skipped: JsonObject[] | null }>(
      `select i.request -> 'inputs' -> 'observables' as observables,
              convert_from(i.payload, 'UTF8')::json -> 'skipped' as skipped
         from caseloom.run_input i join caseloom.run r on r.id = i.run_id
        where r.tenant_id = $1 order by r.number`,
      [tx.tenantId],
    ),
  )

describe('the limits of assets', () => {
  it('leave out observables above them, with the reason', async () => {
    const scope = await house.aTenant()
    const app = await anAppWithMarks(house, scope)
    await anAssetWith(scope, { key: 'open' })
    await anAssetWith(scope, { key: 'reputation', maxTlp: 'green' })
    const { id, by } = await aReadyLookUp(house, scope, aLookUp('ask', 'reputation'))
    const seen = [{ value: ONE.value, tlp: 'green' }, { value: TWO.value }]
    const { id: recordId } = await aRecord(scope, app.id, { seen })
    expect(await lookUp(scope, { id, appId: app.id, recordId }, by)).toMatchObject({
      items: [{ observables: [ONE] }],
      skipped: [{ ...TWO, why: { mark: 'tlp', is: 'amber', limit: 'green' }, asset: 'Asset reputation' }],
    })
    expect(await inputsOf(scope)).toMatchObject([{ observables: [ONE] }])
    // Those who may not see the asset learn of the limit alone.
    const stranger = anActor(scope, { permissions: new Set(['record:read', 'playbook:run'] as const) })
    await confirmStatement(house.automation, scope, stranger, id)
    const { skipped } = await lookUp(scope, { id, appId: app.id, recordId }, stranger)
    expect(skipped).toMatchObject([{ ...TWO, asset: null }])
  })

  it('count for components that the component calls, and with the marks of the record', async () => {
    const scope = await house.aTenant()
    const app = await anAppWithMarks(house, scope)
    await anAssetWith(scope, { key: 'sandbox', maxTlp: 'amber', maxPap: 'green' })
    await house.publish(scope, aLookUp('inner', 'sandbox'))
    const calls = { key: 'call', action: 'flow.call', with: { component: 'inner', inputs: {} } }
    const outer = { ...aLookUp('outer'), steps: [calls], output: null }
    const { id, by } = await aReadyLookUp(house, scope, outer)
    const asked = async (fields: JsonObject) => {
      const seen = [{ value: ONE.value, tlp: 'clear' }, { value: TWO.value }]
      const { id: recordId } = await aRecord(scope, app.id, { seen, ...fields })
      const { items, skipped } = await lookUp(scope, { id, appId: app.id, recordId }, by)
      return [items.flatMap((one) => one.observables.length), skipped.map(({ why }) => why)]
    }
    expect(await asked({ tlp: 'TLP:AMBER', pap: 'green' })).toEqual([[2], []])
    const red = { mark: 'tlp', is: 'red', limit: 'amber' }
    expect(await asked({ tlp: 'red' })).toEqual([[], [red, red]])
    const active = { mark: 'pap', is: 'amber', limit: 'green' }
    expect(await asked({ pap: 'amber' })).toEqual([[], [active, active]])
  })

  it('count with marks that the person can’t read', async () => {
    const scope = await house.aTenant()
    const hidden = { key: 'tlp', label: 'tlp', type: 'text', readers: [crypto.randomUUID()] }
    const fields = [
      { key: 'title', label: 'Title', type: 'text' },
      { key: 'seen', label: 'Seen', type: 'observables' },
      hidden,
    ]
    const app = await anAppWithMarks(house, scope, { fields: fields as never })
    await anAssetWith(scope, { key: 'reputation', maxTlp: 'amber' })
    const { id, by } = await aReadyLookUp(house, scope, aLookUp('ask', 'reputation'))
    const { id: recordId } = await aRecord(scope, app.id, { seen: [ONE.value, TWO.value] })
    await scope.tx(async (tx) => {
      const compiled = await house.apps.compiled(tx, app.id)
      const column = compiled?.byKey.get('tlp')?.column ?? ''
      await tx.query(`update ${compiled?.table ?? ''} set ${column} = 'red' where id = $1`, [recordId])
    })
    const { items, skipped } = await lookUp(scope, { id, appId: app.id, recordId }, by)
    expect([items, skipped.length]).toEqual([[], 2])
  })

  it('hold for a playbook that calls the component, which learns what was left out', async () => {
    const scope = await house.aTenant()
    await anAssetWith(scope, { key: 'reputation', maxTlp: 'green' })
    await house.publish(scope, aLookUp('ask', 'reputation'))
    const inputs = {
      type: 'object',
      properties: { given: { type: 'array' } },
    }
    const step = {
      key: 'call',
      action: 'flow.call',
      with: { component: 'ask', inputs: { observables: '{% inputs.given %}' } },
    }
    const outer = aPlaybook([step], {
      playbook: 'outer',
      title: 'outer',
      triggers: [],
      component: {},
      inputs,
    })
    const { id, by } = await aReadyLookUp(house, scope, outer)
    const call = async (given: JsonObject[]) => {
      const { id: runId } = await runComponent(house.automation, scope, by, {
        playbookId: id,
        inputs: { given },
        confirmed: true,
      })
      const state = () =>
        scope.read(async (tx) => {
          const sql = 'select state, error from caseloom.run where id = $1'
          const [run] = await tx.query<{ state: string; error: { code: string } | null }>(sql, [runId])
          return run
        })
      await expect.poll(async () => (await state())?.state, { timeout: 15_000 }).toMatch(/succeeded|failed/)
      return state()
    }
    const red = { ...TWO, tlp: 'red' }
    expect(await call([ONE, red])).toMatchObject({ state: 'succeeded' })
    expect((await inputsOf(scope)).at(-1)).toMatchObject({ observables: [ONE], skipped: [red] })
    expect(await call([red])).toMatchObject({ state: 'failed', error: { code: 'observable.above_limit' } })
  })
})
