import type { JsonObject } from '@caseloom/contract/kernel/json'
import { createAutomationFixture, type AutomationFixture, aPlaybook, deliver } from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EffectAction } from '../effects/effects.ts'
import { listRuns } from '../runs/runs.read.ts'
import { createRecordStepsDoor } from '../../records/record-steps.door.ts'
import { recordEffects } from './record-effects.ts'
import { recordStepEffects } from './record-steps.ts'
import { scriptEffect } from './run-script.ts'
import { createScriptThreads } from './script/script-threads.ts'

let house: AutomationFixture
const threads = createScriptThreads()
const effects = new Map<string, EffectAction>()
/** The house brings the records that these effects are made of. */
const later = (name: string): [string, EffectAction] => [
  name,
  {
    async perform(input, context) {
      const effect = effects.get(name)
      if (effect === undefined) throw new Error(`Unknown ${name}`)
      return effect.perform(input, context)
    },
  },
]
const NAMES = ['record.create', 'record.comment', 'record.bulk', 'record.delete', 'code.script']

beforeAll(async () => {
  house = await createAutomationFixture({ actions: new Map(NAMES.map(later)) })
  const { apps, records } = house
  const people = { principals: async () => ({ roles: [], groups: [], users: [] }), actors: async () => [] }
  const steps = createRecordStepsDoor({
    apps,
    people,
    system: house.installation.database.system,
    notifyOfComment: async () => undefined,
    files: { put: () => Promise.reject(new Error('No step here writes files')) },
  })
  const built = [
    ...recordEffects({ records }),
    ...recordStepEffects({ records, steps }),
    ['code.script', scriptEffect(threads)] as const,
  ]
  for (const [name, effect] of built) effects.set(name, effect)
})
afterAll(async () => {
  await house.close()
  await threads.close()
})

const text = (key: string) => ({
  key,
  label: key,
  type: 'text' as const,
  required: false,
  readOnly: false,
  multiline: false,
  maxLength: 1_000,
  unique: false,
})

const step = (key: string, action: string, given: JsonObject, after?: string): JsonObject => ({
  key,
  action,
  with: given,
  ...(after === undefined ? {} : { after }),
})

it('makes, judges by a script, comments, changes and deletes records in one run', async () => {
  const scope = await house.aTenant()
  const alice = anActor(scope)
  await house.apps.createApp(scope, alice, {
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    icon: 'alert-triangle',
    titleField: 'title',
    listColumns: ['title'],
    layout: [],
    fields: [text('title'), text('state')],
  })
  const place = { app: 'alert', id: '{% steps.make.output.id %}' }
  const steps = [
    step('make', 'record.create', { app: 'alert', set: { title: '{% trigger.body.title %}', state: 'new' } }),
    step(
      'judge',
      'code.script',
      {
        input: '{% steps.make.output.fields %}',
        code: 'console.log(input.title); return { loud: input.title.toUpperCase() }',
      },
      'make',
    ),
    step('say', 'record.comment', { ...place, text: '{% steps.judge.output.result.loud %}' }, 'judge'),
    step(
      'sweep',
      'record.bulk',
      {
        app: 'alert',
        filter: { field: 'state', op: 'eq', value: 'new' },
        set: { state: 'seen' },
      },
      'say',
    ),
    step('drop', 'record.delete', place, 'sweep'),
  ]
  const { hooks } = await house.publish(
    scope,
    aPlaybook(steps, {
      triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none', answer: 'result' } }],
      output: { log: '{% steps.judge.output.log %}', swept: '{% steps.sweep.output.updated %}' },
    }),
  )
  const raw = Buffer.from(JSON.stringify({ title: 'Odd sign-in' }))
  expect(await deliver(house.automation, scope, { hookKey: hooks[0]?.hookKey ?? '', raw })).toEqual({
    status: 200,
    body: { log: 'Odd sign-in', swept: 1 },
  })
  expect((await house.records.searchRecords(scope, alice, { appId: 'alert' })).items).toEqual([])
  expect((await listRuns(scope, { limit: 5 })).items).toMatchObject([{ state: 'succeeded' }])
})
