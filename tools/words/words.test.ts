import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { piecesOfCode, piecesOfPage, wordsOfName } from './pieces.ts'
import { areaOf, countUses, lowered, splitQuoted, useFaults, useFinder, wordFaults } from './rules.ts'
import { readVocabulary } from './vocabulary.ts'

const PAGE = `
## Who
| term | meaning | not |
|---|---|---|
| super administrator | manages the installation | |
## Banned
| term | instead | where |
|---|---|---|
| whoever, somebody | someone | everywhere |
| goes on | continues | text |
| colour* | color | everywhere |
| kept | saved | name |
`
const vocabulary = readVocabulary(PAGE)
const find = useFinder(vocabulary)
const keys = (path: string, source: string) => find(path, piecesOfCode(path, source)).map((use) => use.key)

describe('vocabulary', () => {
  test('reads terms, and banned terms with their places', () => {
    expect([...vocabulary.known]).toEqual(['super administrator'])
    expect(vocabulary.banned.map(({ term }) => term)).toEqual([
      'whoever',
      'somebody',
      'goes on',
      'colour*',
      'kept',
    ])
    expect([...(vocabulary.banned[2]?.kinds ?? [])]).toEqual(['text'])
  })

  test('a page without a vocabulary and an unknown place are refused', () => {
    expect(() => readVocabulary('# Words')).toThrow('no vocabulary')
    expect(() => readVocabulary(PAGE.replace('| name |', '| names |'))).toThrow('no place')
  })
})

describe('banned terms', () => {
  test.each([
    ['a message', "export const en = { a: 'Whoever may read' }", ['text: whoever']],
    ['a template', 'const a = `It goes on with ${name}`', ['text: goes on']],
    ['text in a component', 'const a = <p>Whoever may read</p>', ['text: whoever']],
    ['a phrase over two lines', 'const a = `It goes\n on`', ['text: goes on']],
    ['a comment', '/** What somebody\n * needs. */\nconst a = 1', ['comment: somebody']],
    ['the name of a function', 'function keptRecord() {}', ['name: kept']],
    ['the name of a constant', 'const KEPT_RECORDS = 1', ['name: kept']],
    ['the name of a function in a function', 'function a() { const keptRecord = () => 1 }', ['name: kept']],
    ['the name of a type', 'interface RecordKept { a: 1 }', ['name: kept']],
    ['a property of an interface', 'interface A { readonly keptAt?: Date }', ['name: kept']],
    ['a property of a type', 'type A = { kept: string[] }', ['name: kept']],
    ['a method of an interface', 'interface A { keptUntil(): Date }', ['name: kept']],
    ['a property of a class', 'class A { static kept = 1 }', ['name: kept']],
    ['a private property of a class', 'class A { #kept = 1 }', ['name: kept']],
    ['a method of a class', 'class A { keptUntil() {} }', ['name: kept']],
    ['a key of an object', 'const a = { kept: 1 }', ['name: kept']],
    ['a method of an object', 'const a = { async keptUntil() {} }', ['name: kept']],
    ['a parameter of a function', 'function a(kept: number) {}', ['name: kept']],
    ['a parameter of an arrow function', 'const a = (kept = 1) => 1', ['name: kept']],
    ['a parameter of a type', 'type A = (kept: number) => void', ['name: kept']],
    ['a parameter of a method', 'interface A { b(...kept: number[]): void }', ['name: kept']],
    ['a destructured parameter', 'function a({ b: kept }: B) {}', ['name: kept']],
    ['a nested destructured parameter', 'const a = ([{ b: [kept = 1] }]) => 1', ['name: kept']],
    ['the rest of a destructured parameter', 'const a = ({ b, ...kept }) => b', ['name: kept']],
    [
      'a variable where a term is banned everywhere',
      'function a() { const colours = 1 }',
      ['local: colour*'],
    ],
    ['a variable from a list', 'function a() { const [b, colours] = c }', ['local: colour*']],
    ['a variable from an object', 'function a() { const { b: colours = 1 } = c }', ['local: colour*']],
    ['a constant from a list', 'const [kept] = b', ['name: kept']],
    ['any ending', "const a = 'Two Colours here'", ['text: colour*']],
  ])('are found in %s', (_, source, expected) => {
    expect(keys('server/src/a.tsx', source)).toEqual(expected)
  })

  test.each([
    ['part of a word', "const a = 'somebodyish things here'"],
    ['a place where it is allowed', "// It goes on\nconst a = 'kept in store'"],
    ['a key, a path or a value', "const a = { 'record.kept': 'somebody', b: './whoever.ts' }"],
    ['a variable where only names are banned', 'function a() { const kept = 1 }'],
    ['a shorthand, which uses a name', 'const a = ({ kept }) => b({ kept })'],
    ['a key of a pattern', 'const a = ({ kept: b }) => b'],
    ['a property of a value', 'a.kept = b.kept(1)'],
    ['a computed key', 'const a = { [kept]: 1 }'],
    ['an import', "import { keptThings } from './whoever goes.ts'"],
  ])('are not found in %s', (_, source) => {
    expect(keys('server/src/a.ts', source)).toEqual([])
  })

  test.each(['told', 'tell', 'kept'])(
    '%s is refused in variables and functions of the repository',
    (word) => {
      const page = readFileSync(new URL('../../docs/words.md', import.meta.url), 'utf8')
      const source = `function a() { const ${word} = 1; const [${word}Later] = b; function ${word}It() {} }`
      const uses = useFinder(readVocabulary(page))('server/src/a.ts', piecesOfCode('a.ts', source))
      expect(uses.map((use) => use.key)).toEqual([`local: ${word}`, `local: ${word}`, `name: ${word}`])
    },
  )

  test('are found in the prose of a page, not in its code and links', () => {
    const page = 'Ask `whoever` or [this](./somebody.md)\n```\nwhoever\n```\nSomebody reads'
    expect(find('docs/a.md', piecesOfPage(page)).map((use) => use.at)).toEqual(['docs/a.md:5'])
  })

  test('a file that cannot be parsed is reported, not skipped', () => {
    expect(() => piecesOfCode('a.ts', 'const = 1')).toThrow('a.ts')
  })
})

describe('exceptions', () => {
  const uses = find(
    'server/src/domains/apps/a.ts',
    piecesOfCode('a.ts', '// whoever\n// whoever\nconst a = 1'),
  )
  const allow = (count: number, reason = 'still to be rewritten') => ({
    reason,
    counts: { 'server/src/domains/apps': { 'comment: whoever': count } },
    quotes: [],
  })
  const quote = (count: number, reason = 'a saying of the specification') => ({
    reason: '',
    counts: {},
    quotes: [{ reason, files: { 'server/src/domains/apps/a.ts': { 'comment: whoever': count } } }],
  })

  test('allow an exact count per area and term, and only shrink', () => {
    expect(countUses(uses)).toEqual(allow(2).counts)
    expect(useFaults(uses, allow(2))).toEqual([])
    expect(useFaults(uses, allow(1)).map((fault) => fault.at)).toEqual([
      'server/src/domains/apps/a.ts:1',
      'server/src/domains/apps/a.ts:2',
    ])
    expect(useFaults(uses, allow(3))[0]?.text).toContain('lower it')
    expect(useFaults([], allow(3))[0]?.text).toContain('there are 0')
    expect(useFaults(uses, allow(2, ' '))[0]?.text).toContain('no reason')
  })

  test('name what a file quotes, with a reason, and only shrink', () => {
    expect(useFaults(uses, quote(2))).toEqual([])
    expect(splitQuoted(uses, quote(2))).toEqual({ quoted: uses, own: [] })
    expect(splitQuoted(uses, allow(2))).toEqual({ quoted: [], own: uses })
    expect(useFaults(uses, quote(1))).toHaveLength(2)
    expect(useFaults(uses, quote(3))[0]?.text).toContain('lower it')
    expect(useFaults(uses, quote(2, ' '))[0]?.text).toContain('no reason')
  })

  test('are lowered to what is left, and never raised', () => {
    expect(lowered(uses, allow(3)).counts).toEqual(allow(2).counts)
    expect(lowered(uses, allow(1))).toEqual(allow(1))
    expect(lowered(uses, quote(5))).toEqual(quote(2))
    expect(lowered([], quote(5)).quotes[0]?.files).toEqual({})
  })

  test('belong to a domain, a room, or a workspace', () => {
    expect(areaOf('server/src/domains/apps/fields/a.ts')).toBe('server/src/domains/apps')
    expect(areaOf('web/src/ui/grid/a.ts')).toBe('web/src/ui')
    expect(areaOf('contract/src/a.ts')).toBe('contract')
    expect(areaOf('README.md')).toBe('root')
  })
})

describe('words of the interface', () => {
  const texts = [{ at: 'a.en.ts:1', text: 'Ask a {{role}} administrator' }]

  test('are terms or plain words', () => {
    expect(wordFaults(texts, vocabulary, ['a', 'ask'])).toEqual([])
    expect(wordFaults(texts, vocabulary, ['ask'])).toEqual([
      { at: 'a.en.ts:1', text: expect.stringContaining('"a" is new') },
    ])
  })

  test('plain words that nothing uses leave the list', () => {
    expect(wordFaults(texts, vocabulary, ['a', 'ask', 'zebra'])[0]?.text).toContain('"zebra" is not used')
  })
})

test('names are read as words', () => {
  expect(wordsOfName('MAX_RETRIES')).toBe('max retries')
  expect(wordsOfName('acceptHTTPDelivery')).toBe('accept http delivery')
  expect(wordsOfName('accept-delivery.store.ts')).toBe('accept delivery store ts')
})
