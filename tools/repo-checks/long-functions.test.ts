import { describe, expect, test } from 'vitest'
import { LONG_FUNCTION, longFunctionFaults, longFunctionsOf } from './long-functions.ts'

function aFile(path: string, lines: number) {
  const body = Array.from({ length: lines - 2 }, (_, at) => `  work(${at})`)
  return { path, text: ['// one', 'export const run = () => {', ...body, '}', ''].join('\n') }
}

const long = LONG_FUNCTION + 1

describe('long functions', () => {
  test('are named by their first line, arrows and nested ones too', () => {
    expect(longFunctionsOf(aFile('web/src/a.ts', long))).toEqual([2])
    const nested = { path: 'web/src/a.ts', text: `function f() {\n${aFile('', long).text}}\n` }
    expect(longFunctionsOf(nested)).toEqual([1, 3])
  })

  test('of the limit itself are fine', () => {
    expect(longFunctionsOf(aFile('web/src/a.ts', LONG_FUNCTION))).toEqual([])
  })

  test('past the number are faults, each at its place', () => {
    const faults = longFunctionFaults([aFile('web/src/a.ts', long)], 0)
    expect(faults.map(({ at }) => at)).toEqual(['tools/repo-checks/long-functions.ts', 'web/src/a.ts:2'])
  })

  test('that were split lower the number', () => {
    expect(longFunctionFaults([], 1)[0]?.text).toContain('down to 0')
  })

  test('of tests, of the gallery, and of other workspaces are not counted', () => {
    const paths = ['web/src/a.test.tsx', 'web/src/gallery/a.tsx', 'server/src/a.ts']
    expect(
      longFunctionFaults(
        paths.map((path) => aFile(path, long)),
        0,
      ),
    ).toEqual([])
  })
})
