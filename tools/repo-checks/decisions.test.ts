import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../docs/decisions/', import.meta.url))
const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.md'))

describe('a decision of the project', () => {
  it('has a numbered page of at most 60 lines that states its cost [S1.06]', () => {
    expect(pages.length).toBeGreaterThan(5)
    for (const [index, name] of pages.entries()) {
      const text = readFileSync(`${FOLDER}${name}`, 'utf8')
      expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(3, '0')}-[a-z-]+\\.md$`))
      expect(text.trimEnd().split('\n').length, name).toBeLessThanOrEqual(60)
      expect(text, name).toMatch(/^## (?:Context|Decision)/m)
      expect(text, name).toMatch(/cost/i)
    }
  })
})
