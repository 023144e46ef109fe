import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkTexts, unusedTexts } from './check.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web/src'], {
  cwd: root,
  encoding: 'utf8',
})
const files = list
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const { faults, keys, uses } = checkTexts(files)
const all = [
  ...faults,
  ...unusedTexts(files),
  ...(keys < 1_000 || uses < 1_000 ? ['web/src  read too few texts'] : []),
]
for (const fault of all) console.log(fault)
console.log(`${files.length} files, ${keys} texts, ${uses} uses, ${all.length} faults`)
process.exitCode = all.length > 0 ? 1 : 0
