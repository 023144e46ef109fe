import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assertedRowFaults } from './asserted-rows.ts'
import { type FieldTypeBaseline, fieldTypeFaults } from './field-types.ts'
import { longFunctionFaults } from './long-functions.ts'
import { useCaseFaults } from './use-cases.ts'
import * as rules from './rules.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const TEXT =
  /\.(ts|tsx|mts|mjs|js|cjs|css|html|json|jsonc|md|ya?ml|svg|sh|sql|txt)$|^\.ci\/|(^|\/)\.[a-z]+rc$/

/** Files that git knows or would add: ignored files are no sources. */
function tracked(): string[] {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  return [...new Set(list.split('\n'))].filter((path) => path !== '' && existsSync(join(root, path)))
}

function read(path: string): rules.SourceFile {
  return { path, text: readFileSync(join(root, path), 'utf8') }
}

const files = tracked()
  .filter((path) => TEXT.test(path))
  .map(read)
const own = files.filter(
  (file) =>
    file.path !== 'package-lock.json' &&
    !file.path.includes('/fixtures/') &&
    file.path !== 'THIRD_PARTY_NOTICES.md',
)
const baseline: rules.Baseline = JSON.parse(
  readFileSync(join(root, 'tools/repo-checks/baseline.json'), 'utf8'),
)
const comparisons: FieldTypeBaseline = JSON.parse(
  readFileSync(join(root, 'tools/repo-checks/field-type-comparisons.json'), 'utf8'),
)
const faults = [
  ...rules.lengthFaults(own, baseline),
  ...rules.nameFaults(own),
  ...longFunctionFaults(own),
  ...assertedRowFaults(own),
  ...rules.machinePathFaults(own),
  ...rules.markFaults(own),
  ...rules.testFaults(own),
  // Fixtures start real processes, too.
  ...rules.signalFaults(files),
  ...useCaseFaults(own),
  ...fieldTypeFaults(
    own.filter((file) => /\.tsx?$/.test(file.path)),
    comparisons,
  ),
  ...rules.silentFaults(own),
  ...rules.composesFaults(own),
  ...rules.lockFaults(read('package-lock.json').text),
  ...rules.versionFaults(files.filter((file) => /^([a-z0-9]+\/)?package\.json$/.test(file.path))),
  ...rules.settingFaults(read('server/src/platform/config.ts').text, read('README.md').text),
  ...rules.linkFaults(
    own.filter((file) => file.path.endsWith('.md')),
    (path) => existsSync(join(root, path)),
  ),
  ...(own.length < 50 ? [{ at: 'repository', text: `read only ${own.length} files` }] : []),
]
for (const fault of faults) console.log(`${fault.at}  ${fault.text}`)
console.log(`${own.length} files, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
