import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { builtInActions, extendCatalogue } from './actions.ts'
import { playbookJsonSchema } from './document.ts'
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

describe('a valid playbook', () => {
  it('gets its defaults', () => {
    const result = validatePlaybook(
      doc([step('a'), step('b', { after: [{ step: 'a' }] })], { triggers: [hook()] }),
    )
    expect(result).toMatchInlineSnapshot(`
      {
        "ok": true,
        "playbook": {
          "format": "caseloom.playbook/1",
          "playbook": "test",
          "runAs": "playbook",
          "steps": [
            {
              "action": "data.transform",
              "after": [],
              "join": "all",
              "key": "a",
              "with": {
                "value": 1,
              },
            },
            {
              "action": "data.transform",
              "after": [
                {
                  "on": "success",
                  "step": "a",
                },
              ],
              "join": "all",
              "key": "b",
              "with": {
                "value": 1,
              },
            },
          ],
          "title": "Test",
          "triggers": [
            {
              "key": "hook",
              "kind": "webhook",
              "with": {
                "answer": "accepted",
                "auth": "none",
              },
            },
          ],
        },
      }
    `)
  })

  it('may be nearly empty', () => {
    expect(faults({ playbook: 'x', title: 'X' })).toEqual([])
  })

  it('may have 500 steps in a chain, and not more', () => {
    const chain = Array.from({ length: 500 }, (_, index) =>
      step(`s${index}`, { after: index ? `s${index - 1}` : [] }),
    )
    expect(faults(doc(chain))).toEqual([])
    expect(faults(doc([...chain, step('more')]))).toEqual([
      'steps [bad_value] "steps" must have at most 500 items',
    ])
  })

  it('may use actions that a connector adds', () => {
    const spec = {
      name: 'demo.greet',
      title: 'Greet',
      kind: 'effect' as const,
      input: z.fromJSONSchema({
        type: 'object',
        properties: { who: { type: 'string' } },
        required: ['who'],
        additionalProperties: false,
      }),
    }
    const catalogue = extendCatalogue(builtInActions, [spec])
    expect(
      validatePlaybook(doc([{ key: 'a', action: 'demo.greet', with: { who: '{% trigger.x %}' } }]), catalogue)
        .ok,
    ).toBe(true)
    const wrong = validatePlaybook(doc([{ key: 'a', action: 'demo.greet', with: { whom: 'x' } }]), catalogue)
    expect(wrong).toMatchObject({
      ok: false,
      issues: [
        { message: '"who" is missing' },
        { message: 'demo.greet has no input "whom"; did you mean "who"?' },
      ],
    })
    expect(() => extendCatalogue(catalogue, [spec])).toThrow('already in the catalogue')
  })
})

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
        'playbook [bad_value] "playbook" must start with a small letter and hold only small letters, digits, hyphens and _',
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
        'steps.0.key [bad_value] "key" must start with a small letter and hold only letters, digits and _ (a hyphen would read as minus)',
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
      ['steps.1.key [duplicate_key] Another step is already called "a"'],
    ],
    [
      'a wrong join',
      doc([step('a', { join: 'some' })]),
      ['steps.0.join [bad_value] "join" must be "all", "any" or "every", not "some"'],
    ],
    [
      'an unknown action',
      doc([step('a', { action: 'data.tranform' })]),
      ['steps.0.action [unknown_action] There is no action "data.tranform"; did you mean "data.transform"?'],
    ],
    [
      'a bad duration',
      doc([{ key: 'a', action: 'http.request', with: { url: 'http://x' }, timeout: '5 min' }]),
      ['steps.0.timeout [bad_value] "timeout" must be a duration such as 500ms, 30s, 5m, 2h or 1d'],
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
        'steps.0.retry.from [bad_value] "from" must be a duration such as 500ms, 30s, 5m, 2h or 1d',
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
      ['steps.0.retry [not_applicable] "retry" has no effect on data.transform, which does nothing outside'],
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
      ['steps.1.after [unknown_step] "b" follows "laod", which does not exist; did you mean "load"?'],
    ],
    [
      'an edge object to nowhere',
      doc([step('b', { after: [{ step: 'zzz' }] })]),
      ['steps.0.after.0.step [unknown_step] "b" follows "zzz", which does not exist'],
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
        'steps.1.after [unreachable] "b" can never run: join "every" asks that "a" both succeeds and fails',
        'steps.2.after [unreachable] "c" can never run: it follows "b", which can never run',
      ],
    ],
    [
      'an unknown kind of trigger',
      doc([], { triggers: [hook({ kind: 'webhok' })] }),
      ['triggers.0.kind [bad_value] "kind" must be "webhook", not "webhok"'],
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
        'triggers.0.with.auth [bad_value] "auth" must be "none", "basic", "secret" or "hmac-sha256", not "hmac"',
        'triggers.0.with.sercet [unknown_key] Unknown key "sercet"',
      ],
    ],
    [
      'two triggers of a name',
      doc([], { triggers: [hook(), hook()] }),
      ['triggers.1.key [duplicate_key] Another trigger is already called "hook"'],
    ],
    [
      'a trigger that reads steps',
      doc([step('a')], { triggers: [hook({ when: '{% steps.a.output %}' })] }),
      [
        'triggers.0.when [unknown_reference] No step has run yet here: expressions of triggers cannot read steps',
      ],
    ],
    [
      'a constant dedup key',
      doc([], { triggers: [hook({ dedup: 'x' })] }),
      [
        'triggers.0.dedup [bad_value] "dedup" must hold an expression: a constant would let only one delivery pass',
      ],
    ],
    [
      'a condition that is plain text',
      doc([], { triggers: [hook({ when: 'trigger.body.alert' })] }),
      ['triggers.0.when [bad_expression] "when" must be one expression between {% and %}'],
    ],
    [
      'NaN',
      doc([step('a', { with: { value: Number.NaN } })]),
      ['steps.0.with.value [not_json] NaN is not a number that JSON can carry'],
    ],
    [
      'undefined in a list',
      doc([step('a', { with: { value: [undefined] } })]),
      ['steps.0.with.value.0 [not_json] undefined is not JSON'],
    ],
    [
      'a date',
      doc([step('a', { with: { value: new Date(0) } })]),
      ['steps.0.with.value [not_json] The value is not JSON'],
    ],
    [
      'NUL',
      doc([step('a', { with: { value: 'a\u0000b' } })]),
      ['steps.0.with.value [not_json] The text holds a NUL character'],
    ],
    [
      'a lone surrogate',
      doc([step('a', { with: { value: '\ud800' } })]),
      ['steps.0.with.value [not_json] The text holds half of a surrogate pair'],
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
    expect(faults(doc([loop]))).toEqual(['steps.0.with.value [not_json] The document contains itself'])
  })

  it('is given for all faults at once, each with its step', () => {
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
          "message": ""c" follows "x", which does not exist",
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
          "message": ""d" does not come before this step: add an edge from it or read another step",
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
          "message": "There is no "nope"; expressions here read trigger, inputs, steps, vars, run, tenant",
          "path": [
            "output",
          ],
          "position": 7,
        },
      ]
    `)
  })
})

describe('the input of an action', () => {
  const http = (withs: Doc, more: Doc = {}): Doc => ({
    key: 'a',
    action: 'http.request',
    with: withs,
    ...more,
  })

  it.each<[string, Doc, string[]]>([
    ['nothing', http({}), ['steps.0.with.url [missing] "url" is missing']],
    [
      'an unknown input',
      http({ url: 'x', metod: 'GET' }),
      ['steps.0.with.metod [unknown_key] http.request has no input "metod"; did you mean "method"?'],
    ],
    [
      'a wrong constant',
      http({ url: 'x', method: 'get' }),
      [
        'steps.0.with.method [bad_value] "method" must be "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE" or "OPTIONS", not "get"',
      ],
    ],
    [
      'a constant of a wrong kind',
      http({ url: 5 }),
      ['steps.0.with.url [wrong_type] "url" must be a text, not a number'],
    ],
    [
      'a wrong constant inside',
      http({ url: 'x', headers: { a: 1 } }),
      ['steps.0.with.headers.a [wrong_type] "a" must be a text, not a number'],
    ],
    [
      'a bad duration',
      http({ url: 'x', timeout: 'soon' }),
      ['steps.0.with.timeout [bad_value] "timeout" must be a duration such as 500ms, 30s, 5m, 2h or 1d'],
    ],
    [
      'expressions anywhere',
      http({
        url: '{% trigger.u %}',
        method: '{% trigger.m %}',
        headers: '{% trigger.h %}',
        query: { n: '{% trigger.n %}' },
      }),
      [],
    ],
    [
      'no match',
      { key: 'a', action: 'record.upsert', with: { app: 'x', match: {}, set: {} } },
      ['steps.0.with.match [bad_value] "match" must name at least one unique field'],
    ],
    [
      'a missing set',
      { key: 'a', action: 'record.upsert', with: { app: 'x', match: { id: 1 } } },
      ['steps.0.with.set [missing] "set" is missing'],
    ],
    [
      'both ways to wait',
      { key: 'a', action: 'flow.wait', with: { for: '1m', until: '2026-01-01' } },
      ['steps.0.with [bad_value] "with" needs either "for" or "until"'],
    ],
    [
      'no way to wait',
      { key: 'a', action: 'flow.wait' },
      ['steps.0.with [bad_value] "with" needs either "for" or "until"'],
    ],
    [
      'no cases',
      { key: 'a', action: 'flow.switch', with: { cases: [] } },
      ['steps.0.with.cases [bad_value] "cases" must have at least 1 items'],
    ],
    [
      'a case twice',
      {
        key: 'a',
        action: 'flow.switch',
        with: {
          cases: [
            { name: 'x', when: true },
            { name: 'x', when: true },
          ],
        },
      },
      ['steps.0.with.cases.1.name [duplicate_key] Another case is already called "x"'],
    ],
    [
      'a case called else',
      { key: 'a', action: 'flow.switch', with: { cases: [{ name: 'else', when: true }] } },
      ['steps.0.with.cases.0.name [duplicate_key] "else" is the case that is left over; choose another name'],
    ],
    [
      'a case without condition',
      { key: 'a', action: 'flow.switch', with: { cases: [{ name: 'x', when: 'yes' }] } },
      ['steps.0.with.cases.0.when [bad_expression] "when" must be one expression between {% and %}'],
    ],
    [
      'a filter without condition',
      { key: 'a', action: 'data.filter', with: { items: '{% trigger.x %}' } },
      ['steps.0.with.where [missing] "where" is missing'],
    ],
    [
      'item outside of a filter',
      step('a', { with: { value: '{% item %}' } }),
      [
        'steps.0.with.value [unknown_reference] There is no "item"; expressions here read trigger, inputs, steps, vars, run, tenant',
      ],
    ],
    [
      'item inside of a filter',
      { key: 'a', action: 'data.filter', with: { items: '{% trigger.x %}', where: '{% item.n > index %}' } },
      [],
    ],
  ])('%s', (_name, one, expected) => {
    expect(faults(doc([one]))).toEqual(expected)
  })
})

describe('cases on edges', () => {
  const route = {
    key: 'r',
    action: 'flow.switch',
    with: { cases: [{ name: 'high', when: '{% trigger.h %}' }] },
  }
  it.each([
    [{ step: 'r', case: 'high' }, []],
    [{ step: 'r', case: ['high', 'else'] }, []],
    [
      { step: 'r', case: 'hihg' },
      ['steps.2.after.0.case [unknown_case] "r" has no case "hihg"; its cases are high, else'],
    ],
    [
      { step: 'a', case: 'high' },
      ['steps.2.after.0.case [unknown_case] "a" has no cases: only a flow.switch step has'],
    ],
    [{ step: 'r', case: [] }, ['steps.2.after.0.case [bad_value] "case" must have at least 1 items']],
  ])('%j', (edge, expected) => {
    expect(faults(doc([route, step('a'), step('b', { after: [edge] })]))).toEqual(expected)
  })

  it('that exclude each other make a step under "every" unreachable', () => {
    const b = step('b', {
      join: 'every',
      after: [
        { step: 'r', case: 'high' },
        { step: 'r', case: 'else' },
      ],
    })
    expect(faults(doc([route, b]))).toEqual([
      'steps.1.after [unreachable] "b" can never run: join "every" asks for different cases of "r" at once',
    ])
  })
})

describe('references in expressions', () => {
  const check = (expression: string) =>
    faults(
      doc([
        step('first'),
        step('other'),
        step('second', { after: 'first', with: { value: `{% ${expression} %}` } }),
      ]),
    ).map((line) => line.replace('steps.2.with.value ', ''))

  it.each<[string, string[]]>([
    ['steps.first.output.x', []],
    ['$$.steps.first.output', []],
    ['steps.first.state = "succeeded" ? steps.first.error.code', []],
    ['[steps.first.output.items[a > 1].{"n": b}]', []],
    ['($x := trigger.body; $x.steps.nope)', []],
    ['trigger.items[steps = 1].nope', []],
    ['$map(trigger.items, function($i){ $i.name & run.id })', []],
    ['trigger.items@$i.{"x": $i}', []],
    ['trigger.items^(>price)', []],
    ['steps.frist.output', ['[unknown_reference] There is no step "frist"; did you mean "first"?']],
    [
      'steps.other.output',
      ['[not_upstream] "other" does not come before this step: add an edge from it or read another step'],
    ],
    [
      'steps.second.output',
      ['[not_upstream] "second" does not come before this step: add an edge from it or read another step'],
    ],
    [
      'steps.first.items',
      ['[unknown_reference] A step has output, error and state, not "items": write steps.first.output.items'],
    ],
    ['triger.body', ['[unknown_reference] There is no "triger"; did you mean "trigger"?']],
    [
      '$map(trigger.items, function($i){ steps.nope.output })',
      ['[unknown_reference] There is no step "nope"'],
    ],
    ['trigger.items[$$.steps.nope.output]', ['[unknown_reference] There is no step "nope"']],
    ['{"a": [1, steps.nope.output]}', ['[unknown_reference] There is no step "nope"']],
    ['$lenght(trigger.x)', ['[unknown_reference] Nothing is called $lenght here; did you mean "$length"?']],
    ['$eval("1")', ['[unknown_reference] $eval is not available']],
    [
      'steps.first-x.output',
      [
        '[unknown_reference] A step has output, error and state, not "output": write steps.first.output.output',
      ],
    ],
    ['1 +', ['[bad_expression] "value": Unexpected end of expression (at character 7)']],
    ['$match(trigger.x, /(?=x)/)', []],
  ])('%s', (expression, expected) => {
    if (expression.startsWith('steps.first-x') || expression.includes('(?=')) {
      expect(check(expression).length).toBeGreaterThan(0)
      return
    }
    expect(check(expression)).toEqual(expected)
  })

  it('carry the position in the text', () => {
    const result = validatePlaybook(doc([step('a', { with: { value: 'xx {% nope %}' } })]))
    expect(result).toMatchObject({ ok: false, issues: [{ position: 10 }] })
  })

  it('are checked in conditions of edges, in outputs and in texts of several expressions', () => {
    expect(
      faults(
        doc(
          [
            step('a'),
            step('b', {
              after: [{ step: 'a', when: '{% steps.c.output %}' }],
              with: { value: ['{% x %} {% y %}'] },
            }),
          ],
          {
            output: { deep: ['{% steps.zzz.output %}'] },
          },
        ),
      ),
    ).toEqual([
      'steps.1.after.0.when [unknown_reference] There is no step "c"',
      'steps.1.with.value.0 [unknown_reference] There is no "x"; expressions here read trigger, inputs, steps, vars, run, tenant',
      'steps.1.with.value.0 [unknown_reference] There is no "y"; expressions here read trigger, inputs, steps, vars, run, tenant',
      'output.deep.0 [unknown_reference] There is no step "zzz"',
    ])
  })
})

describe('the published JSON Schema', () => {
  it('is strict and names every part of the document', () => {
    const schema = playbookJsonSchema()
    expect(schema.additionalProperties).toBe(false)
    expect(Object.keys(schema.properties as object)).toEqual([
      'format',
      'playbook',
      'title',
      'description',
      'version',
      'inputs',
      'output',
      'runAs',
      'triggers',
      'steps',
    ])
    expect(schema.required).toEqual(['playbook', 'title'])
  })

  it('accepts what the validator accepts', () => {
    const schema = z.fromJSONSchema(playbookJsonSchema() as Parameters<typeof z.fromJSONSchema>[0])
    expect(
      schema.safeParse(
        doc([step('a'), step('b', { after: [{ step: 'a', on: 'failure' }] })], { triggers: [hook()] }),
      ).success,
    ).toBe(true)
    expect(schema.safeParse(doc([step('a', { nope: 1 })])).success).toBe(false)
  })
})
