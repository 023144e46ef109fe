import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { checkInputs, checkInputsSchema } from './inputs.ts'
import type { Issue } from './issues.ts'

const schema: JsonObject = {
  type: 'object',
  properties: {
    address: { type: 'string', format: 'ipv4' },
    hours: { type: 'integer', minimum: 1, maximum: 720, default: 24 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    level: { type: 'string', enum: ['low', 'high'], default: 'low' },
    owner: { type: 'object', properties: { mail: { type: 'string', default: 'a@example.org' } } },
  },
  required: ['address'],
  additionalProperties: false,
}

function lines(result: ReturnType<typeof checkInputs>): string[] {
  return result.ok
    ? []
    : result.issues.map(({ path, code, message }) => `${path.join('.')} [${code}] ${message}`)
}

describe('inputs', () => {
  it('come out with defaults filled in, nested ones too', () => {
    expect(checkInputs(schema, { address: '192.0.2.1', owner: {} })).toEqual({
      ok: true,
      value: { address: '192.0.2.1', hours: 24, level: 'low', owner: { mail: 'a@example.org' } },
    })
  })

  it('are fitted where expressions blur the difference', () => {
    const text = {
      type: 'object',
      properties: { n: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
    }
    expect(checkInputs(text, { n: 7, tags: 'one' })).toEqual({ ok: true, value: { n: '7', tags: ['one'] } })
  })

  it.each<[string, JsonValue, string[]]>([
    ['a missing one', {}, ['address [missing] "address" is missing']],
    [
      'a wrong kind',
      { address: '192.0.2.1', hours: 'x' },
      ['hours [wrong_type] "hours" must be a number, not a text'],
    ],
    [
      'a number out of range',
      { address: '192.0.2.1', hours: 0 },
      ['hours [bad_value] "hours" must be at least 1'],
    ],
    ['an unknown one', { address: '192.0.2.1', x: 1 }, ['x [unknown_key] Unknown key "x"']],
    [
      'too many items',
      { address: '192.0.2.1', tags: ['a', 'b', 'c', 'd'] },
      ['tags [bad_value] "tags" must have at most 3 items'],
    ],
    [
      'another choice',
      { address: '192.0.2.1', level: 'mid' },
      ['level [bad_value] "level" must be "low" or "high", not "mid"'],
    ],
    ['no object', 'x', [' [wrong_type] The document must be an object, not a text']],
    ['nothing', null, [' [wrong_type] The document must be an object, not null']],
  ])('are refused with one line each: %s', (_, value, expected) => {
    expect(lines(checkInputs(schema, value)).map((line) => line.replace('an int', 'a number'))).toEqual(
      expected,
    )
  })

  it('all faults are reported together', () => {
    expect(lines(checkInputs(schema, { hours: 0, level: 'x' }))).toHaveLength(3)
  })

  it('of prototypes are only names', () => {
    const value = JSON.parse('{"address":"192.0.2.1","__proto__":{"x":1}}')
    const checked = checkInputs({ ...schema, additionalProperties: true }, value)
    expect(Object.getPrototypeOf(checked.ok ? checked.value : null)).toBe(Object.prototype)
  })

  it('are all refused by a schema that is not sane', () => {
    const result = checkInputs({ type: 'string' }, {})
    expect(lines(result)).toEqual([
      'inputs.type [bad_value] "inputs" must describe an object: {type: object, properties: {…}}',
    ])
    // The result of checking a schema is cached.
    expect(lines(result)).toHaveLength(1)
  })
})

describe('patterns', () => {
  const code: JsonObject = {
    type: 'object',
    properties: {
      code: { type: 'string', pattern: '^[A-Z]{2}-\\d+$' },
      pattern: { type: 'string' },
      list: { type: 'array', items: { type: 'string', pattern: '^a' } },
      slow: { type: 'string', pattern: '^(a+)+$' },
    },
  }

  it('are asked of properties, of items, and not of a property that is called so', () => {
    expect(lines(checkInputs(code, { code: 'AB-12', pattern: 'x', list: ['a', 'ab'] }))).toEqual([])
    expect(lines(checkInputs(code, { code: 'ab-12', list: ['a', 'b'] }))).toEqual([
      'code [bad_value] "code" must match ^[A-Z]{2}-\\d+$',
      'list.1 [bad_value] Item 2 of "list" must match ^a',
    ])
  })

  it('take no time that grows beyond the text', () => {
    expect(lines(checkInputs(code, { slow: `${'a'.repeat(9_000)}!` }))).toEqual([
      'slow [bad_value] "slow" must match ^(a+)+$',
    ])
    expect(lines(checkInputs(code, { slow: 'a'.repeat(10_001) }))).toEqual([
      'slow [bad_value] "slow" must have at most 10000 characters',
    ])
  })
})

describe('the schema of inputs', () => {
  const faults = (value: unknown) => {
    const issues: Issue[] = []
    checkInputsSchema(value, ['inputs'], issues)
    return issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  }
  const object = (properties: JsonObject, more: JsonObject = {}) => ({ type: 'object', properties, ...more })

  it('may hold what forms can ask for', () => {
    expect(faults(schema)).toEqual([])
    expect(faults({ type: 'object' })).toEqual([])
    expect(faults(object({ a: { oneOf: [{ type: 'string' }, { type: 'number' }] } }))).toEqual([])
    expect(faults(object({ a: { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' } }))).toEqual([])
  })

  it('has at most 100 properties, all lists counted', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, { type: 'string' }]))
    expect(faults(object(many(100)))).toEqual([])
    expect(faults(object(many(101)))).toEqual(['inputs "inputs" describes more than 100 properties'])
    expect(faults(object({ a: object(many(60)), b: object(many(60)) }))).toEqual([
      'inputs "inputs" describes more than 100 properties',
    ])
  })

  it('is nested at most ten deep', () => {
    let deep: JsonObject = { type: 'string' }
    for (let depth = 0; depth < 12; depth++) deep = object({ a: deep })
    expect(faults(deep)[0]).toContain('"inputs" is nested deeper than 10')
  })

  it.each([
    [
      'a required property that is not there',
      object({}, { required: ['x'] }),
      'inputs.required "required" names "x", which isn’t one of the properties',
    ],
    [
      'a reference',
      object({ a: { $ref: '#/$defs/b' } }),
      'inputs.properties.a.$ref "$ref" isn’t supported in form schemas',
    ],
    ['conditions', object({}, { if: {} }), 'inputs.if "if" isn’t supported in form schemas'],
    [
      'properties by pattern',
      object({}, { patternProperties: {} }),
      'inputs.patternProperties "patternProperties" isn’t supported',
    ],
    [
      'a pattern that is none',
      object({ a: { type: 'string', pattern: '(' } }),
      '"pattern" isn’t a valid regular expression',
    ],
    [
      'a pattern that looks ahead or back',
      object({ a: { type: 'string', pattern: '(?=a)b' } }),
      '"pattern" is a regular expression that could take too long to match',
    ],
    [
      'a pattern among alternatives',
      object({ a: { oneOf: [{ type: 'string', pattern: 'a' }] } }),
      '"pattern" is only supported on properties and items',
    ],
    ['a long pattern', object({ a: { type: 'string', pattern: 'a'.repeat(501) } }), 'at most 500 characters'],
    ['a kind that is none', object({ a: { type: 'text' } }), 'isn’t a supported schema'],
  ])('is refused with %s', (_, value, message) => {
    const found = faults(value)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(message)
  })
})
