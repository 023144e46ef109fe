import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { createBudget } from '../budget.ts'
import { compileTemplate } from '../expression.ts'
import { alertTargets } from './alert-app.fixture.ts'
import { type Intake, intakePlaybook } from './intake-playbook.ts'
import type { Binding } from './mapping.ts'
import { proposeMapping } from './propose.ts'
import { readSample } from './sample.ts'

function intakeOf(text: string, over: Partial<Intake> = {}): Intake {
  const read = readSample(text)
  if (!read.ok) throw new Error(JSON.stringify(read.fault))
  const { sample } = read
  const basis = { event: sample.events[0] ?? {}, hints: {}, isSyslog: false }
  const targets = alertTargets()
  const named = { key: 'wall', title: 'Intake: Wall', sourceName: 'Wall', app: 'alert' } as const
  const bindings = proposeMapping(basis, targets)
  return { ...named, via: 'webhook', auth: 'secret', sample, basis, targets, bindings, ...over }
}

const EVENT = '{"id": "a-1", "title": "Scan", "severity": "High", "status": "open", "src": "203.0.113.47"}'

describe('the playbook of an intake', () => {
  it('updates the record of the same reference, and leaves what people change alone', () => {
    const bindings: Binding[] = [
      { field: 'title', reason: 'name', from: 'path', path: 'title' },
      { field: 'source_ref', reason: 'name', from: 'path', path: 'id' },
      { field: 'status', reason: 'manual', from: 'fixed', value: 'triage' },
    ]
    expect(intakePlaybook(intakeOf(EVENT, { bindings }))).toMatchObject({
      triggers: [{ key: 'source', kind: 'webhook', with: { auth: 'secret', answer: 'accepted' } }],
      steps: [
        {
          key: 'save',
          action: 'record.upsert',
          with: {
            app: 'alert',
            match: {
              source_ref:
                "{% trigger.body.id != null and trigger.body.id != '' ? 'wall:' & $substring($string(trigger.body.id), 0, 495) %}",
            },
            set: { title: expect.stringContaining('trigger.body.title') },
            create: { status: 'triage' },
          },
        },
      ],
      output: '{% steps.save.output %}',
    })
  })

  it('creates a record for each event that has no reference', () => {
    const { bindings } = intakeOf(EVENT)
    const without = bindings.filter(({ field }) => field !== 'source_ref')
    const { steps } = intakePlaybook(intakeOf(EVENT, { bindings: without }))
    expect(steps).toMatchObject([
      {
        key: 'find',
        action: 'observable.extract',
        with: { text: expect.stringContaining('trigger.body.src') },
      },
      { key: 'save', action: 'record.create', after: 'find' },
    ])
  })

  it.each([
    ['a list', `[${EVENT}]`, '{% [trigger.body] %}'],
    ['a list in an object', `{"odd-key": 1, "alerts": [${EVENT}]}`, '{% trigger.body.alerts %}'],
    ['JSON lines', `${EVENT}\n${EVENT}`, '{% [trigger.body] %}'],
    ['lines', 'a=1 b=2', expect.stringContaining('$parseLog(')],
  ])('of %s has a loop', (_what, text, items) => {
    expect(intakePlaybook(intakeOf(text))).toMatchObject({
      steps: [{ key: 'each', action: 'flow.forEach', with: { items } }],
      output: '{% steps.each.output %}',
    })
  })

  it.each([
    [
      'webhook',
      'hmac-sha256',
      'X-Signature',
      { auth: 'hmac-sha256', header: 'X-Signature', answer: 'accepted' },
    ],
    ['webhook', 'none', 'X-Signature', { auth: 'none', answer: 'accepted' }],
    ['mail', 'none', undefined, { via: 'smtp' }],
  ] as const)('starts by %s with %s', (via, auth, header, options) => {
    const { triggers } = intakePlaybook(intakeOf(EVENT, { via, auth, header }))
    expect(triggers).toMatchObject([{ kind: via, with: options }])
  })

  it('translates the values that a person translated, and writes fixed values as they are', async () => {
    const bindings: Binding[] = [
      {
        field: 'severity',
        reason: 'manual',
        from: 'path',
        path: 'severity',
        translate: { high: 'critical', 'a "{% b': 'low' },
      },
      { field: 'title', reason: 'manual', from: 'fixed', value: 'Alarm {% 1 + 1 %}' },
    ]
    const { steps } = intakePlaybook(intakeOf(EVENT, { bindings }))
    const [{ with: input }] = steps as [{ with: { set: JsonObject } }]
    const read = (severity: string) =>
      compileTemplate(input.set).evaluate(
        { trigger: { body: { severity } } },
        { budget: createBudget(), now: 0, seed: 'a' },
      )
    expect(await read('HIGH')).toMatchObject({ severity: 'critical', title: 'Alarm { % 1 + 1 %}' })
    expect(await read('medium')).toMatchObject({ severity: 'medium' })
  })
})
