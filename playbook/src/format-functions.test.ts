import type { JsonValue } from '@caseloom/contract/kernel/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBudget } from './budget.ts'
import { compileExpression } from './expression.ts'

async function valueOf(source: string, scope: object = {}): Promise<unknown> {
  return compileExpression(source).evaluate(scope, { budget: createBudget(), now: 0, seed: 'a' })
}
async function fault(source: string, scope: object = {}): Promise<string> {
  const value = await valueOf(source, scope).catch((error: Error) => error)
  if (!(value instanceof Error)) throw new Error(`It returned ${JSON.stringify(value)}`)
  return value.message
}

describe('XML', () => {
  it.each([
    ['<a/>', { a: '' }],
    ['<?xml version="1.0"?><!-- no --><a> x &amp; &#x79; </a>', { a: 'x & y' }],
    ['<a b="1"><![CDATA[<z>]]></a>', { a: { '@b': '1', '#text': '<z>' } }],
    ['<a><b>1</b><c/><b>2</b></a>', { a: { b: ['1', '2'], c: '' } }],
    ['<n:a xmlns:n="urn:x"><n:b/></n:a>', { 'n:a': { '@xmlns:n': 'urn:x', 'n:b': '' } }],
  ])('%s is read', async (text, value) => {
    expect(await valueOf('$parseXml(text)', { text })).toEqual(value)
  })

  it.each([
    ['<a>', /^\$parseXml can’t read line 1, column 4: this isn’t well-formed XML: unclosed tag: a$/],
    ['<a>&b;</a>', /undefined entity/],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', /declares a document type \(DTD\), which isn’t read$/],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', /declares a document type \(DTD\), which isn’t read$/],
    ['<a>'.repeat(101), /nested deeper than 100 levels$/],
    [`<a>${'<b/>'.repeat(100_000)}</a>`, /has more than 100000 values$/],
    ['', /isn’t well-formed XML/],
  ])('%.40s is refused', async (text, message) => {
    expect(await fault('$parseXml(text)', { text })).toMatch(message)
  })

  it.each([
    ['{"a": null}', '<a/>'],
    ['{"a": {"@b": "\\"<\\n", "#text": "]]>&"}}', '<a b="&quot;&lt;&#xA;">]]&gt;&amp;</a>'],
    ['{"a": {"b": [1, true, null]}}', '<a><b>1</b><b>true</b><b/></a>'],
    ['{"a": {"b": []}}', '<a></a>'],
  ])('is written of %s', async (value, text) => {
    expect(await valueOf(`$toXml(${value})`)).toBe(text)
  })

  it.each([
    ['{}', '$toXml takes an object with one member, the root element'],
    ['{"a": 1, "b": 2}', '$toXml takes an object with one member, the root element'],
    ['{"a": [1]}', '$toXml takes an object with one member, the root element'],
    ['{"a><b": 1}', '$toXml can’t name an element or attribute "a><b"'],
    ['{"a": {"@": 1}}', '$toXml can’t name an element or attribute ""'],
    ['{"a": {"@b": [1]}}', '$toXml takes text for "@b", not a list or an object'],
    ['{"a": "\\u0001"}', '$toXml takes text without control characters for "a"'],
    ['$sum', '$toXml takes a value, not a function'],
  ])('is not written of %s', async (value, message) => {
    expect(await fault(`$toXml(${value})`)).toBe(message)
  })

  it('that was written is read as the same value', async () => {
    const name = fc.constantFrom('a', 'b', 'c-1', 'n:d', 'é')
    const text = fc
      .string({ unit: fc.constantFrom(...'ab<>&"\'] /é漢'), maxLength: 8 })
      .map((one) => one.trim())
    const { element } = fc.letrec<{ element: JsonValue }>((tie) => ({
      element: fc.oneof({ maxDepth: 2 }, text, members(tie('element'))),
    }))
    function members(child: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
      const several = fc.oneof(child, fc.array(child, { minLength: 2, maxLength: 2 }))
      const attribute = name.map((one) => `@${one}`)
      return fc
        .tuple(
          fc.dictionary(attribute, text, { maxKeys: 2, noNullPrototype: true }),
          fc.dictionary(name, several, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
        )
        .map(([attributes, elements]) => ({ ...attributes, ...elements }))
    }
    await fc.assert(
      fc.asyncProperty(name, element, async (root, value) => {
        const scope = { value: { [root]: value } }
        expect(await valueOf('$parseXml($toXml(value))', scope)).toEqual(scope.value)
      }),
      { numRuns: 50 },
    )
  })
})

describe('YAML', () => {
  it('is read and written', async () => {
    const value = { name: 'a: b', list: [1, null, true, 'yes'], nested: { text: 'two\nlines\n' } }
    expect(await valueOf('$parseYaml($toYaml(value))', { value })).toEqual(value)
  })

  it.each([
    ['a: *b', /^\$parseYaml can’t read line 1, column 4: Aliases \(\*name\) aren’t supported/],
    ['a: 1\na: 2', /^\$parseYaml can’t read line 2, column 1: Map keys must be unique$/],
    ['a: !!js/function x', /^\$parseYaml can’t read line 1/],
    ['['.repeat(2_000), /nested too deeply$/],
  ])('%.20s is refused', async (text, message) => {
    expect(await fault('$parseYaml(text)', { text })).toMatch(message)
  })
})

describe('what differs', () => {
  it.each<[unknown, unknown, unknown]>([
    [{ a: 1 }, { a: 1 }, []],
    [
      { a: 1 },
      { b: 1 },
      [
        { kind: 'removed', path: 'a', from: 1 },
        { kind: 'added', path: 'b', to: 1 },
      ],
    ],
    [
      { a: { 'b-c': [1, { d: null }] } },
      { a: { 'b-c': [1, { d: 0 }] } },
      [{ kind: 'changed', path: 'a.`b-c`[1].d', from: null, to: 0 }],
    ],
    [
      [1, 2, 3],
      [1, 3],
      [
        { kind: 'changed', path: '[1]', from: 2, to: 3 },
        { kind: 'removed', path: '[2]', from: 3 },
      ],
    ],
    [{ toString: 1 }, {}, [{ kind: 'removed', path: 'toString', from: 1 }]],
    [{ a: [] }, { a: {} }, [{ kind: 'changed', path: 'a', from: [], to: {} }]],
    [1, 'a', [{ kind: 'changed', path: '', from: 1, to: 'a' }]],
    ['a\r\nb', 'a\nb\n', []],
    ['', 'a', [{ kind: 'added', line: 1, text: 'a' }]],
    [
      'a\nb\nc',
      'a\nx\nc\n\nd',
      [
        { kind: 'removed', line: 2, text: 'b' },
        { kind: 'added', line: 2, text: 'x' },
        { kind: 'added', line: 4, text: '' },
        { kind: 'added', line: 5, text: 'd' },
      ],
    ],
  ])('between %j and %j', async (before, after, changes) => {
    expect(await valueOf('$diff(before, after)', { before, after })).toEqual(changes)
  })

  it('in more than 1,000 lines is refused', async () => {
    const lines = (word: string) => Array.from({ length: 600 }, (_none, at) => `${word} ${at}`).join('\n')
    expect(await fault('$diff(a, b)', { a: lines('a'), b: lines('b') })).toBe(
      '$diff finds up to 1000 lines that differ',
    )
  })
})
