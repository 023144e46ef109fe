import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { validatePlaybook } from './validate.ts'
import { parseText } from './yaml.ts'

const folder = join(import.meta.dirname, '../../docs/help/automate')
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const blocks = [...text.matchAll(/^```yaml\n(playbook: .*?)^```$/gms)].map((match) => match[1] ?? '')
    return blocks.map((source) => [`${name}: ${source.split('\n')[0]}`, source] as const)
  })

describe('the playbooks of the help pages', () => {
  it('are there', () => {
    expect(examples.length).toBeGreaterThanOrEqual(6)
  })

  it.each(examples)('%s is valid', (_, source) => {
    const parsed = parseText(source)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues))
    const checked = validatePlaybook(parsed.value)
    expect(
      checked.ok ? [] : checked.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ).toEqual([])
  })
})
