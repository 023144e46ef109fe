import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { builtInActions, extendCatalog } from './actions.ts'
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
        "warnings": [],
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
    const catalog = extendCatalog(builtInActions, [spec])
    expect(
      validatePlaybook(doc([{ key: 'a', action: 'demo.greet', with: { who: '{% trigger.x %}' } }]), catalog)
        .ok,
    ).toBe(true)
    const wrong = validatePlaybook(doc([{ key: 'a', action: 'demo.greet', with: { whos: 'x' } }]), catalog)
    expect(wrong).toMatchObject({
      ok: false,
      issues: [
        { message: '"who" is missing' },
        { message: 'demo.greet has no input "whos"; did you mean "who"?' },
      ],
    })
    expect(() => extendCatalog(catalog, [spec])).toThrow('already in the catalog')
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
      'component',
      'sharedWith',
      'onError',
      'canvas',
      'keepRuns',
      'triggers',
      'steps',
      'tests',
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

it('asks a component that looks up observables for the input that it takes', () => {
  const document = { playbook: 'p', title: 'P', component: { looksUp: ['ipv4'] }, steps: [] }
  const inputs = { type: 'object', properties: { observables: { type: 'array' } } }
  expect(validatePlaybook({ ...document, inputs }).ok).toBe(true)
  const missing = validatePlaybook(document)
  expect(missing.ok ? [] : missing.issues.map(({ path, code }) => [path, code])).toEqual([
    [['component', 'looksUp'], 'missing'],
  ])
  expect(validatePlaybook({ ...document, inputs, component: { looksUp: ['colors'] } }).ok).toBe(false)
})
