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
      ['steps.0.with.timeout [bad_value] "timeout" must be a duration such as 500ms, 30s, 5m, 2h, or 1d'],
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
      ['steps.0.with.cases.1.name [duplicate_key] Another case is already named "x"'],
    ],
    [
      'a case called else',
      { key: 'a', action: 'flow.switch', with: { cases: [{ name: 'else', when: true }] } },
      ['steps.0.with.cases.0.name [duplicate_key] "else" is the default case. Choose another name.'],
    ],
    [
      'a case without condition',
      { key: 'a', action: 'flow.switch', with: { cases: [{ name: 'x', when: 'yes' }] } },
      ['steps.0.with.cases.0.when [bad_expression] "when" must be a single expression between {% and %}'],
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
        'steps.0.with.value [unknown_reference] Unknown name "item"; only steps inside a For each step have it; available here: trigger, inputs, steps, run, tenant',
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
      ['steps.2.after.0.case [unknown_case] "a" has no cases: only flow.switch steps do'],
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
      'steps.1.after [unreachable] "b" can never run: join "every" requires different cases of "r" at the same time',
    ])
  })
})
