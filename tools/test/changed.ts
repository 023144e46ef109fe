// Prints as JSON which tests a change can reach: `changed.ts [REF]`. See `select.ts` for how they are chosen.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readGraph } from '../arrows/graph.ts'
import { TEST, usersOf } from './reach.ts'
import { type Selection, selectTests } from './select.ts'
import { secondsOf } from './times.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BUDGET_SECONDS = 170

function git(root: string, ...args: string[]): string[] {
  const out = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  return out.split('\n').filter(Boolean)
}

function isCommit(root: string, ref: string): boolean {
  try {
    git(root, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** Where the own work began: the last commit shared with the origin, or the one before it when all is pushed. */
export function baseOf(root: string): string {
  const [head = ''] = git(root, 'rev-parse', 'HEAD')
  const origin = ['origin/HEAD', 'origin/main'].find((ref) => isCommit(root, ref))
  const [shared = head] = origin === undefined ? [] : git(root, 'merge-base', 'HEAD', origin)
  return shared === head && isCommit(root, 'HEAD~1') ? 'HEAD~1' : shared
}

/** Files that differ from `base`, committed or not, deleted and new ones included. */
export function changedSince(root: string, base: string): string[] {
  const differing = git(root, 'diff', '--name-only', '--no-renames', base, '--')
  return [...new Set([...differing, ...git(root, 'ls-files', '--others', '--exclude-standard')])].toSorted()
}

/** Reads the repository and chooses. */
export function selectChanged(root: string, base: string): Selection & { base: string; changed: string[] } {
  const known = new Set(git(root, 'ls-files', '--cached', '--others', '--exclude-standard'))
  const files = new Set([...known].filter((file) => existsSync(join(root, file))))
  const sources = [...files].filter((file) => /\.(?:ts|tsx|mts|mjs)$/.test(file) && !file.endsWith('.d.ts'))
  const fixtures = sources.filter((file) => file.includes('/fixtures/'))
  const graph = readGraph(root, fixtures)
  const texts = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const changed = changedSince(root, base)
  const tests = sources.filter((file) => TEST.test(file))
  const users = usersOf({ files: new Set([...files, ...changed]), texts, graph })
  const selection = selectTests({ changed, users, tests, seconds: secondsOf, budget: BUDGET_SECONDS })
  return { base, changed, ...selection }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [base = baseOf(ROOT)] = process.argv.slice(2)
  console.log(JSON.stringify(selectChanged(ROOT, base)))
}
