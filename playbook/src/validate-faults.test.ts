import { describe, expect, it } from 'vitest'
import { validatePlaybook } from './validate.ts'

type Doc = { [key: string]: unknown }
const step = (key: string, more: Doc = {}): Doc => ({
  key,
  action: 'data.transform',
  with: { value: 1 },
  ...more,
})
const doc = (steps: unknown[], more: Doc = {}): Doc => ({ playbook: 'test', title: 'Test', steps, ...more })
const hook = (more: Doc = {}): Doc => ({ key: 'hook', kind: 'webhook', with: { auth: 'none' }, ...more })

/** `path [code] message` per issue. */
function faults(document: unknown): string[] {
  const result = validatePlaybook(document)
  if (result.ok) return []
  return result.issues.map(({ path, code, message }) => `${path.join('.')} [${code}] ${message}`)
}

describe('one clear message per fault, with its place', () => {
  it.each<[string, unknown, string[]]>([
    ['no object', 'text', ['[wrong_type] The document must be an object, not a text']],
    ['null', null, ['[wrong_type] The document must be an object, not null']],
    ['nothing', {}, ['playbook [missing] "playbook" is missing', 'title [missing] "title" is missing']],
    [
      'an unknown key',
      doc([], { stepz: 1 }),
      ['stepz [unknown_key] Unknown key "stepz"; did you mean "steps"?'],
    ],
    [
      'a wrong format',
      doc([], { format: 'caseloom.playbook/9' }),
      ['format [bad_value] "format" must be "caseloom.playbook/1", not "caseloom.playbook/9"'],
    ],
    [
      'a wrong key',
      doc([], { playbook: 'Has Space' }),
      [
        'playbook [bad_value] "playbook" must start with a lowercase letter and contain only lowercase letters, digits, hyphens, and _',
      ],
    ],
    [
      'runAs',
      doc([], { runAs: 'root' }),
      ['runAs [bad_value] "runAs" must be "playbook" or "initiator", not "root"'],
    ],
    [
      'steps that are no list',
      doc([], { steps: {} }),
      ['steps [wrong_type] "steps" must be a list, not an object'],
    ],
    [
      'a step that is no object',
      doc(['a']),
      ['steps.0 [wrong_type] Item 1 of "steps" must be an object, not a text'],
    ],
    [
      'a step without anything',
      doc([{}]),
      ['steps.0.key [missing] "key" is missing', 'steps.0.action [missing] "action" is missing'],
    ],
    [
      'a hyphenated key',
      doc([step('my-step')]),
      [
        'steps.0.key [bad_value] "key" must start with a lowercase letter and contain only letters, digits, and _ (a hyphen would mean minus)',
      ],
    ],
    [
      'a misspelt key of a step',
      doc([step('a', { afer: 'b' })]),
      ['steps.0.afer [unknown_key] Unknown key "afer"; did you mean "after"?'],
    ],
    [
      'a key used twice',
      doc([step('a'), step('a')]),
      ['steps.1.key [duplicate_key] Another step is already named "a"'],
    ],
    [
      'a wrong join',
      doc([step('a', { join: 'some' })]),
      ['steps.0.join [bad_value] "join" must be "all", "any" or "every", not "some"'],
    ],
    [
      'an unknown action',
      doc([step('a', { action: 'data.tranform' })]),
      ['steps.0.action [unknown_action] Unknown action "data.tranform"; did you mean "data.transform"?'],
    ],
    [
      'a bad duration',
      doc([{ key: 'a', action: 'http.request', with: { url: 'http://x' }, timeout: '5 min' }]),
      ['steps.0.timeout [bad_value] "timeout" must be a duration such as 500ms, 30s, 5m, 2h, or 1d'],
    ],
    [
      'a duration beyond a year',
      doc([{ key: 'a', action: 'http.request', with: { url: 'http://x' }, timeout: '400d' }]),
      ['steps.0.timeout [bad_value] "timeout" must not be longer than 366 days'],
    ],
    [
      'a bad retry',
      doc([
        { key: 'a', action: 'http.request', with: { url: 'http://x' }, retry: { attempts: 0, from: 'x' } },
      ]),
      [
        'steps.0.retry.attempts [bad_value] "attempts" must be at least 1',
        'steps.0.retry.from [bad_value] "from" must be a duration such as 500ms, 30s, 5m, 2h, or 1d',
      ],
    ],
    [
      'a retry that runs backwards',
      doc([
        {
          key: 'a',
          action: 'http.request',
          with: { url: 'http://x' },
          retry: { attempts: 2, from: '2m', to: '1m' },
        },
      ]),
      ['steps.0.retry.to [bad_value] "to" (1m) must not be shorter than "from" (2m)'],
    ],
    [
      'a retry that cannot help',
      doc([step('a', { retry: { attempts: 3 } })]),
      ['steps.0.retry [not_applicable] "retry" has no effect on data.transform, which has no side effects'],
    ],
    [
      'an edge of a wrong kind',
      doc([step('a'), step('b', { after: [3] })]),
      ['steps.1.after.0 [wrong_type] Item 1 of "after" must be a text or an object, not a number'],
    ],
    [
      'after of a wrong kind',
      doc([step('a'), step('b', { after: { step: 'a' } })]),
      ['steps.1.after [wrong_type] "after" must be a text or a list, not an object'],
    ],
    [
      'an unknown key of an edge',
      doc([step('a'), step('b', { after: [{ step: 'a', if: 'x' }] })]),
      ['steps.1.after.0.if [unknown_key] Unknown key "if"'],
    ],
    [
      'a wrong "on"',
      doc([step('a'), step('b', { after: [{ step: 'a', on: 'sucess' }] })]),
      ['steps.1.after.0.on [bad_value] "on" must be "success", "failure" or "complete", not "sucess"'],
    ],
    [
      'an edge to nowhere',
      doc([step('load'), step('b', { after: 'laod' })]),
      ['steps.1.after [unknown_step] "b" follows "laod", which doesn’t exist; did you mean "load"?'],
    ],
    [
      'an edge object to nowhere',
      doc([step('b', { after: [{ step: 'zzz' }] })]),
      ['steps.0.after.0.step [unknown_step] "b" follows "zzz", which doesn’t exist'],
    ],
    [
      'a step after itself',
      doc([step('a', { after: 'a' })]),
      ['steps.0.after [cycle] These steps wait for each other: a → a'],
    ],
    [
      'a cycle',
      doc([
        step('a', { after: 'c' }),
        step('b', { after: 'a' }),
        step('c', { after: 'b' }),
        step('d', { after: 'c' }),
      ]),
      ['steps.0.after [cycle] These steps wait for each other: a → b → c → a'],
    ],
    [
      'a step that can never run',
      doc([
        step('a'),
        step('b', { join: 'every', after: [{ step: 'a' }, { step: 'a', on: 'failure' }] }),
        step('c', { after: 'b' }),
      ]),
      [
        'steps.1.after [unreachable] "b" can never run: join "every" requires "a" to both succeed and fail',
        'steps.2.after [unreachable] "c" can never run: it follows "b", which can never run',
      ],
    ],
    [
      'an unknown kind of trigger',
      doc([], { triggers: [hook({ kind: 'webhok' })] }),
      [
        'triggers.0.kind [bad_value] "kind" must be "webhook", "schedule", "record", "button", "form", "mail", "poll" or "failure", not "webhok"',
      ],
    ],
    [
      'a trigger without kind',
      doc([], { triggers: [{ key: 'x', with: {} }] }),
      ['triggers.0.kind [missing] "kind" is missing'],
    ],
    [
      'options of a trigger',
      doc([], { triggers: [hook({ with: { auth: 'hmac', sercet: 'x' } })] }),
      [
        'triggers.0.with.auth [bad_value] "auth" must be "none", "basic", "bearer", "secret", "hmac-sha256", "slack", "stripe", "pagerduty", "zendesk", "teams" or "standard-webhooks", not "hmac"',
        'triggers.0.with.sercet [unknown_key] Unknown key "sercet"',
      ],
    ],
    [
      'a network that isn’t one',
      doc([], {
        triggers: [hook({ with: { auth: 'none', allowFrom: ['10.0.0.0/8', '10.0.0.0/33', 'office'] } })],
      }),
      [
        'triggers.0.with.allowFrom.1 [bad_value] Item 2 of "allowFrom" must be an IP address or a network such as 198.51.100.0/24',
        'triggers.0.with.allowFrom.2 [bad_value] Item 3 of "allowFrom" must be an IP address or a network such as 198.51.100.0/24',
      ],
    ],
    [
      'two triggers of a name',
      doc([], { triggers: [hook(), hook()] }),
      ['triggers.1.key [duplicate_key] Another trigger is already named "hook"'],
    ],
    [
      'a trigger that reads steps',
      doc([step('a')], { triggers: [hook({ when: '{% steps.a.output %}' })] }),
      ['triggers.0.when [unknown_reference] Trigger expressions can’t read steps: no step has run yet'],
    ],
    [
      'a constant dedup key',
      doc([], { triggers: [hook({ dedup: 'x' })] }),
      [
        'triggers.0.dedup [bad_value] "dedup" must contain an expression: a constant would accept only one delivery',
      ],
    ],
    [
      'a condition that is plain text',
      doc([], { triggers: [hook({ when: 'trigger.body.alert' })] }),
      [
        'triggers.0.when [bad_expression] "when" must be a single expression between {% and %}: write {% trigger.body.alert %}',
      ],
    ],
    [
      'NaN',
      doc([step('a', { with: { value: Number.NaN } })]),
      ['steps.0.with.value [not_json] NaN can’t be represented in JSON'],
    ],
    [
      'undefined in a list',
      doc([step('a', { with: { value: [undefined] } })]),
      ['steps.0.with.value.0 [not_json] undefined isn’t JSON'],
    ],
    [
      'a date',
      doc([step('a', { with: { value: new Date(0) } })]),
      ['steps.0.with.value [not_json] The value isn’t JSON'],
    ],
    [
      'NUL',
      doc([step('a', { with: { value: 'a\u0000b' } })]),
      ['steps.0.with.value [not_json] The text contains a NUL character'],
    ],
    [
      'a lone surrogate',
      doc([step('a', { with: { value: '\ud800' } })]),
      ['steps.0.with.value [not_json] The text contains an unpaired surrogate'],
    ],
    [
      'too much text',
      doc([step('a', { with: { value: 'x'.repeat(1_000_001) } })]),
      ['[limit] The document has more than 1000000 characters'],
    ],
  ])('%s', (_name, document, expected) => {
    expect(faults(document).map((line) => line.replace(/^ \[/, '['))).toEqual(expected)
  })

  it('is given for a document nested too deeply or containing itself, without falling over', () => {
    let deep: unknown = 1
    for (let index = 0; index < 20_000; index++) deep = [deep]
    expect(faults(doc([step('a', { with: { value: deep } })]))[0]).toContain('nested deeper than 40')
    const loop: Doc = step('a')
    loop.with = { value: loop }
    expect(faults(doc([loop]))).toEqual([
      'steps.0.with.value [not_json] The document contains a circular reference',
    ])
  })

  it('is given for all faults at the same time, each with its step', () => {
    const result = validatePlaybook(
      doc(
        [
          step('a', { with: {} }),
          step('b', { afer: 'a' }),
          step('c', { after: ['a', 'x'], with: { value: '{% steps.d.output %}' } }),
          step('d', { with: { value: '{% 1 + %}' } }),
        ],
        { title: 5, output: '{% nope %}' },
      ),
    )
    if (result.ok) throw new Error('valid')
    expect(result.issues).toMatchInlineSnapshot(`
      [
        {
          "code": "wrong_type",
          "message": ""title" must be a text, not a number",
          "path": [
            "title",
          ],
        },
        {
          "code": "unknown_key",
          "message": "Unknown key "afer"; did you mean "after"?",
          "path": [
            "steps",
            1,
            "afer",
          ],
          "step": "b",
        },
        {
          "code": "missing",
          "message": ""value" is missing",
          "path": [
            "steps",
            0,
            "with",
            "value",
          ],
          "step": "a",
        },
        {
          "code": "unknown_step",
          "message": ""c" follows "x", which doesn’t exist",
          "path": [
            "steps",
            2,
            "after",
            1,
          ],
          "step": "c",
        },
        {
          "code": "not_upstream",
          "message": ""d" doesn’t run before this step: add an edge from it or read another step",
          "path": [
            "steps",
            2,
            "with",
            "value",
          ],
          "position": 10,
          "step": "c",
        },
        {
          "code": "bad_expression",
          "message": ""value": Unexpected end of expression (at character 7)",
          "path": [
            "steps",
            3,
            "with",
            "value",
          ],
          "position": 6,
          "step": "d",
        },
        {
          "code": "unknown_reference",
          "message": "Unknown name "nope"; available here: trigger, inputs, steps, run, tenant",
          "path": [
            "output",
          ],
          "position": 7,
        },
      ]
    `)
  })
})
