import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const BUDGET = 200_000

/** The entry of the built page with everything that it imports statically, by file, with its size packed. */
function firstLoad(): Map<string, number> {
  const sizes = new Map<string, number>()
  const walk = (name: string): void => {
    if (sizes.has(name)) return
    const content = readFileSync(`${DIST}assets/${name}`)
    sizes.set(name, gzipSync(content, { level: 9 }).length)
    // Static imports alone: `import('./x.js')` has a bracket.
    for (const found of content.toString().matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      walk(found[1] ?? '')
  }
  const page = readFileSync(`${DIST}index.html`, 'utf8')
  for (const found of page.matchAll(/(?:src|href)="\/assets\/([\w.-]+\.js)"/g)) walk(found[1] ?? '')
  return sizes
}

describe('the first load', () => {
  const files = firstLoad()

  it('is read from the built page at all', () => {
    expect(files.size).toBeGreaterThan(2)
    expect([...files.keys()].some((name) => name.startsWith('index-'))).toBe(true)
  })

  it(`stays within ${BUDGET / 1000} kB of packed script`, () => {
    const total = [...files.values()].reduce((sum, size) => sum + size, 0)
    const largest = [...files].toSorted(([, one], [, other]) => other - one).slice(0, 8)
    expect(total, JSON.stringify(largest)).toBeGreaterThan(BUDGET / 2)
    expect(total, JSON.stringify(largest)).toBeLessThanOrEqual(BUDGET)
  })

  it('holds nothing of the exporter of spans', () => {
    for (const name of files.keys())
      expect(readFileSync(`${DIST}assets/${name}`, 'utf8'), name).not.toMatch(
        /BatchSpanProcessor|OTLPTrace|resourceSpans/,
      )
  })
})
