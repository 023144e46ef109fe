import type { StepStub } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { builtInActions } from '@caseloom/playbook/actions'
import { describe, expect, it } from 'vitest'
import { actionOf } from '../parts/action-view.ts'
import { misfit } from '../expression/fits.ts'
import { NO_SAMPLES, type Samples } from '../expression/known-names.ts'
import { readsMadeUp } from './made-up.ts'
import { narrow } from './narrow.ts'
import { sampleOf } from './sample-of.ts'
import { keyOfPath, scopeOf } from '../samples/samples.ts'
import { effectSteps, givenOf, usualStub } from './test-plan.ts'
import { triggerSample } from '../samples/trigger-sample.ts'

const known = (name: string) => actionOf(new Map(), name)

describe('test plan', () => {
  const document = {
    steps: [
      { key: 'a', title: 'Ask', action: 'http.request', with: {} },
      { key: 'b', action: 'data.transform', with: {} },
      {
        key: 'each',
        action: 'flow.forEach',
        with: {},
        steps: [{ key: 'c', action: 'record.get', with: {} }],
      },
    ],
  }

  it('mocks steps with side effects, also inside blocks', () => {
    expect(effectSteps(document, known, NO_SAMPLES).map(({ key, title }) => [key, title])).toEqual([
      ['a', 'Ask'],
      ['c', 'c'],
    ])
  })

  it('uses the last recorded output, otherwise a sample of the schema', () => {
    const [first] = effectSteps(document, known, { steps: { a: { output: { status: 204 } } } })
    if (first === undefined) throw new Error('No step')
    expect(usualStub(first, known('http.request'))).toEqual({ use: 'output', output: { status: 204 } })
    const stub = usualStub({ ...first, recorded: undefined }, known('http.request'))
    expect(stub.use === 'output' && stub.output).toBeTypeOf('object')
  })

  it('runs scripts and file steps, but no file step whose file is made up', () => {
    const using = (key: string, action: string, value: string): JsonObject => ({
      key,
      action,
      with: { file: `{% ${value} %}` },
    })
    const local = {
      steps: [
        using('get', 'http.request', 'trigger.body.url'),
        { key: 'mail', action: 'data.transform', with: { value: '{% steps.get.output %}' } },
        using('made', 'file.make', 'inputs.rows'),
        using('far', 'file.parse', 'steps.mail.output.file'),
        using('near', 'file.parse', 'steps.made.output'),
        using('sent', 'file.read', 'trigger.mail.attachments[0]'),
        {
          key: 'each',
          action: 'flow.forEach',
          with: { items: '{% steps.get.output.files %}' },
          steps: [using('one', 'file.hash', 'item')],
        },
        { key: 'script', action: 'code.script', with: { code: 'return 1', input: '{% steps.get.output %}' } },
      ],
    }
    const run = (samples: Samples, madeUp: string[], chosen: Record<string, StepStub> = {}) => {
      const steps = effectSteps(local, known, samples)
      const ground = { document: local, steps, chosen, madeUp: new Set(madeUp) }
      return steps
        .filter((step) => usualStub(step, known(step.name), readsMadeUp(ground, step.key)).use === 'real')
        .map(({ key }) => key)
    }
    expect(run(NO_SAMPLES, ['trigger', 'inputs'])).toEqual(['script'])
    expect(run(NO_SAMPLES, ['trigger'])).toEqual(['made', 'near', 'script'])
    expect(run({ steps: { get: { output: {} } } }, [])).toEqual([
      'made',
      'far',
      'near',
      'sent',
      'one',
      'script',
    ])
    expect(run(NO_SAMPLES, [], { get: { use: 'real' } })).toContain('far')
    expect(run(NO_SAMPLES, [], { made: { use: 'output', output: {} } })).toContain('near')
    expect(run(NO_SAMPLES, ['trigger'], { get: { use: 'real' } })).toContain('far')
  })

  it('generates valid samples for the output of every action', () => {
    for (const [name] of builtInActions) {
      const output = known(name)?.output ?? null
      if (output !== null) expect(misfit(sampleOf(output), output, output), name).toBeNull()
    }
  })

  it('separates the body of a webhook from its headers', () => {
    const trigger = { body: { a: 1 }, headers: { 'x-a': 'b', bad: 1 }, query: { q: '1' } }
    expect(givenOf('webhook', trigger)).toEqual({
      payload: { a: 1 },
      headers: { 'x-a': 'b' },
      query: { q: '1' },
    })
    expect(givenOf('record', { record: {} })).toEqual({ payload: { record: {} }, headers: {}, query: {} })
  })
})

describe('samples', () => {
  it('find a step by its key in any iteration of a block', () => {
    expect(['load', 'each#2/save', 'outer#0/inner#3/deep'].map(keyOfPath)).toEqual(['load', 'save', 'deep'])
  })

  it('provide the item of the innermost block', () => {
    const scope = scopeOf({ steps: {}, items: { outer: 1, inner: 2 } }, ['outer', 'inner'])
    expect([scope['item'], scope['index']]).toEqual([2, 0])
    expect('item' in scopeOf({ steps: {} }, [])).toBe(false)
  })
})

describe('generated trigger payload', () => {
  it("contains what the draft's expressions read, in the form of its trigger", () => {
    const document = {
      triggers: [{ key: 'hook', kind: 'webhook', when: '{% trigger.body.alert.severity = "high" %}' }],
      steps: [
        {
          key: 'a',
          with: { id: 'GH-{% trigger.body.id & trigger.body.alert %}', other: '{% $trigger.nope %}' },
        },
        {
          key: 'b',
          with: { h: '{% trigger.headers.`x-github-delivery` %}', broken: '{% trigger.body.open' },
        },
      ],
    }
    expect(triggerSample(document, 'webhook')).toEqual({
      body: { id: 'text', alert: { severity: 'text' } },
      headers: { 'x-github-delivery': 'text' },
      query: {},
    })
    expect(triggerSample({ output: '{% trigger.host %}' }, 'form')).toMatchObject({ host: 'text' })
    // Excludes what the playbook's other triggers provide.
    expect(triggerSample(document, 'schedule')).toEqual({ scheduledAt: expect.any(String) })
    expect(triggerSample(document, null)).toEqual({})
  })
})

describe('replay differences', () => {
  it('show the one property that differs, or the value if several do', () => {
    const before = { url: 'a', body: { severity: 'low', n: 1 } }
    expect(narrow(before, { url: 'a', body: { severity: 'high', n: 1 } })).toEqual({
      at: 'body.severity',
      before: 'low',
      draft: 'high',
    })
    const both = { url: 'b', body: { severity: 'high', n: 1 } }
    expect(narrow(before, both)).toEqual({ at: '', before, draft: both })
    expect(narrow({ a: 1 }, {})).toEqual({ at: 'a', before: 1, draft: null })
    expect(narrow([1], [2])).toEqual({ at: '', before: [1], draft: [2] })
  })
})
