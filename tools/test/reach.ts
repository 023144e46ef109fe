import { dirname, posix } from 'node:path'
import type { Graph } from '../arrows/graph.ts'

/** Tests that a change can reach. Pure: files, graph, and durations are arguments. */

export const TEST = /\.(?:test|e2e)\.tsx?$/

/** What a run of tests is made of: a change there says nothing about which test it reaches. */
const EVERYTHING =
  /^(?:package\.json|package-lock\.json|\.npmrc|vitest\.config\.ts|tsconfig\.base\.json|tools\/test\.mjs|tools\/test\/[\w-]+\.mjs|tools\/test\/longest-first\.ts|testkit\/src\/vitest-global\.ts)$/

/** What no test runs on unless it names it: pages for people, and the settings of the tools behind `npm run check`. */
const SILENT =
  /\.md$|^docs\/images\/|^(?:LICENSE|biome\.json|knip\.json|\.oxlintrc\.json|\.gitignore|\.(?:docker|container)ignore|\.ci\/run)$|(?:^|\/)tsconfig\.json$|^tools\/|\.deep\.ts$/

/** A journey opens what the browser is served: the built web app and the help. */
const BUILT_WEB = [
  'web/index.html',
  'web/src/main.tsx',
  'web/vite.config.ts',
  'web/stages.ts',
  'web/public',
  'docs/help',
  'docs/operations',
]
const SERVED: Record<string, readonly string[]> = {
  'e2e/src/browser.ts': BUILT_WEB,
  'e2e/src/first-load.e2e.ts': BUILT_WEB,
}

/** Modules that import this many others depend little on each of them: a step through one counts as several. */
const BROAD = 12

export interface Repository {
  /** Every file that Git knows or would know. */
  files: ReadonlySet<string>
  /** Text of the source files. */
  texts: ReadonlyMap<string, string>
  graph: Graph
}

const LITERAL = /['"`]((?:\.{1,2}\/)*[\w@.][\w.@-]*(?:\/[\w.@-]*)*)/g

/** Files and folders below the top level that a source text names: what it reads or starts without importing it. */
export function pathsNamed(from: string, text: string, { files, folders }: Known): string[] {
  const found = new Set<string>()
  for (const [, named = ''] of text.matchAll(LITERAL)) {
    const plain = named.replace(/\/$/, '')
    const choices = [posix.normalize(posix.join(dirname(from), plain)), posix.normalize(plain)]
    const target = choices.find(
      (path) =>
        path !== from &&
        ((files.has(path) && /[./]/.test(plain)) ||
          (named.includes('/') && path.includes('/') && folders.has(path))),
    )
    if (target !== undefined) found.add(target)
  }
  return [...found]
}

interface Known {
  files: ReadonlySet<string>
  folders: ReadonlySet<string>
}

function foldersOf(files: ReadonlySet<string>): Set<string> {
  const folders = new Set<string>()
  for (const file of files)
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder)
  return folders
}

/** Who uses a file, with the cost of that step. */
export type Users = Map<string, Map<string, number>>

function addUser(users: Users, used: string, user: string, cost: number): void {
  const known = users.get(used) ?? new Map<string, number>()
  users.set(used, known)
  known.set(user, Math.min(cost, known.get(user) ?? Infinity))
}

/** Turns arrows around: for every file and folder, who imports, reads, or starts it. Types alone reach no test. */
export function usersOf({ files, texts, graph }: Repository): Users {
  const users: Users = new Map()
  const known = { files, folders: foldersOf(files) }
  const fanOut = new Map<string, number>()
  for (const { from, via } of graph.edges)
    if (via.kind !== 'type') fanOut.set(from, (fanOut.get(from) ?? 0) + 1)
  const cost = (user: string) => 1 + Math.floor((fanOut.get(user) ?? 0) / BROAD)
  for (const edge of graph.edges) {
    const used = edge.file ?? edge.missing
    if (used !== undefined && edge.via.kind !== 'type') addUser(users, used, edge.from, cost(edge.from))
  }
  const imported = new Set(graph.edges.map(({ from, file }) => `${from}\0${file}`))
  for (const [path, text] of texts)
    for (const named of pathsNamed(path, text, known))
      if (!imported.has(`${path}\0${named}`)) addUser(users, named, path, cost(path))
  for (const [user, served] of Object.entries(SERVED))
    for (const used of served) addUser(users, used, user, cost(user))
  return users
}

/** The file itself and the folders that hold it: who reads a folder reads its files. */
function withFolders(path: string): string[] {
  const found = [path]
  for (let folder = dirname(path); folder.includes('/'); folder = dirname(folder)) found.push(folder)
  return found
}

/** How far each file lies from the changed ones, following its users; the changed ones lie at 0. */
export function distances(changed: readonly string[], users: Users): Map<string, number> {
  const far = new Map<string, number>()
  const open = new Map<string, number>(changed.map((path) => [path, 0]))
  while (open.size > 0) {
    const [path, cost] = [...open].reduce((best, item) => (item[1] < best[1] ? item : best))
    open.delete(path)
    far.set(path, cost)
    for (const used of withFolders(path)) {
      for (const [user, step] of users.get(used) ?? []) {
        const total = cost + step
        if (!far.has(user) && total < (open.get(user) ?? Infinity)) open.set(user, total)
      }
    }
  }
  return far
}

/** The first changed file whose reach is unknown, or undefined. */
export function unknownReach(changed: readonly string[], users: Users): string | undefined {
  return changed.find((path) => {
    if (EVERYTHING.test(path)) return true
    if (TEST.test(path) || SILENT.test(path)) return false
    return !withFolders(path).some((used) => users.has(used))
  })
}
