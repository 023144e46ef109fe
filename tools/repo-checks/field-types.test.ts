import { describe, expect, test } from 'vitest'
import { fieldTypeComparisons, fieldTypeFaults, fieldTypeNames } from './field-types.ts'

const NAMES = new Set([
  'text',
  'number',
  'selection',
  'user',
  'users',
  'group',
  'tasks',
  'clock',
  'instant',
  'url',
])
const AWARE = `import type { Field } from '@caseloom/contract/field-types/fields'\n`

function found(text: string, path = 'server/src/domains/apps/a.ts'): string[] {
  return fieldTypeComparisons([{ path, text }], NAMES).map((one) => one.text)
}

describe('a comparison of a field type by its name', () => {
  test.each([
    [`if (field.type === 'text') {}`],
    [`const is = definition?.type !== 'selection'`],
    [`const is = 'user' === field?.type`],
    [`fields.some((own) => own.type === 'selection')`],
    [`fields.filter(({ type }) => type === 'selection')`],
    [`if (kindOf(field) === 'number') {}`],
    [`if (app.byKey.get(key)?.kind === 'text') {}`],
    [`switch (field.type) { case 'url': break; default: }`],
    [`const is = ['text'].includes(field.type)`],
    [`const ALL = new Set<FieldType>(['text'])`],
    [`const ALL: Partial<Record<FieldType, number>> = { text: 1 }`],
  ])('is counted once: %s', (text) => {
    expect(found(text)).toHaveLength(1)
  })

  test('is counted for a bare kind only in a file that handles fields', () => {
    const text = `const is = kind === 'user' || kind === 'users'`
    expect(found(text)).toEqual([])
    expect(found(AWARE + text)).toHaveLength(2)
  })

  test('is counted for each case of a switch, each member of a set, and each line of a table', () => {
    expect(
      found(`switch (field.type) { case 'text': case 'number': case 'other': break; default: }`),
    ).toHaveLength(2)
    expect(found(`const SHORT = new Set(['text', 'user', 'clock'])`)).toHaveLength(3)
    expect(found(`const W: Record<FieldType, number> = { text: 1, number: 2, selection: 3 }`)).toHaveLength(3)
  })

  test.each([
    [`if (typeof value === 'number') {}`],
    [`if (actor.kind === 'user') {}`],
    [`if (widget.kind === 'text') {}`],
    [`switch (schema.type) { case 'number': break; default: }`],
    [`const parts = new Set(['text', 'number'])`],
    [`const role = message.role === 'user'`],
  ])('is not what looks like one: %s', (text) => {
    expect(found(text)).toEqual([])
  })

  test('is allowed in the folders of field types and in tests', () => {
    const text = `if (field.type === 'text') {}`
    expect(found(text, 'server/src/field-types/text.ts')).toEqual([])
    expect(found(text, 'web/src/domains/apps/builder/field-types/TypeSettings.tsx')).toEqual([])
    expect(found(text, 'server/src/domains/apps/a.test.ts')).toEqual([])
  })
})

describe('the number of comparisons', () => {
  const registry = {
    path: 'contract/src/field-types/registry.ts',
    text: `export const FIELD_TYPES = { ${Array.from({ length: 25 }, (_, at) => `t${at}: rules`).join(', ')}, text: rules } satisfies Rules`,
  }
  const file = { path: 'server/src/a.ts', text: `if (field.type === 'text') {}` }

  test('may not grow, and is lowered when it shrinks', () => {
    expect(fieldTypeFaults([registry, file], { server: 1 })).toEqual([])
    expect(fieldTypeFaults([registry, file], {})[0]?.text).toContain('server/src/a.ts:1')
    expect(fieldTypeFaults([registry], { server: 1 })[0]?.text).toContain('lower its baseline')
  })

  test('is not taken for none when the names can’t be read', () => {
    expect(fieldTypeFaults([file], {})[0]?.text).toContain('names only 0')
  })

  test('reads the names of types from the registry and those of kinds from each type', () => {
    const kinds = {
      path: 'contract/src/field-types/text.ts',
      text: 'export const textKinds = { text: {}, rich: {} }',
    }
    expect(fieldTypeNames([registry, kinds])).toContain('rich')
  })
})
