import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readGraph } from '../arrows/graph.ts'
import { domainFacts } from './facts.ts'
import { domainBlock, domainPicture, withBlock } from './pages.ts'

// Writes what the code says into the contributors' pages; with --check it only compares.
const root = fileURLToPath(new URL('../..', import.meta.url))
const check = process.argv.includes('--check')
const facts = domainFacts(root, readGraph(root))
const blocks: [page: string, block: string][] = [
  ['docs/contributing/architecture.md', domainPicture(facts)],
  ...facts.map((fact): [string, string] => [
    `docs/contributing/domains/${fact.domain}.md`,
    domainBlock(fact),
  ]),
]
const faults = blocks.flatMap(([page, block]) => {
  const path = join(root, page)
  if (!existsSync(path)) return [`${page}  is missing: describe the domain there`]
  const text = readFileSync(path, 'utf8')
  const wanted = withBlock(text, block)
  if (wanted === null) return [`${page}  lacks the markers of the part that comes from the code`]
  if (wanted === text) return []
  if (check) return [`${page}  is out of date: npm run architecture`]
  writeFileSync(path, wanted)
  return []
})
for (const fault of faults) console.log(fault)
console.log(`${facts.length} domains, ${blocks.length} pages, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
