import { StringStream } from '@codemirror/language'
import { FUNCTION_NAMES } from '@caseloom/playbook/function-names'
import { describe, expect, it } from 'vitest'
import { changeBetween } from '../../../../ui/expression/change-between.ts'
import { expressionBefore, suggest } from '../../../../ui/expression/completion.ts'
import { bareSource, printCondition, readCondition, wrapped } from './conditions.ts'
import { evaluateValue } from './evaluate.ts'
import { misfit } from './fits.ts'
import { FUNCTIONS } from '../../../../ui/expression/functions.ts'
import { expressionParser, templateParser } from '../../../../ui/expression/jsonata-tokens.ts'
import { earlierSteps, namesAtStep } from './known-names.ts'
import { pillsOf } from './pills.ts'

function tokens(parser: typeof expressionParser, text: string): [string, string][] {
  const state = parser.startState?.(2)
  if (state === undefined) throw new Error('The parser has no start')
  const found: [string, string][] = []
  for (const line of text.split('\n')) {
    const stream = new StringStream(line, 2, 2)
    while (!stream.eol()) {
      stream.start = stream.pos
      const kind = parser.token(stream, state)
      if (kind !== null) found.push([stream.current(), kind])
    }
  }
  return found
}

const document = {
  playbook: 'intake',
  inputs: { type: 'object', properties: { host: { type: 'string', title: 'Host name' } } },
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps: [
    { key: 'load', action: 'http.request', with: {} },
    { key: 'other', action: 'data.transform', with: {} },
    {
      key: 'each',
      action: 'flow.forEach',
      with: {},
      after: 'load',
      steps: [
        { key: 'look', action: 'data.transform', with: {} },
        { key: 'save', action: 'data.transform', with: {}, after: [{ step: 'look', on: 'complete' }] },
      ],
    },
  ],
}
const names = (key: string) =>
  namesAtStep(
    {
      document,
      samples: {
        trigger: { body: { alert: { 'html-url': 'https://x.test' } } },
        steps: { load: { output: { items: [{ id: 7 }] } } },
      },
      outputOf: (action) =>
        action === 'http.request' ? { type: 'object', properties: { status: { type: 'integer' } } } : null,
    },
    key,
  )
const labels = (before: string, key = 'save') =>
  suggest(before, { names: names(key) }, false)?.options.map(({ label }) => label) ?? []

describe('expression tokens', () => {
  it('distinguish names, functions, texts, numbers, keywords, and comments', () => {
    expect(tokens(expressionParser, `$sum(a.b) + 1.5 and 'x' /* no */ = $v`)).toEqual([
      ['$sum', 'variableName.function'],
      ['(', 'bracket'],
      ['a', 'propertyName'],
      ['.', 'operator'],
      ['b', 'propertyName'],
      [')', 'bracket'],
      ['+', 'operator'],
      ['1.5', 'number'],
      ['and', 'keyword'],
      [`'x'`, 'string'],
      ['/* no */', 'comment'],
      ['=', 'operator'],
      ['$v', 'variableName.special'],
    ])
  })

  it('read a slash as division after a value and as a pattern elsewhere', () => {
    expect(tokens(expressionParser, 'a / b')[1]).toEqual(['/', 'operator'])
    expect(tokens(expressionParser, '$match(a, /b+/i)')).toContainEqual(['/b+/i', 'regexp'])
  })

  it('start only between delimiters, and ignore delimiters in strings', () => {
    expect(tokens(templateParser, `a.b {% "%}" & c %} d`).map(([text]) => text)).toEqual([
      '{%',
      '"%}"',
      '&',
      'c',
      '%}',
    ])
  })
})

describe('expression suggestions', () => {
  it('describe every available function', () => {
    expect(new Set(FUNCTIONS.map(({ name }) => name))).toEqual(new Set(FUNCTION_NAMES))
  })

  it('offer only earlier steps, including those before the block', () => {
    expect(earlierSteps(document, 'save')).toEqual(['load', 'look'])
    expect(labels('steps.')).toEqual(['load', 'look'])
    expect(labels('')).toEqual([])
    expect(labels('st')).toEqual(
      expect.arrayContaining(['steps', 'trigger', 'inputs', 'item', 'index', '$count']),
    )
    expect(labels('i', 'load')).not.toContain('item')
  })

  it('offer properties from schema and samples, through lists', () => {
    expect(labels('steps.load.output.')).toEqual(['status', 'items'])
    expect(labels('1 + steps.load.output.items.')).toEqual(['id'])
    expect(labels('steps.load.output.items[0].')).toEqual(['id'])
    expect(labels('inputs.ho')).toEqual(['host'])
  })

  it('quote names with a hyphen, and offer nothing inside a string', () => {
    const found = suggest('trigger.body.alert.', { names: names('save') }, false)
    expect(found?.options[0]?.apply).toBe('`html-url`')
    expect(suggest('"steps.', { names: names('save') }, false)).toBeNull()
  })

  it('find the expression around the cursor', () => {
    expect(expressionBefore('a {% steps. %} b', 11)).toEqual({ start: 4, before: ' steps.' })
    expect(expressionBefore('a {% x %} b', 11)).toBeNull()
  })
})

describe('pills', () => {
  it('cover plain paths only', () => {
    expect(
      pillsOf('GitHub: {% steps.load.output.title %} in {% $count(x) %}{% trigger.body.`a-b` %}'),
    ).toEqual([
      { from: 8, to: 37, text: 'load.output.title', hue: 'step' },
      { from: 56, to: 80, text: 'trigger.body.`a-b`', hue: 'trigger' },
    ])
    expect(pillsOf('{% not closed')).toEqual([])
  })
})

describe('simple conditions', () => {
  it.each([
    ['steps.load.output.severity = "high"'],
    ['a.b > 3 and c.d != true and $exists(e.f)'],
    ['a.b <= -2 or $contains(c.d, "x") or $not($exists(e.f))'],
    ['a.b in ["x", "y"]'],
    ['trigger.headers.`x-kind` = inputs.kind'],
  ])('parse and print %s', (source) => {
    const read = readCondition(source)
    expect(read === null ? null : printCondition(read)).toBe(source)
  })

  it.each([
    ['$count(a) > 3'],
    ['a.b = 1 and (c = 2 or d = 3)'],
    ['a[b = 1].c = 2'],
    ['a.b = 1 /* because */'],
    ['a.b'],
    ['a. = '],
  ])('reject %s as too complex', (source) => {
    expect(readCondition(source)).toBeNull()
  })

  it('remove and add the delimiters of a condition', () => {
    expect(bareSource('{% a.b = 1 %}')).toBe('a.b = 1')
    expect(wrapped(' a.b = 1 ')).toBe('{% a.b = 1 %}')
    expect(bareSource(wrapped(''))).toBe('')
  })
})

describe('expression preview', () => {
  const scope = { steps: { load: { output: { n: 2, title: 'Door' } } } }

  it('returns typed values and texts, and lists expressions without a result', async () => {
    expect(await evaluateValue({ id: 1, value: '{% steps.load.output.n * 2 %}', scope, now: 0 })).toEqual({
      id: 1,
      ok: true,
      value: 4,
      nothing: [],
    })
    expect(
      await evaluateValue({
        id: 2,
        value: '{% steps.load.output.title %}: {% steps.lod.x %}',
        scope,
        now: 0,
      }),
    ).toEqual({ id: 2, ok: true, value: 'Door: ', nothing: ['steps.lod.x'] })
  })

  it('reports the position of an error and stops expensive expressions', async () => {
    expect(await evaluateValue({ id: 3, value: '{% 1 + %}', scope, now: 0 })).toMatchObject({ ok: false })
    expect(await evaluateValue({ id: 4, value: '{% [1..10000000] %}', scope, now: 0 })).toMatchObject({
      ok: false,
    })
  })

  it.each([
    '($f := function(){ $f() }; $f())',
    '$pad("x", 400000000)',
    '$reduce([1..60], function($a, $i){ $a & $a }, "xxxxxxxxxx")',
    '$reduce([1..60], function($a, $i){ [[$a], [$a]] }, "x")',
    '[1..1e9]',
    '[1..3000].($x := $; [1..3000].($x * $))',
    '($f := function($n){ $n = 0 ? [] : [[$f($n - 1)]] }; $f(3000))',
    '('.repeat(50_000),
  ])('stops %s early with an explanation', async (source) => {
    const begun = process.cpuUsage()
    const answer = await evaluateValue({ id: 5, value: `{% ${source} %}`, scope, now: 0 })
    const { user, system } = process.cpuUsage(begun)
    expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(/./) })
    expect((user + system) / 1_000).toBeLessThan(5_000)
  })

  it('is not blocked by a regular expression with catastrophic backtracking', async () => {
    const source = `$contains("${'a'.repeat(60)}!", /^(a+)+$/)`
    expect(await evaluateValue({ id: 6, value: `{% ${source} %}`, scope, now: 0 })).toMatchObject({
      ok: true,
      value: false,
    })
  })

  it('warns of a type that coercion would reject', () => {
    expect(misfit(3, { type: 'string' }, {})).toBeNull()
    expect(misfit('x', { type: 'array', items: {} }, {})).toBeNull()
    expect(misfit('x', { type: 'integer' }, {})).toEqual({ wanted: 'number', given: '"x"' })
    expect(misfit('x', { enum: ['GET', 'POST'] }, {})).toEqual({ wanted: 'GET, POST', given: '"x"' })
  })
})

describe('external text change', () => {
  it('replaces only the difference, so that the cursor stays', () => {
    expect(changeBetween('abc', 'abXc')).toEqual({ from: 2, to: 2, insert: 'X' })
    expect(changeBetween('aaa', 'aaaa')).toEqual({ from: 3, to: 3, insert: 'a' })
    expect(changeBetween('one two', 'one')).toEqual({ from: 3, to: 7, insert: '' })
    expect(changeBetween('', 'x')).toEqual({ from: 0, to: 0, insert: 'x' })
    expect(changeBetween('same', 'same')).toEqual({ from: 4, to: 4, insert: '' })
  })
})

describe('incomplete expressions', () => {
  it('round-trip while a quote or a comment is open', () => {
    for (const source of ['name = "half', "name = 'it", 'name /* why', 'a %} "b'])
      expect(bareSource(wrapped(source))).toBe(source)
  })

  it('remain simple lines if a string contains a comment delimiter', () => {
    expect(readCondition('trigger.body.type = "*/*"')?.lines).toHaveLength(1)
    expect(readCondition('trigger.body.type = "a" /* why */')).toBeNull()
  })
})
