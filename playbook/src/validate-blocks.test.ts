import { describe, expect, it } from 'vitest'
import { validatePlaybook } from './validate.ts'

type Doc = { [key: string]: unknown }
const step = (key: string, more: Doc = {}): Doc => ({
  key,
  action: 'data.transform',
  with: { value: 1 },
  ...more,
})
const read = (key: string, expression: string, more: Doc = {}): Doc =>
  step(key, { with: { value: `{% ${expression} %}` }, ...more })
const call = (key: string, more: Doc = {}): Doc => ({
  key,
  action: 'http.request',
  with: { url: 'http://x' },
  ...more,
})
const each = (key: string, steps: unknown, more: Doc = {}): Doc => ({
  key,
  action: 'flow.forEach',
  with: { items: [1] },
  steps,
  ...more,
})
const tried = (parts: Doc, more: Doc = {}): Doc => ({ key: 'safe', action: 'flow.try', ...parts, ...more })
const parallel = (branches: unknown, more: Doc = {}): Doc => ({
  key: 'both',
  action: 'flow.parallel',
  branches,
  ...more,
})
const doc = (steps: unknown[], more: Doc = {}): Doc => ({ playbook: 'test', title: 'Test', steps, ...more })

/** `path [code] message` per issue. */
function faults(document: unknown, components?: string[]): string[] {
  const options = components ? { components: new Set(components) } : {}
  const result = validatePlaybook(document, undefined, options)
  if (result.ok) return []
  return result.issues.map(({ path, code, message }) => `${path.join('.')} [${code}] ${message}`)
}

describe('a playbook with blocks', () => {
  it('is accepted with blocks in blocks, each with its parts', () => {
    const document = doc(
      [
        step('first'),
        each(
          'each',
          [
            read('a', 'item & index & steps.first.output'),
            tried(
              {
                steps: [read('b', 'steps.a.output & steps.first.output & item')],
                catch: [read('c', 'error.code & steps.a.output')],
                finally: [step('d')],
              },
              { after: 'a', output: '{% steps.b.output %}' },
            ),
          ],
          { after: 'first', output: '{% [steps.a.output, steps.safe.output, item] %}' },
        ),
        parallel(
          [
            { key: 'left', steps: [step('l')], output: '{% steps.l.output %}' },
            { key: 'right', steps: [step('r')] },
          ],
          { with: { need: 'any' } },
        ),
        {
          key: 'again',
          action: 'flow.repeat',
          with: { atMost: 3, until: '{% steps.check.output > index %}', pause: '1m' },
          steps: [step('check')],
        },
        read('last', 'steps.each.output & steps.both.output & steps.again.output', {
          after: ['each', 'both', 'again'],
        }),
      ],
      { onError: { steps: [read('notify', 'error.message & steps.first.output')] } },
    )
    expect(faults(document)).toEqual([])
  })

  it.each<[string, Doc, string[]]>([
    [
      'a key that is used in another list',
      doc([step('a'), each('each', [step('a')])]),
      ['steps.1.steps.0.key [duplicate_key] Another step is already named "a"'],
    ],
    [
      'a key of onError that is used',
      doc([step('a')], { onError: { steps: [step('a')] } }),
      ['onError.steps.0.key [duplicate_key] Another step is already named "a"'],
    ],
    [
      'an edge into a block',
      doc([each('each', [step('a')]), step('b', { after: 'a' })]),
      [
        'steps.1.after [unknown_step] "b" follows "a", which is in another list of steps: edges must connect steps of the same list',
      ],
    ],
    [
      'an edge out of a block',
      doc([step('a'), each('each', [step('b', { after: [{ step: 'a' }] })])]),
      [
        'steps.1.steps.0.after.0.step [unknown_step] "b" follows "a", which is in another list of steps: edges must connect steps of the same list',
      ],
    ],
    [
      'a cycle inside a block',
      doc([each('each', [step('a', { after: 'b' }), step('b', { after: 'a' })])]),
      ['steps.0.steps.0.after [cycle] These steps wait for each other: a → b → a'],
    ],
    [
      'a fault of a step inside, with its place',
      doc([each('each', [step('a', { afer: 'x' }), { key: 'b', action: 'data.transfrom' }])]),
      [
        'steps.0.steps.0.afer [unknown_key] Unknown key "afer"; did you mean "after"?',
        'steps.0.steps.1.action [unknown_action] Unknown action "data.transfrom"; did you mean "data.transform"?',
      ],
    ],
    [
      'a loop without steps',
      doc([each('each', [])]),
      ['steps.0.steps [missing] "each" has no steps: add at least one'],
    ],
    [
      'a loop with parts of others',
      doc([each('each', [step('a')], { catch: [step('b')], branches: [{ key: 'x', steps: [step('c')] }] })]),
      [
        'steps.0.catch [not_applicable] flow.forEach has no "catch"; it accepts steps, output',
        'steps.0.branches [not_applicable] flow.forEach has no "branches"; it accepts steps, output',
      ],
    ],
    [
      'a step that holds steps',
      doc([step('a', { steps: [step('b')], output: 1 })]),
      [
        'steps.0.steps [not_applicable] "steps" is only for blocks: data.transform has no steps',
        'steps.0.output [not_applicable] "output" is only for blocks: data.transform has no steps',
      ],
    ],
    [
      'a try that handles nothing',
      doc([tried({ steps: [step('a')] })]),
      ['steps.0.catch [missing] "safe" handles nothing: add steps under "catch" or "finally"'],
    ],
    [
      'branches of one name, without steps, and more needed than there are',
      doc([
        parallel(
          [
            { key: 'x', steps: [step('a')] },
            { key: 'x', steps: [] },
          ],
          { with: { need: 3 } },
        ),
      ]),
      [
        'steps.0.branches.1.key [duplicate_key] Another branch is already named "x"',
        'steps.0.branches.1.steps [missing] The branch "x" has no steps',
        'steps.0.with.need [bad_value] "need" requires 3 branches, but there are only 2',
      ],
    ],
    [
      'a parallel without branches',
      doc([{ key: 'both', action: 'flow.parallel' }]),
      ['steps.0.branches [missing] "both" has no branches: add at least two'],
    ],
    [
      'a loop without bound',
      doc([{ key: 'again', action: 'flow.repeat', steps: [step('a')] }]),
      ['steps.0.with.atMost [missing] "atMost" is missing'],
    ],
    [
      'a condition that is none',
      doc([{ key: 'again', action: 'flow.repeat', with: { atMost: 2, until: 'done' }, steps: [step('a')] }]),
      ['steps.0.with.until [bad_expression] "until" must be a single expression between {% and %}'],
    ],
    [
      'retry and timeout of a block',
      doc([each('each', [step('a')], { timeout: '1m' })]),
      [
        'steps.0.timeout [not_applicable] "timeout" has no effect on flow.forEach, set it on the steps inside',
      ],
    ],
  ])('is refused with %s', (_, document, expected) => {
    expect(faults(document)).toEqual(expected)
  })
})

describe('references across blocks', () => {
  it.each<[string, Doc, string]>([
    [
      'into a block',
      doc([each('each', [each('inner', [step('a')])]), read('b', 'steps.a.output', { after: 'each' })]),
      '"a" is inside the block "each": outside it, only steps.each.output can be read',
    ],
    [
      'to the block around',
      doc([each('each', [read('a', 'steps.each.output')])]),
      '"each" is the block around this step: it has no output until its steps have ended',
    ],
    [
      'to another part of the same block',
      doc([tried({ steps: [step('a')], catch: [read('b', 'steps.a.output')] })]),
      '"a" is in another part of the block "safe", which isn’t visible to these steps',
    ],
    [
      'to a step beside the block that is not before it',
      doc([step('a'), each('each', [read('b', 'steps.a.output')])]),
      '"a" doesn’t run before this step: add an edge from it or read another step',
    ],
    [
      'to a step of onError',
      doc([read('a', 'steps.notify.output')], { onError: { steps: [step('notify')] } }),
      '"notify" runs only when the run fails',
    ],
    ['to item outside of a loop', doc([read('a', 'item')]), 'Unknown name "item"; did you mean'],
    [
      'to error outside of catch',
      doc([tried({ steps: [read('a', 'error')], catch: [step('b')] })]),
      'Unknown name "error"',
    ],
    [
      'from the output of the playbook into a block',
      doc([each('each', [step('a')])], { output: '{% steps.a.output %}' }),
      '"a" is inside the block "each"',
    ],
  ])('are explained: %s', (_, document, message) => {
    const found = faults(document)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(message.replace('; did you mean', ''))
  })

  it('see items of outer loops by their nearest names only, and repeat has no item', () => {
    const again = {
      key: 'again',
      action: 'flow.repeat',
      with: { atMost: 1 },
      steps: [read('a', 'item & index')],
    }
    expect(faults(doc([again]))[0]).toContain('Unknown name "item"')
    expect(faults(doc([each('each', [again])]))).toEqual([])
  })
})

describe('options of steps', () => {
  const approve = (more: Doc = {}): Doc => ({
    key: 'q',
    action: 'human.approve',
    with: { title: 'x', to: { users: ['a@example.org'] } },
    ...more,
  })

  it.each<[string, Doc[], string[]]>([
    ['a question may have a timeout and a retry', [approve({ timeout: '1d', retry: { attempts: 2 } })], []],
    [
      'a request without recipients',
      [approve({ with: { title: 'x', to: {} } })],
      ['steps.0.with.to [bad_value] "to" must name at least one user, group, or role'],
    ],
    [
      'people may come from an expression',
      [approve({ with: { title: 'x', to: { users: '{% trigger.who %}' } } })],
      [],
    ],
    [
      'an expiry never counts as agreed',
      [approve({ with: { title: 'x', to: { users: ['a'] }, onExpiry: 'approve' } })],
      ['steps.0.with.onExpiry [bad_value] "onExpiry" must be "fail" or "reject", not "approve"'],
    ],
    [
      'an asset where none is used',
      [step('a', { asset: 'github' })],
      ['steps.0.asset [not_applicable] "asset" has no effect on data.transform, which uses no credentials'],
    ],
    ['an asset where one may be used', [call('a', { asset: 'github' })], []],
    [
      'something to undo where nothing was done',
      [step('a', { compensate: { action: 'http.request', with: { url: 'x' } } })],
      [
        'steps.0.compensate [not_applicable] "compensate" has no effect on data.transform: there is nothing to undo',
      ],
    ],
    [
      'a compensation that does nothing',
      [call('a', { compensate: { action: 'data.transform', with: { value: 1 } } })],
      [
        'steps.0.compensate.action [not_applicable] data.transform undoes nothing: use an action with side effects',
      ],
    ],
    [
      'a compensation of an unknown action',
      [call('a', { compensate: { action: 'htp.request' } })],
      [
        'steps.0.compensate.action [unknown_action] Unknown action "htp.request"; did you mean "http.request"?',
      ],
    ],
    [
      'a compensation may read its step, its output, and what was before',
      [
        call('b'),
        call('a', {
          after: 'b',
          compensate: {
            action: 'http.request',
            with: { url: '{% output.u & steps.a.output.u & steps.b.output %}' },
          },
        }),
      ],
      [],
    ],
    [
      'a compensation with a bad input',
      [call('a', { compensate: { action: 'http.request', with: { ulr: 'x' } } })],
      [
        'steps.0.compensate.with.url [missing] "url" is missing',
        'steps.0.compensate.with.ulr [unknown_key] http.request has no input "ulr"; did you mean "url"?',
      ],
    ],
    [
      'a form whose schema is none',
      [
        {
          key: 'f',
          action: 'human.form',
          with: { title: 'x', outsiders: ['a@example.org'], schema: { type: 'string' } },
        },
      ],
      [
        'steps.0.with.schema.type [bad_value] "schema" must describe an object: {type: object, properties: {…}}',
      ],
    ],
    [
      'a form without recipients',
      [{ key: 'f', action: 'human.form', with: { title: 'x', schema: { type: 'object' } } }],
      ['steps.0.with [bad_value] "with" requires "to" or "outsiders"'],
    ],
    [
      'a name of a component that is an expression',
      [{ key: 'c', action: 'flow.call', with: { component: '{% trigger.x %}' } }],
      [
        'steps.0.with.component [bad_value] "component" must be a fixed value: it is read before the playbook runs, so it can’t contain an expression',
      ],
    ],
    [
      'a condition on an event that reads more than the event',
      [
        {
          key: 'w',
          action: 'flow.waitEvent',
          with: { app: 'a', on: ['updated'], when: '{% event.record.x = trigger.y %}' },
        },
      ],
      ['steps.0.with.when [unknown_reference] Unknown name "trigger"; available here: event'],
    ],
  ])('%s', (_, steps, expected) => {
    expect(faults(doc(steps))).toEqual(expected)
  })

  it('refuse to stop the run or undo where the end is decided already', () => {
    const stop = { key: 'x', action: 'flow.stop' }
    const late = 'flow.stop has no effect here: these steps run after the outcome is decided'
    expect(faults(doc([step('a')], { onError: { steps: [stop] } }))).toEqual([
      `onError.steps.0.action [not_applicable] ${late}`,
    ])
    expect(faults(doc([tried({ steps: [step('a')], finally: [each('each', [stop])] })]))).toEqual([
      `steps.0.finally.0.steps.0.action [not_applicable] ${late}`,
    ])
    const undo = call('x', { compensate: { action: 'http.request', with: { url: 'x' } } })
    expect(faults(doc([step('a')], { onError: { steps: [undo] } }))).toEqual([
      'onError.steps.0.compensate [not_applicable] "compensate" has no effect in onError, which runs after everything has been undone',
    ])
  })

  it('checks components when they are known', () => {
    const document = doc([{ key: 'c', action: 'flow.call', with: { component: 'block_ip' } }])
    expect(faults(document)).toEqual([])
    expect(faults(document, ['block_ip'])).toEqual([])
    expect(faults(document, ['block-ip'])).toEqual([
      'steps.0.with.component [unknown_component] Unknown component "block_ip"; did you mean "block-ip"?',
    ])
  })
})

describe('limits of blocks', () => {
  it('counts steps in all lists together', () => {
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => step(`s${from + index}`))
    expect(faults(doc([each('each', many(0, 499))]))).toEqual([])
    expect(faults(doc([each('each', many(0, 300)), each('other', many(300, 300))]))).toEqual([
      'steps [limit] A playbook has at most 500 steps, including those inside blocks',
    ])
    const handler = { onError: { steps: many(300, 300) } }
    expect(faults(doc([each('each', many(0, 300))], handler))[0]).toContain('at most 500')
  })

  it('lets blocks nest eight deep', () => {
    const nest = (depth: number): Doc => (depth === 0 ? step('leaf') : each(`b${depth}`, [nest(depth - 1)]))
    expect(faults(doc([nest(8)]))).toEqual([])
    expect(faults(doc([nest(9)]))).toEqual([
      `steps.0${'.steps.0'.repeat(8)} [limit] Blocks are nested deeper than 8: call a component instead`,
    ])
  })

  it.each([
    ['beside each other', (steps: Doc[]) => doc(steps)],
    ['in one block', (steps: Doc[]) => doc([each('each', steps)])],
  ])('refuses 10,000 steps %s with one word', (_, make) => {
    const steps = Array.from({ length: 10_000 }, (__, index) =>
      read(`s${index}`, `steps.s${Math.max(index - 1, 0)}.output`, {
        after: index === 0 ? [] : [`s${index - 1}`],
      }),
    )
    expect(faults(make(steps))).toHaveLength(1)
  })
})
