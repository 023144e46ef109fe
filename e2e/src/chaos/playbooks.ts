import type { JsonObject } from '@caseloom/contract/kernel/json'

const ID = '{% trigger.body.id %}'
const RETRY = { attempts: 8, backoff: 'fixed', from: '200ms' }

/** The playbook of the trial: one branch for each kind of case, which meet again before the record is written. */
export function chaosPlaybook(stub: string, approver: string): JsonObject {
  const post = postTo(stub)
  const only = (name: string) => [{ step: 'route', case: name }]
  const steps: JsonObject[] = [
    {
      ...post('first', { subject: ID, flaky: '{% trigger.body.flaky %}' }),
      retry: RETRY,
      compensate: undo(stub, ID),
    },
    { key: 'route', action: 'flow.switch', after: 'first', with: { cases: CASES } },
    ...loop(stub),
    ...questions(approver, only),
    { key: 'call', action: 'flow.call', after: only('call'), with: CALL },
    parallel(stub, only('both')),
    { key: 'pause', action: 'flow.wait', after: only('pause'), with: { for: '{% trigger.body.wait %}' } },
    {
      key: 'safe',
      action: 'flow.try',
      after: only('safe'),
      steps: [post('lost', { subject: ID })],
      catch: [post('caught', { subject: ID })],
      finally: [post('tidy', { subject: ID })],
    },
    {
      ...post('bad', { subject: ID }),
      after: [...only('bad'), { step: 'fan', when: '{% trigger.body.kind = "undo" %}' }],
      retry: { ...RETRY, attempts: 2 },
    },
    save(only('plain')),
    { ...post('report', { subject: ID }), after: 'save', retry: RETRY },
  ]
  return {
    playbook: 'chaos',
    title: 'Everything that can be under way',
    triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none', answer: 'accepted' }, dedup: ID }],
    output: OUTPUT,
    onError: { steps: [post('sorry', { subject: ID })] },
    steps,
  }
}

const CASES = ['plain', 'fan', 'ask', 'call', 'both', 'pause', 'safe', 'bad', 'undo', 'stop', 'seen'].map(
  (name) => ({ name, when: `{% trigger.body.kind = "${name}" %}` }),
)
const CALL = { component: 'chaos-part', inputs: { subject: ID, n: '{% trigger.body.n %}' } }
const OUTPUT = `{% {
  "id": trigger.body.id,
  "first": steps.first.output.body.step,
  "fan": steps.fan.output,
  "verdict": steps.ask.output.decision,
  "part": steps.call.output.output,
  "left": steps.both.output.left.body.step,
  "right": steps.both.output.right.body.step,
  "caught": steps.safe.output.body.step,
  "report": steps.report.output.body.step
} %}`

type Only = (name: string) => JsonObject[]

function postTo(stub: string) {
  return (key: string, body: JsonObject): JsonObject => ({
    key,
    action: 'http.request',
    with: { method: 'POST', url: `${stub}/${key}`, body },
  })
}

function undo(stub: string, subject: string): JsonObject {
  return { action: 'http.request', with: { method: 'POST', url: `${stub}/undo`, body: { subject } } }
}

function loop(stub: string): JsonObject[] {
  return [
    {
      key: 'fan',
      action: 'flow.forEach',
      after: [{ step: 'route', case: ['fan', 'undo'] }],
      with: { items: '{% trigger.body.items %}', concurrency: 3 },
      steps: [
        {
          ...postTo(stub)('item', { subject: '{% item %}' }),
          retry: RETRY,
          compensate: undo(stub, '{% item %}'),
        },
        {
          key: 'mark',
          action: 'data.transform',
          after: 'item',
          with: { value: '{% "done " & steps.item.output.body.subject %}' },
        },
      ],
    },
  ]
}

function questions(approver: string, only: Only): JsonObject[] {
  const ask = (key: string, title: string): JsonObject => ({
    key,
    action: 'human.approve',
    after: only(key),
    with: { title, to: { users: [approver] }, expires: '2h', separation: [] },
  })
  const decided = (name: string) => `{% steps.ask.output.decision = "${name}" %}`
  return [
    ask('ask', 'answer {% trigger.body.verdict %} {% trigger.body.id %}'),
    {
      key: 'decided',
      action: 'flow.switch',
      after: 'ask',
      with: {
        cases: ['approved', 'rejected'].map((name) => ({ name, when: decided(name) })),
      },
    },
    {
      key: 'refused',
      action: 'flow.stop',
      after: [{ step: 'decided', case: 'rejected' }],
      with: { state: 'failed', message: 'It was refused' },
    },
    ask('stop', 'cancel {% trigger.body.id %}'),
    {
      key: 'draft',
      action: 'record.upsert',
      after: only('seen'),
      with: {
        app: 'alert',
        match: { source_ref: ID },
        set: { title: 'look {% trigger.body.id %}', severity: 'low' },
      },
    },
    {
      key: 'seen',
      action: 'flow.waitCondition',
      after: 'draft',
      timeout: '2h',
      with: {
        app: 'alert',
        record: '{% steps.draft.output.id %}',
        filter: { field: 'severity', op: 'eq', value: 'high' },
      },
    },
  ]
}

function parallel(stub: string, after: JsonObject[]): JsonObject {
  const post = postTo(stub)
  return {
    key: 'both',
    action: 'flow.parallel',
    after,
    branches: [
      { key: 'left', steps: [post('left', { subject: ID })] },
      {
        key: 'right',
        steps: [
          { key: 'breath', action: 'flow.wait', with: { for: '500ms' } },
          { ...post('right', { subject: ID }), after: 'breath' },
        ],
      },
    ],
  }
}

function save(plain: JsonObject[]): JsonObject {
  const others = ['call', 'both', 'pause', 'safe', 'seen']
  return {
    key: 'save',
    action: 'record.upsert',
    after: [
      ...plain,
      ...others,
      { step: 'fan', when: '{% trigger.body.kind = "fan" %}' },
      { step: 'decided', case: 'approved' },
    ],
    with: { app: 'alert', match: { source_ref: ID }, set: { title: 'Chaos {% trigger.body.id %}' } },
  }
}

/** Components that the playbook calls, the inner one first. */
export function chaosComponents(stub: string): JsonObject[] {
  const post = postTo(stub)
  const subject = '{% inputs.subject %}'
  const inputs = {
    type: 'object',
    properties: { subject: { type: 'string' }, n: { type: 'integer' } },
    required: ['subject', 'n'],
  }
  const component = (key: string, output: string, steps: JsonObject[]): JsonObject => ({
    playbook: key,
    title: key,
    component: {},
    inputs,
    output,
    steps,
  })
  const call = { component: 'chaos-leaf', inputs: { subject, n: '{% inputs.n %}' } }
  return [
    component('chaos-leaf', '{% {"n": inputs.n * 3} %}', [post('leaf', { subject })]),
    component('chaos-part', '{% {"n": inputs.n * 2, "leaf": steps.inner.output.output.n} %}', [
      { ...post('part', { subject }), retry: RETRY },
      { key: 'rest', action: 'flow.wait', after: 'part', with: { for: '700ms' } },
      {
        key: 'parity',
        action: 'flow.switch',
        after: 'rest',
        with: { cases: [{ name: 'even', when: '{% inputs.n % 2 = 0 %}' }] },
      },
      { key: 'inner', action: 'flow.call', after: [{ step: 'parity', case: 'even' }], with: call },
    ]),
  ]
}
