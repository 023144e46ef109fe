import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
const rows = [...read('docs/security-proofs.md').matchAll(/^\| (.+?) \| `([^`]+)` \| (.+?) \|$/gm)].map(
  ([, claim = '', file = '', name = '']) => ({ claim, file, name }),
)

describe('the page of proofs', () => {
  it('has a row for each claim', () => expect(rows.length).toBeGreaterThan(25))

  it.each(rows)('names a test that is there: $claim', ({ file, name }) => {
    // In a name, which may stand behind a list of cases: a comment that says the same is no proof.
    const isNamed = read(file)
      .split('\n')
      .some((line) => /^[^/*]*['"`]/.test(line) && line.includes(name))
    expect(isNamed).toBe(true)
  })
})
